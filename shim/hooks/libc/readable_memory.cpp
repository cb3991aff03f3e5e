#include "shim/hooks/libc/readable_memory.h"

#include <asm/unistd_64.h>

#include <cerrno>
#include <cstdint>

namespace detshim::libc_hooks {
namespace {

constexpr uintptr_t kPage = 4096;

bool is_page_readable(uintptr_t page) noexcept {
  constexpr long kNoSuchHow = -1;
  constexpr long kSetSize = 8;
  long result = 0;
  const long no_old_set = 0;
  register long set_size asm("r10") = kSetSize;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(__NR_rt_sigprocmask), "D"(kNoSuchHow), "S"(page), "d"(no_old_set),
                 "r"(set_size)
               : "rcx", "r11", "memory");
  return result != -EFAULT;
}

}  // namespace

bool ReadableMemory::has(const void* address) noexcept {
  const uintptr_t page = reinterpret_cast<uintptr_t>(address) & ~(kPage - 1);
  if (page == reinterpret_cast<uintptr_t>(last_page_)) return page != 0;
  if (!is_page_readable(page)) return false;
  last_page_ = reinterpret_cast<const void*>(page);
  return page != 0;
}

ReadableMemory::Prefix ReadableMemory::begins_with(const char* text,
                                                   std::string_view prefix) noexcept {
  for (const char wanted : prefix) {
    if (!has(text)) return Prefix::unreadable;
    if (*text++ != wanted) return Prefix::no;
  }
  return Prefix::yes;
}

bool ReadableMemory::has_pointer(const void* address) noexcept {
  return has(address) && has(static_cast<const char*>(address) + sizeof(void*) - 1);
}

bool ReadableMemory::has_text(const char* text) noexcept {
  do
    if (!has(text)) return false;
  while (*text++ != '\0');
  return true;
}

}  // namespace detshim::libc_hooks
