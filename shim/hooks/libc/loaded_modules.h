// What the loaded files are to the entropy policy. Verdicts are kept per file.
// Thread rule: any thread, signal handlers, forked children; no lock, no allocation.
#pragma once
#include "shim/interpose/objects.h"
#include "shim/policy/entropy.h"

namespace detshim::libc_hooks {

// Is there an entropy.allow? Reads the settings only if the environment names some.
bool any_allowed() noexcept;

policy::Module module_of(const interpose::Object& object) noexcept;

}  // namespace detshim::libc_hooks
