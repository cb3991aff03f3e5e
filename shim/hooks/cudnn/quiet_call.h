// Around calls of cuDNN that the program did not make: its thread cannot be cancelled in them (it
// would be unwound through our frames), errno stays.
#pragma once
#include <pthread.h>

#include "shim/interpose/libc.h"

namespace detshim::cudnn {

class QuietCall {
 public:
  QuietCall() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~QuietCall() { pthread_setcancelstate(before_, nullptr); }
  QuietCall(const QuietCall&) = delete;
  QuietCall& operator=(const QuietCall&) = delete;

 private:
  const interpose::ErrnoGuard keep_errno_;
  int before_ = 0;
};

}  // namespace detshim::cudnn
