// Which file is mapped at an address, as the kernel says it: a name that the loader was given
// proves nothing. Source: /proc/self/maps and stat, by system calls alone (no lock, no allocation;
// signal handlers, forked children). Not for frequent calls: it reads the whole list.
#pragma once
#include <climits>
#include <string_view>

namespace detshim::libc_hooks {

// Room for paths and lines that must not stand on the stack: a thread's may have 16 KiB in all. Mapped, since hooks in
// signal handlers cannot allocate; null if the kernel gives none.
class ScratchPages {
 public:
  explicit ScratchPages(size_t size_bytes) noexcept;
  ~ScratchPages();
  ScratchPages(const ScratchPages&) = delete;
  ScratchPages& operator=(const ScratchPages&) = delete;
  char* bytes() const noexcept { return bytes_; }

 private:
  char* bytes_;
  size_t size_bytes_;
};

// no_descriptor: the limit on open files is reached, which may pass.
enum class MappedFileError { none, no_descriptor, no_proc, not_a_file };

// The file mapped at `address`, links resolved, as a null-terminated path in `out`, which holds
// PATH_MAX bytes. not_a_file also if another file stands at that path by now.
MappedFileError mapped_file(const void* address, char* out) noexcept;

// Is there a mapping of a file whose path begins with `root` followed by `name`?
bool is_mapped(std::string_view root, std::string_view name) noexcept;

}  // namespace detshim::libc_hooks
