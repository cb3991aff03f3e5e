// What the loaded files are to the entropy policy. Verdicts are kept per file.
// Thread rule: any thread, signal handlers, forked children; no lock, no allocation.
#pragma once
#include "shim/interpose/objects.h"
#include "shim/policy/entropy.h"

namespace detshim::libc_hooks {

// Could there be an entropy.allow? By the environment alone: asked for every draw, early in somebody's malloc, too.
bool may_be_allowed() noexcept;
// Is there one? May read the settings.
bool any_allowed() noexcept;

policy::Module module_of(const interpose::Object& object) noexcept;

}  // namespace detshim::libc_hooks
