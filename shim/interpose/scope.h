// Symbol scopes as the loader sees them.
#pragma once
#include "shim/interpose/objects.h"

namespace detshim::interpose {

// dlsym or dlvsym of the C library, called from here; its dlerror is discarded.
void* lookup(void* handle, const char* name, const char* version) noexcept;

}  // namespace detshim::interpose
