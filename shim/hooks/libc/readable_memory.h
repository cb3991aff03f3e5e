// Can an address be read? A wrapper that looks at the caller's memory must not die where the real
// function would answer EFAULT.
// Thread rule: async-signal-safe, vfork children; one system call for each new page, no errno.
// Source: rt_sigprocmask(2); the kernel copies the set before it looks at `how`, so that with a `how`
// that does not exist it answers EFAULT for memory that cannot be read, else EINVAL, and changes
// nothing. Also tests/unit/hooks/readable_memory_test.cpp.
#pragma once
#include <string_view>

namespace detshim::libc_hooks {

class ReadableMemory {
 public:
  // Asked for each byte or aligned word that is to be read.
  bool has(const void* address) noexcept;
  enum class Prefix { no, yes, unreadable };
  // Does the null-terminated `text` begin so?
  Prefix begins_with(const char* text, std::string_view prefix) noexcept;
  // Asked for a pointer that need not be aligned, and for a text up to its null.
  bool has_pointer(const void* address) noexcept;
  bool has_text(const char* text) noexcept;

 private:
  const void* last_page_ = nullptr;  // found readable
};

}  // namespace detshim::libc_hooks
