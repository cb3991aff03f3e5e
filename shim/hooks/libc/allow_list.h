// What entropy.allow cannot keep: files that do not exist, and files with a std::random_device of
// their own.
#pragma once
#include <string>
#include <vector>

namespace detshim::libc_hooks {

// Says once for each entry what is wrong with it. Reads the files: called once, by the root of a
// process tree.
void check_allow_list(const std::vector<std::string>& entries) noexcept;

}  // namespace detshim::libc_hooks
