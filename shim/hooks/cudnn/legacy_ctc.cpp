// CTC loss. The deterministic algorithm has limits (lengths of labels) that only cuDNN knows: where it
// refuses, the program's own runs and is named.
#include <algorithm>

#include "shim/hooks/cudnn/legacy.h"
#include "shim/interpose/hook.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_CTC_LOSS_ALGO_DETERMINISTIC;
using abi::CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC;
using abi::cudnnCTCLossAlgo_t;
using abi::cudnnStatus_t;

template <typename Run>
cudnnStatus_t run_deterministic(const char* function, cudnnCTCLossAlgo_t algo, Run run) {
  if (!pins() || algo != CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC) return run(algo);
  if (!boot::armed()) {
    report_replaced(function, algo, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC);
    return run(algo);
  }
  const cudnnStatus_t status = run(CUDNN_CTC_LOSS_ALGO_DETERMINISTIC);
  if (status == abi::CUDNN_STATUS_SUCCESS)
    report_replaced(function, algo, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC);
  if (!is_refused(status)) return status;
  const cudnnStatus_t original = run(algo);
  if (original == abi::CUDNN_STATUS_SUCCESS)
    complain_left("cudnn.ctc", function,
                  "the deterministic algorithm does not take these lengths of labels or this "
                  "workspace; ask for the workspace under the shim, or shorten the labels");
  return original;
}

template <typename SizeOf>
cudnnStatus_t answer_size(cudnnCTCLossAlgo_t algo, size_t* bytes, SizeOf size_of) {
  const cudnnStatus_t status = size_of(algo, bytes);
  size_t other = 0;
  if (status == abi::CUDNN_STATUS_SUCCESS && bytes != nullptr && pins() && boot::armed() &&
      algo == CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC &&
      size_of(CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, &other) == abi::CUDNN_STATUS_SUCCESS)
    *bytes = std::max(*bytes, other);
  return status;
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnCTCLossAlgo_t;
using abi::cudnnDescriptor_t;
using abi::cudnnHandle_t;
using abi::cudnnStatus_t;

template <>
cudnnStatus_t Hook<HookId::cudnnCTCLoss>::on_call(
    const Call& call, cudnnHandle_t handle, cudnnDescriptor_t probabilities,
    const void* probabilities_data, const int* labels, const int* label_lengths,
    const int* input_lengths, void* costs, cudnnDescriptor_t gradients, void* gradients_data,
    cudnnCTCLossAlgo_t algo, void* loss, void* workspace, size_t bytes) {
  return cudnn::run_deterministic("cudnnCTCLoss", algo, [&](cudnnCTCLossAlgo_t a) {
    return call.real(handle, probabilities, probabilities_data, labels, label_lengths,
                     input_lengths, costs, gradients, gradients_data, a, loss, workspace, bytes);
  });
}

template <>
cudnnStatus_t Hook<HookId::cudnnCTCLoss_v8>::on_call(
    const Call& call, cudnnHandle_t handle, cudnnCTCLossAlgo_t algo, void* loss,
    cudnnDescriptor_t probabilities, const void* probabilities_data, const int* labels,
    const int* label_lengths, const int* input_lengths, void* costs, cudnnDescriptor_t gradients,
    void* gradients_data, size_t bytes, void* workspace) {
  return cudnn::run_deterministic("cudnnCTCLoss_v8", algo, [&](cudnnCTCLossAlgo_t a) {
    return call.real(handle, a, loss, probabilities, probabilities_data, labels, label_lengths,
                     input_lengths, costs, gradients, gradients_data, bytes, workspace);
  });
}

template <>
cudnnStatus_t Hook<HookId::cudnnGetCTCLossWorkspaceSize>::on_call(
    const Call& call, cudnnHandle_t handle, cudnnDescriptor_t probabilities,
    cudnnDescriptor_t gradients, const int* labels, const int* label_lengths,
    const int* input_lengths, cudnnCTCLossAlgo_t algo, void* loss, size_t* bytes) {
  return cudnn::answer_size(algo, bytes, [&](cudnnCTCLossAlgo_t a, size_t* size) {
    return call.real(handle, probabilities, gradients, labels, label_lengths, input_lengths, a,
                     loss, size);
  });
}

template <>
cudnnStatus_t Hook<HookId::cudnnGetCTCLossWorkspaceSize_v8>::on_call(
    const Call& call, cudnnHandle_t handle, cudnnCTCLossAlgo_t algo, void* loss,
    cudnnDescriptor_t probabilities, cudnnDescriptor_t gradients, size_t* bytes) {
  return cudnn::answer_size(algo, bytes, [&](cudnnCTCLossAlgo_t a, size_t* size) {
    return call.real(handle, a, loss, probabilities, gradients, size);
  });
}

}  // namespace detshim::interpose
