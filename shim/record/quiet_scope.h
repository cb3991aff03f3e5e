// What record does must not show in the program: errno stays, and the calls in here are no
// cancellation points. (A cancelled thread would be unwound out of a hook, through functions that
// must not be left that way.) Thread rule: any thread; signal-safe; no system call.
#pragma once
#include <pthread.h>

#include <cerrno>

namespace detshim::record {

class QuietScope {
 public:
  QuietScope() noexcept : errno_(errno) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state_);
  }
  ~QuietScope() {
    pthread_setcancelstate(cancel_state_, nullptr);
    errno = errno_;
  }
  QuietScope(const QuietScope&) = delete;
  QuietScope& operator=(const QuietScope&) = delete;

 private:
  int errno_;
  int cancel_state_;
};

}  // namespace detshim::record
