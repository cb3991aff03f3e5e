// What no hook can reach: files of entropy.allow that do not exist, and copies of std::random_device that are linked in
// statically. Found by reading files, hence rarely.
#pragma once
#include <string>
#include <vector>

namespace detshim::libc_hooks {

// Says once for each kind of problem which entries have it. For the process that has checked its configuration.
void check_allow_list(const std::vector<std::string>& entries) noexcept;

// Counts a random_device of the main program's own. For the exit of a process that has used CUDA.
void check_main_program() noexcept;

}  // namespace detshim::libc_hooks
