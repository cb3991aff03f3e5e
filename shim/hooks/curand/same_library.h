// Another function of the library that a real function lives in: what the create hook needs to seed the new generator
// with the functions of its own copy.
// Thread rule: any thread, forked children; no lock, no allocation.
#pragma once
#include "shim/interpose/hook_info.h"
#include "shim/interpose/libc.h"
#include "shim/interpose/objects.h"
#include "shim/interpose/resolve.h"

namespace detshim::curand {

// Null if there is none. `real` may be another interposer's wrapper: then the next definition behind us serves.
template <HookId Id, class Real>
typename interpose::HookRow<Id>::Fn* in_library_of(Real* real) noexcept {
  const char* name = interpose::kHooks[static_cast<int>(Id)].name;
  void* found = nullptr;
  if (interpose::Object owner; interpose::find_object(reinterpret_cast<void*>(real), &owner))
    found = interpose::elf_symbol(owner.base, owner.dynamic, name);
  if (found == nullptr) found = interpose::after_self(name, nullptr);
  return reinterpret_cast<typename interpose::HookRow<Id>::Fn*>(found);
}

}  // namespace detshim::curand
