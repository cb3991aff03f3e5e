// What a typed hook body is written against.
// Place in the flow: generated stub -> Hook<Id>::on_call (shim/hooks) -> policy -> call.real.
// Thread rule: a Call lives on the stack of the calling thread.
//
//   using SetSeed = interpose::Hook<HookId::curandSetPseudoRandomGeneratorSeed>;
//   template <> abi::curandStatus_t SetSeed::on_call(const Call& call, abi::curandGenerator_t g,
//   unsigned long long s)
//
// A body assumes no non-null out-parameter, no current context and no success of the real call; it
// throws nothing of its own and changes nothing unless boot::armed(). It is not
// noexcept, and no object with a destructor lives across call.real: a thread can be cancelled in there
// and is then unwound through us (stub.h). A missing body fails to link, a wrong signature
// to compile.
#pragma once
#include "hook_table.h"

#define DETSHIM_EXPORT __attribute__((visibility("default")))

namespace detshim::interpose {

template <HookId Id, class Fn = typename HookRow<Id>::Fn>
struct Hook;

template <HookId Id, class R, class... A>
struct Hook<Id, R(A...)> {
  struct Call {
    R (*real)(A...);  // never null: returns the row's "unavailable" if no library has the function
    const void* return_address;  // in the program: which library, which call site
  };
  static R on_call(const Call& call, A... arguments);
};

}  // namespace detshim::interpose
