// The CUDA driver API as far as hooks.toml names it: function types, written from the documented
// interface (CUDA driver API reference, 13.0). Handles are opaque pointers; launch descriptions are
// passed on unread.
#pragma once
#include <cstddef>
#include <cstdint>

namespace detshim::abi {

using CUresult = int;  // an enum in cuda.h
using CUfunction = void*;
using CUstream = void*;
struct CUlaunchConfig;  // opaque here

using cuInit = CUresult(unsigned flags);
using cuGetProcAddress = CUresult(const char* symbol, void** function, int version, uint64_t flags);
using cuGetProcAddress_v2 = CUresult(const char* symbol, void** function, int version,
                                     uint64_t flags, int* status);

using cuLaunchKernel = CUresult(CUfunction function, unsigned grid_x, unsigned grid_y,
                                unsigned grid_z, unsigned block_x, unsigned block_y,
                                unsigned block_z, unsigned shared_bytes, CUstream stream,
                                void** parameters, void** extra);
using cuLaunchKernel_ptsz = cuLaunchKernel;
using cuLaunchKernelEx = CUresult(const CUlaunchConfig* config, CUfunction function,
                                  void** parameters, void** extra);
using cuLaunchKernelEx_ptsz = cuLaunchKernelEx;
using cuLaunchCooperativeKernel = CUresult(CUfunction function, unsigned grid_x, unsigned grid_y,
                                           unsigned grid_z, unsigned block_x, unsigned block_y,
                                           unsigned block_z, unsigned shared_bytes, CUstream stream,
                                           void** parameters);
using cuLaunchCooperativeKernel_ptsz = cuLaunchCooperativeKernel;

}  // namespace detshim::abi
