// Types of the libstdc++ functions in hooks.toml, in our own words. Mangled names are fixed by the
// Itanium C++ ABI.
#pragma once

namespace detshim::abi {

// unsigned int std::random_device::_M_getval()
using random_device_getval = unsigned(void* self);

}  // namespace detshim::abi
