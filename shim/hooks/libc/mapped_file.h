// Which file is mapped at an address, as the kernel says it: a name that the loader was given
// proves nothing. Source: /proc/self/maps and stat, by system calls alone (no lock, no allocation;
// signal handlers, forked children). Not for frequent calls: it reads the whole list.
#pragma once
#include <climits>
#include <string_view>

namespace detshim::libc_hooks {

enum class MappedFileError { none, no_proc, not_a_file };

// The file mapped at `address`, links resolved, as a null-terminated path in `out`. not_a_file also
// if another file stands at that path by now.
MappedFileError mapped_file(const void* address, char (&out)[PATH_MAX]) noexcept;

// Is there a mapping of a file whose path begins with `root` followed by `name`?
bool is_mapped(std::string_view root, std::string_view name) noexcept;

}  // namespace detshim::libc_hooks
