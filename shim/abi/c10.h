// Types of the libc10 functions (PyTorch) in hooks.toml, in our own words. Same names in
// PyTorch 1.13 to 2.15.
#pragma once
#include <cstdint>

namespace detshim::abi {

// uint64_t c10::detail::getNonDeterministicRandom(bool is_cuda)
using getNonDeterministicRandom = uint64_t(bool is_cuda);

}  // namespace detshim::abi
