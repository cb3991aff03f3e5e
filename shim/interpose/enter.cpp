#include "shim/interpose/enter.h"

#include <cstdio>

#include "shim/boot/boot.h"
#include "shim/interpose/libc.h"
#include "shim/record/record.h"

namespace detshim::interpose {

__thread int t_depth;

namespace {

// "hook curandGenerate copy=0 caller=user depth=0"; `pass` where the call goes through untouched.
__attribute__((noinline, cold)) void trace(int row, const Target& target, bool pass) {
  char line[192];
  const int size =
      snprintf(line, sizeof line, "%s %s copy=%d caller=%s depth=%d", pass ? "pass" : "hook",
               kHooks[row].name, target.copy, name_of(target.caller), t_depth);
  if (size > 0) record::log(record::Level::trace, {line, static_cast<size_t>(size)});
}

}  // namespace

Entry enter(int row, int copy, const void* return_address) noexcept {
  const ErrnoGuard keep;
  boot_libc();
  Target target{nullptr, Caller::user, copy};
  if (copy == kDirect) {
    target = direct_target(row, return_address);
  } else {
    target.real = slot_real(row, copy);
    // Who holds a thunk was judged when it asked for it; what happens inside a hooked call is
    // judged anew.
    Object object;
    if (t_depth > 0 && find_object(return_address, &object)) target.caller = classify(object);
  }
  const bool enabled = boot::enabled();
  const bool nested = t_depth > 0 && target.caller != Caller::user;
  const bool pass =
      !enabled || target.copy < 0 || nested || is_exempt(target.caller, kHooks[row].library);
  if (enabled && record::logs(record::Level::trace)) trace(row, target, pass);
  return {target.real, pass};
}

}  // namespace detshim::interpose

// Observe rows tail-jump, so they cannot raise the depth: for what their real function calls, the
// caller's class decides.
extern "C" __attribute__((visibility("hidden"))) void* detshim_observe(unsigned row, unsigned copy,
                                                                       const void* return_address) {
  return detshim::interpose::enter(static_cast<int>(row), static_cast<int>(copy), return_address)
      .real;
}
