// The rows of hooks.toml at run time. Data only; made by generate.py (hook_stubs.cpp).
#pragma once
#include "hook_table.h"

namespace detshim::interpose {

struct HookInfo {
  const char* name;
  Library library;
  bool per_thread;   // the driver function of per-thread default streams (_ptsz)
  const char* base;  // how cuGetProcAddress names it; null if it does not
  int since, until;  // for since <= asked version < until
  void* exported;    // our export
  void* thunks[kCopies];
  void* unavailable;  // stands in for the real function where no library has it
};

extern const HookInfo kHooks[kLookupCount];
extern const char* const kLibcNames[];

}  // namespace detshim::interpose
