// Launches of the CUDA runtime API: function types, written from the documented interface (CUDA
// runtime API reference, 13.0). __cudaLaunchKernel is what nvcc 13 makes of <<<>>>
// (crt/host_runtime.h).
#pragma once
#include <cstddef>

namespace detshim::abi {

using cudaError_t = int;  // an enum in driver_types.h
using cudaStream_t = void*;
using cudaKernel_t = void*;
struct dim3 {
  unsigned x, y, z;
};
struct cudaLaunchConfig_t;  // opaque here

using nvccLaunchKernel = cudaError_t(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                     size_t shared_bytes, cudaStream_t stream);
using nvccLaunchKernel_ptsz = nvccLaunchKernel;
using cudaLaunchKernel = cudaError_t(const void* function, dim3 grid, dim3 block, void** arguments,
                                     size_t shared_bytes, cudaStream_t stream);
using cudaLaunchKernel_ptsz = cudaLaunchKernel;
using cudaLaunchKernelExC = cudaError_t(const cudaLaunchConfig_t* config, const void* function,
                                        void** arguments);
using cudaLaunchKernelExC_ptsz = cudaLaunchKernelExC;
using cudaLaunchCooperativeKernel = cudaLaunchKernel;
using cudaLaunchCooperativeKernel_ptsz = cudaLaunchKernel;

}  // namespace detshim::abi
