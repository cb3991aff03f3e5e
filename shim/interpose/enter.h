// Every way into a wrapper, typed or observing. Launch path: relaxed loads, no allocation, no lock
// after the first call of a call site.
#pragma once
#include "shim/interpose/resolve.h"

namespace detshim::interpose {

struct Entry {
  void* real;  // never null
  bool pass;   // call the real function and do nothing else
};

Entry enter(int row, int copy, const void* return_address) noexcept;

// Hooked calls on this thread's stack. What a library does inside one is its own business: passed
// through. Global-dynamic on purpose: static thread-local storage is scarce.
extern __thread int t_depth;

}  // namespace detshim::interpose
