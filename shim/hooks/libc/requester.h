// Who wants entropy: the native call stack, read from the hook outwards.
// Thread rule: any thread, signal handlers, forked children; no lock, no allocation (libgcc's
// unwinder is linked in).
#pragma once
#include "shim/policy/entropy.h"

namespace detshim::libc_hooks {

// `return_address` of the hooked call; `destination` of the bytes, null where that says nothing.
// Walks the stack only if the caller is plumbing or an interpreter.
policy::Requester who_asks(const void* return_address, const void* destination) noexcept;

}  // namespace detshim::libc_hooks
