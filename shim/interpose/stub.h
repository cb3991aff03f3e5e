// The way through a typed row: find the real function, guard, log, call the body. Instantiated by
// hook_stubs.cpp.
#pragma once
#include "shim/interpose/enter.h"
#include "shim/interpose/hook.h"

namespace detshim::interpose {

struct DepthGuard {
  DepthGuard() noexcept { ++t_depth; }
  ~DepthGuard() { --t_depth; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;
};

template <HookId Id, class Fn>
struct Stub;

template <HookId Id, class R, class... A>
struct Stub<Id, R(A...)> {
  static constexpr bool kNoThrow = !HookRow<Id>::kThrows;

  template <int Copy>
  static R call(A... arguments) noexcept(kNoThrow) {
    const void* return_address = __builtin_return_address(0);
    const Entry entry = enter(static_cast<int>(Id), Copy, return_address);
    const auto real = reinterpret_cast<R (*)(A...)>(entry.real);
    if (entry.pass) return real(arguments...);
    const DepthGuard inside;
    return Hook<Id>::on_call({real, return_address}, arguments...);
  }

  static R unavailable(A...) noexcept { return static_cast<R>(HookRow<Id>::kUnavailable); }
};

}  // namespace detshim::interpose
