// Convolutions by algorithm, and the sizes of working memory that programs ask for before.
#include <algorithm>

#include "shim/hooks/cudnn/legacy.h"
#include "shim/hooks/cudnn/siblings.h"
#include "shim/hooks/cudnn/workspace.h"
#include "shim/interpose/hook.h"
#include "shim/policy/cudnn_legacy.h"

namespace detshim::cudnn {
namespace {

using abi::cudnnStatus_t;
using policy::cudnn::Pass;

// The caller's buffer has to fit whichever algorithm will be run. `size_of(algo, bytes)` is the real
// call.
template <typename SizeOf>
cudnnStatus_t answer_size(Pass pass, int algo, size_t* bytes, SizeOf size_of) {
  const cudnnStatus_t status = size_of(algo, bytes);
  if (status != abi::CUDNN_STATUS_SUCCESS || bytes == nullptr || !pins() || !boot::armed() ||
      !policy::cudnn::is_nondeterministic(pass, algo))
    return status;
  for (const int other : policy::cudnn::substitutes(pass)) {
    size_t needed = 0;
    if (size_of(other, &needed) != abi::CUDNN_STATUS_SUCCESS) continue;
    *bytes = std::max(*bytes, needed);
    break;
  }
  return status;
}

// Runs a deterministic algorithm in place of `algo`: the first that fits into the caller's buffer,
// else the first in a buffer of ours. `run(algo, workspace, bytes)` is the real call; one that is
// refused has not touched the result, which may be added to (beta).
template <typename SizeOf, typename Run>
cudnnStatus_t run_deterministic(const void* real, Pass pass, const char* function,
                                abi::cudnnHandle_t handle, int algo, void* workspace, size_t bytes,
                                SizeOf size_of, Run run) {
  if (!pins() || !policy::cudnn::is_nondeterministic(pass, algo))
    return run(algo, workspace, bytes);
  if (!boot::armed()) {
    report_replaced(function, algo, policy::cudnn::substitutes(pass)[0]);
    return run(algo, workspace, bytes);
  }
  for (const bool in_own : {false, true}) {
    for (const int other : policy::cudnn::substitutes(pass)) {
      size_t needed = 0;
      if (size_of(other, &needed) != abi::CUDNN_STATUS_SUCCESS || (needed <= bytes) == in_own)
        continue;
      void* const memory = in_own ? own_workspace(real, handle, needed) : workspace;
      if (in_own && memory == nullptr) continue;
      const cudnnStatus_t status = run(other, memory, in_own ? needed : bytes);
      if (is_refused(status)) continue;
      if (status == abi::CUDNN_STATUS_SUCCESS) report_replaced(function, algo, other);
      return status;
    }
  }
  complain_left(
      "cudnn.convolution", function,
      "no deterministic algorithm runs in the workspace that the program gave, and none of "
      "detshim's own can be had (no memory, or the stream is captured); give it a larger one");
  return run(algo, workspace, bytes);
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnDescriptor_t;
using abi::cudnnHandle_t;
using abi::cudnnStatus_t;
using cudnn::Pass;

#define DETSHIM_BACKWARD(pass, name)                                                              \
  template <>                                                                                     \
  cudnnStatus_t Hook<HookId::cudnnGetConvolution##name##WorkspaceSize>::on_call(                  \
      const Call& call, cudnnHandle_t handle, cudnnDescriptor_t a, cudnnDescriptor_t b,           \
      cudnnDescriptor_t convolution, cudnnDescriptor_t c, int algo, size_t* bytes) {              \
    return cudnn::answer_size(Pass::pass, algo, bytes, [&](int other, size_t* size) {             \
      return call.real(handle, a, b, convolution, c, other, size);                                \
    });                                                                                           \
  }                                                                                               \
  template <>                                                                                     \
  cudnnStatus_t Hook<HookId::cudnnConvolution##name>::on_call(                                    \
      const Call& call, cudnnHandle_t handle, const void* alpha, cudnnDescriptor_t a,             \
      const void* a_data, cudnnDescriptor_t b, const void* b_data, cudnnDescriptor_t convolution, \
      int algo, void* workspace, size_t bytes, const void* beta, cudnnDescriptor_t c,             \
      void* c_data) {                                                                             \
    const auto* const real = reinterpret_cast<const void*>(call.real);                            \
    const auto size = cudnn::sibling<abi::cudnnGetConvolution##name##WorkspaceSize>(              \
        real, "cudnnGetConvolution" #name "WorkspaceSize");                                       \
    return cudnn::run_deterministic(                                                              \
        real, Pass::pass, "cudnnConvolution" #name, handle, algo, workspace, bytes,               \
        [&](int other, size_t* needed) {                                                          \
          return size != nullptr ? size(handle, a, b, convolution, c, other, needed)              \
                                 : abi::CUDNN_STATUS_NOT_SUPPORTED;                               \
        },                                                                                        \
        [&](int other, void* memory, size_t room) {                                               \
          return call.real(handle, alpha, a, a_data, b, b_data, convolution, other, memory, room, \
                           beta, c, c_data);                                                      \
        });                                                                                       \
  }

DETSHIM_BACKWARD(backward_data, BackwardData)
DETSHIM_BACKWARD(backward_filter, BackwardFilter)

}  // namespace detshim::interpose
