// The environment pack of a bare preload: variables that libraries read once, at their start.
#pragma once

namespace detshim::boot {

// Sets each variable of the pack that is not set (config/environment_pack.h). In the constructor of
// the root process, while it has one thread; children inherit the result. What is read before our
// constructor (libgomp's OMP_*) is not in the pack: only a launcher is early enough for it.
void lay_environment() noexcept;

// Gives this process a CUPY_SEED of its own if the one that it inherited is detshim's: CuPy seeds
// every generator that nobody seeds with it, so ranks and workers would draw the same numbers.
// In the constructor, like lay_environment(). False: there is none of ours. A process that is
// forked and execs nothing keeps its parent's value.
bool renew_environment() noexcept;

}  // namespace detshim::boot
