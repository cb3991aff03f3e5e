// _Fork runs no pthread_atfork handlers: what boot does in its handlers is done here.
// Async-signal-safe, as _Fork is.
#include <sys/types.h>

#include <cerrno>

#include "shim/boot/boot.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"

using detshim::HookId;

extern "C" {

DETSHIM_EXPORT pid_t hooked_Fork() asm("_Fork");
pid_t hooked_Fork() {
  const auto next = reinterpret_cast<pid_t (*)()>(detshim::interpose::real_libc<HookId::_Fork>());
  if (next == nullptr) {  // glibc before 2.34
    errno = ENOSYS;
    return -1;
  }
  if (!detshim::boot::enabled()) return next();
  detshim::boot::before_fork();
  const pid_t pid = next();
  if (pid == 0) detshim::boot::after_fork_in_child();
  return pid;
}

}  // extern "C"
