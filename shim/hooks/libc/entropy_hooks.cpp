// getrandom and getentropy; syscall(SYS_getrandom) comes here from syscall.S. Here and in the files
// beside it a hook has a name of its own and its exported name as a label: the C library's headers
// declare these names with attributes (nonnull, nothrow, fortified inlines) that must not apply to
// what we do.
#include <sys/types.h>

#include <cerrno>

#include "shim/hooks/libc/entropy.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"

using detshim::HookId;
using detshim::interpose::real_libc;
using detshim::policy::EntropySource;

namespace {

// The kernel gives no more in one call.
constexpr size_t kMostBytes = 33554431;

bool answer(const char* hook, EntropySource source, void* out, size_t size_bytes, unsigned flags,
            const void* return_address) noexcept {
  if (out == nullptr || size_bytes > kMostBytes)
    return false;  // EFAULT, a short read: the kernel's
  const auto pinned =
      detshim::libc_hooks::pin(hook, {source, size_bytes, flags}, out, return_address);
  if (pinned) detshim::policy::fill(pinned.key, out, size_bytes);
  return static_cast<bool>(pinned);
}

}  // namespace

extern "C" {

DETSHIM_EXPORT ssize_t hooked_getrandom(void*, size_t, unsigned) asm("getrandom");
ssize_t hooked_getrandom(void* out, size_t size_bytes, unsigned flags) {
  if (answer("getrandom", EntropySource::getrandom, out, size_bytes, flags,
             __builtin_return_address(0)))
    return static_cast<ssize_t>(size_bytes);
  const auto next = reinterpret_cast<decltype(&hooked_getrandom)>(real_libc<HookId::getrandom>());
  if (next != nullptr) return next(out, size_bytes, flags);
  errno = ENOSYS;
  return -1;
}

DETSHIM_EXPORT int hooked_getentropy(void*, size_t) asm("getentropy");
int hooked_getentropy(void* out, size_t size_bytes) {
  constexpr size_t kMost = 256;
  if (size_bytes <= kMost && answer("getentropy", EntropySource::getentropy, out, size_bytes, 0,
                                    __builtin_return_address(0)))
    return 0;
  const auto next = reinterpret_cast<decltype(&hooked_getentropy)>(real_libc<HookId::getentropy>());
  if (next != nullptr) return next(out, size_bytes);
  errno = ENOSYS;
  return -1;
}

// For syscall.S: 1 if the bytes are pinned, else the system call has to be made.
__attribute__((visibility("hidden"))) int detshim_syscall_getrandom(
    void* out, size_t size_bytes, unsigned flags, const void* return_address) noexcept {
  return answer("syscall(SYS_getrandom)", EntropySource::getrandom, out, size_bytes, flags,
                return_address)
             ? 1
             : 0;
}

// For syscall.S, before the table of next definitions is filled.
__attribute__((visibility("hidden"))) void* detshim_next_syscall() noexcept {
  return real_libc<HookId::syscall>();
}

}  // extern "C"
