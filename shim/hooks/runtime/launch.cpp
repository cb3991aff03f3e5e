// Kernel launches at the runtime: what <<<>>> and the cuda* launch functions of a program with a
// shared cudart do. Launch path: one relaxed add. The driver call inside is passed through (depth
// guard), so a launch counts once.
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::interpose {
namespace {

template <class Call, class... A>
abi::cudaError_t launch(const Call& call, A... arguments) {
  record::count(record::What::launch);
  record::used_cuda();
  return call.real(arguments...);
}

}  // namespace

#define DETSHIM_LAUNCH(Name, id)                                                         \
  using Name = Hook<HookId::id>;                                                         \
  template <>                                                                            \
  abi::cudaError_t Name::on_call(const Call& call, LAUNCHED function, abi::dim3 grid,    \
                                 abi::dim3 block, void** arguments, size_t shared_bytes, \
                                 abi::cudaStream_t stream) {                             \
    return launch(call, function, grid, block, arguments, shared_bytes, stream);         \
  }

#define LAUNCHED abi::cudaKernel_t
DETSHIM_LAUNCH(NvccLaunch, nvccLaunchKernel)
DETSHIM_LAUNCH(NvccLaunchPerThread, nvccLaunchKernel_ptsz)
#undef LAUNCHED
#define LAUNCHED const void*
DETSHIM_LAUNCH(LaunchKernel, cudaLaunchKernel)
DETSHIM_LAUNCH(LaunchKernelPerThread, cudaLaunchKernel_ptsz)
DETSHIM_LAUNCH(LaunchCooperativeKernel, cudaLaunchCooperativeKernel)
DETSHIM_LAUNCH(LaunchCooperativeKernelPerThread, cudaLaunchCooperativeKernel_ptsz)
#undef LAUNCHED

using LaunchExC = Hook<HookId::cudaLaunchKernelExC>;
template <>
abi::cudaError_t LaunchExC::on_call(const Call& call, const abi::cudaLaunchConfig_t* config,
                                    const void* function, void** arguments) {
  return launch(call, config, function, arguments);
}

using LaunchExCPerThread = Hook<HookId::cudaLaunchKernelExC_ptsz>;
template <>
abi::cudaError_t LaunchExCPerThread::on_call(const Call& call,
                                             const abi::cudaLaunchConfig_t* config,
                                             const void* function, void** arguments) {
  return launch(call, config, function, arguments);
}

}  // namespace detshim::interpose
