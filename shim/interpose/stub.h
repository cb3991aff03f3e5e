// The way through a typed row: find the real function, guard, log, call the body. Instantiated by
// hook_stubs.cpp.
#pragma once
#include <type_traits>

#include "shim/interpose/enter.h"
#include "shim/interpose/hook.h"

namespace detshim::interpose {

template <HookId Id, class Fn>
struct Stub;

template <HookId Id, class R, class... A>
struct Stub<Id, R(A...)> {
  template <int Copy>
  static R call(A... arguments) {
    const void* return_address = __builtin_return_address(0);
    const Entry entry = enter(static_cast<int>(Id), Copy, return_address);
    const auto real = reinterpret_cast<R (*)(A...)>(entry.real);
    if (entry.pass) return real(arguments...);
    // A thread can be cancelled inside the real function, and is then unwound through here by the
    // program's unwinder. A landing pad of ours would need the one linked into this library, which
    // aborts on the other's context. So nothing here is noexcept or has a destructor; a cancelled
    // thread needs its depth no more, and rows whose function throws do not raise it.
    if constexpr (HookRow<Id>::kThrows)
      return Hook<Id>::on_call({real, return_address}, arguments...);
    ++t_depth;
    const R result = Hook<Id>::on_call({real, return_address}, arguments...);
    --t_depth;
    return result;
  }

  static R unavailable(A...) noexcept {
    if constexpr (std::is_pointer_v<R>)
      return nullptr;
    else
      return static_cast<R>(HookRow<Id>::kUnavailable);
  }
};

}  // namespace detshim::interpose
