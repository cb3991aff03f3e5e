// The real function behind a row. Two questions with different answers:
//  - a thunk (handed out by dlsym or cuGetProcAddress) carries its own: slot (row, copy);
//  - the exported stub stands for every directly linked caller, so the copy follows from the
//  caller, in the order in
//    which the loader would bind.
// Thread rule: any thread, forked children. No allocation once a call site is known.
#pragma once
#include "shim/interpose/callers.h"
#include "shim/interpose/hook_info.h"

namespace detshim::interpose {

// "Copy" of the exported stub: to be chosen by the caller's scope.
inline constexpr int kDirect = 255;

struct Target {
  void* real;  // never null
  Caller caller;
  int copy;  // -1: more than kCopies copies of the library; the call is passed through
};

// The copy number of this real function, its owner pinned; -1 if all are taken.
int slot_for(int row, void* real) noexcept;
void* slot_real(int row, int copy) noexcept;

Target direct_target(int row, const void* return_address) noexcept;

// What RTLD_NEXT gives us.
void* after_self(const char* name, const char* version) noexcept;

// What the caller's own scope gives, with the scopes of those that brought it in; never an export
// of ours.
void* caller_scope(const Object& caller, const char* name, const char* version) noexcept;

}  // namespace detshim::interpose
