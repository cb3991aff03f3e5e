// Where this process's settings come from, and what happens when they are bad.
#pragma once
#include <cstdint>

#include "config/settings.h"

namespace detshim::boot {

// In the root of a tree, before main. Parses only if there is a DETSHIM_ variable; a bad
// configuration ends the process with exit status 78 and one message on standard error. Returns the
// mode.
config::Mode check_configuration() noexcept;

// Makes the relative paths in DETSHIM_ variables absolute, so that children in other folders find
// the same files. True if there were any. Before main. Of all that observe mode leaves as it is,
// DETSHIM_CONFIG is the exception: a child that cannot read it does not start.
bool settle_paths(config::Mode mode) noexcept;

// Of the DETSHIM_ variables (without what the library sets: DETSHIM_TREE, DETSHIM_PACKED); 0 if there
// is none. A child whose fingerprint is its parent's has settings that were checked; one that has
// none has lost them.
uint32_t settings_fingerprint() noexcept;

}  // namespace detshim::boot
