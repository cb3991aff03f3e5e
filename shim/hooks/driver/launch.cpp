// Kernel launches at the driver: what libraries with a static runtime and driver-API programs do. A
// launch that comes out of a hooked runtime call is passed through before it reaches a body (depth
// guard), so it counts once. Launch path: one relaxed add.
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::interpose {
namespace {

template <class Call, class... A>
abi::CUresult launch(const Call& call, A... arguments) {
  record::count(record::What::launch);
  return call.real(arguments...);
}

}  // namespace

// Each has a twin for per-thread default streams with the same signature.
#define DETSHIM_LAUNCH(Name, id)                                                                   \
  using Name = Hook<HookId::id>;                                                                   \
  template <>                                                                                      \
  abi::CUresult Name::on_call(const Call& call, abi::CUfunction function, unsigned grid_x,         \
                              unsigned grid_y, unsigned grid_z, unsigned block_x,                  \
                              unsigned block_y, unsigned block_z, unsigned shared_bytes,           \
                              abi::CUstream stream, void** parameters, void** extra) {             \
    return launch(call, function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, \
                  stream, parameters, extra);                                                      \
  }
DETSHIM_LAUNCH(Launch, cuLaunchKernel)
DETSHIM_LAUNCH(LaunchPerThread, cuLaunchKernel_ptsz)
#undef DETSHIM_LAUNCH

#define DETSHIM_LAUNCH(Name, id)                                                                   \
  using Name = Hook<HookId::id>;                                                                   \
  template <>                                                                                      \
  abi::CUresult Name::on_call(const Call& call, abi::CUfunction function, unsigned grid_x,         \
                              unsigned grid_y, unsigned grid_z, unsigned block_x,                  \
                              unsigned block_y, unsigned block_z, unsigned shared_bytes,           \
                              abi::CUstream stream, void** parameters) {                           \
    return launch(call, function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, \
                  stream, parameters);                                                             \
  }
DETSHIM_LAUNCH(LaunchCooperative, cuLaunchCooperativeKernel)
DETSHIM_LAUNCH(LaunchCooperativePerThread, cuLaunchCooperativeKernel_ptsz)
#undef DETSHIM_LAUNCH

#define DETSHIM_LAUNCH(Name, id)                                                           \
  using Name = Hook<HookId::id>;                                                           \
  template <>                                                                              \
  abi::CUresult Name::on_call(const Call& call, const abi::CUlaunchConfig* config,         \
                              abi::CUfunction function, void** parameters, void** extra) { \
    return launch(call, config, function, parameters, extra);                              \
  }
DETSHIM_LAUNCH(LaunchEx, cuLaunchKernelEx)
DETSHIM_LAUNCH(LaunchExPerThread, cuLaunchKernelEx_ptsz)
#undef DETSHIM_LAUNCH

}  // namespace detshim::interpose
