// The environment pack of a bare preload: variables that libraries read once, at their start.
#pragma once

namespace detshim::boot {

// Sets each variable of the pack that is not set (config/environment_pack.h). In the constructor of
// the root process, while it has one thread; children inherit the result. What is read before our
// constructor (libgomp's OMP_*) is not in the pack: only a launcher is early enough for it.
void lay_environment() noexcept;

}  // namespace detshim::boot
