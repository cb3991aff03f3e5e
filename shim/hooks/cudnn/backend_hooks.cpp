// The functions of cuDNN's graph API. What is done is told in descriptors.h (tracking),
// heuristics.h (lists) and plans.h (what may be finalized).
#include "shim/boot/boot.h"
#include "shim/hooks/cudnn/descriptors.h"
#include "shim/hooks/cudnn/graphs.h"
#include "shim/hooks/cudnn/heuristics.h"
#include "shim/hooks/cudnn/lock.h"
#include "shim/hooks/cudnn/plans.h"
#include "shim/hooks/cudnn/report.h"
#include "shim/interpose/hook.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/record.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_STATUS_SUCCESS;

bool is_wanted() noexcept {
  const config::Settings& settings = boot::settings();
  return settings.cudnn_pin || settings.cudnn_unnoted != config::Unnoted::allow ||
         !settings.cudnn_lock.empty();
}

const void* code_of(auto* function) noexcept { return reinterpret_cast<const void*>(function); }

// True if `status` is the answer; false: the real call has to give it.
bool answer_list(const void* real, abi::cudnnBackendDescriptor_t descriptor, int64_t requested,
                 int64_t* count, void* elements, abi::cudnnStatus_t* status) noexcept {
  // What cuDNN refuses, it refuses itself.
  const bool asks_count = requested == 0 || elements == nullptr;
  if (requested < 0 || (asks_count && count == nullptr) ||
      (!boot::settings().cudnn_pin && boot::settings().cudnn_lock.empty()))
    return false;
  const record::QuietScope quiet;
  try {
    const TrackedPtr heuristics = find(descriptor);
    const Backend* const backend = heuristics != nullptr ? backend_of(real) : nullptr;
    if (backend == nullptr) return false;
    const auto answer = answer_of(*backend, *heuristics);
    if (answer == nullptr || !boot::armed()) return false;
    *status = deliver(*backend, *heuristics, *answer, requested, count, elements);
    return true;
  } catch (...) {
    return false;  // no memory: the list as it is; plans are judged again
  }
}

// Whoever judges a plan has to know which graph its configuration came from.
void note_results(abi::cudnnBackendDescriptor_t descriptor, int64_t requested, const int64_t* count,
                  void* elements) noexcept {
  const TrackedPtr heuristics = elements != nullptr ? find(descriptor) : nullptr;
  if (heuristics == nullptr) return;
  const int64_t filled = count != nullptr && *count < requested ? *count : requested;
  auto* const configs = static_cast<abi::cudnnBackendDescriptor_t*>(elements);
  for (int64_t i = 0; i < filled; ++i) led_to(*heuristics, configs[i]);
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnBackendDescriptor_t;
using abi::cudnnStatus_t;

template <>
cudnnStatus_t Hook<HookId::cudnnBackendCreateDescriptor>::on_call(
    const Call& call, abi::cudnnBackendDescriptorType_t type, cudnnBackendDescriptor_t* out) {
  const cudnnStatus_t status = call.real(type, out);
  if (status == abi::CUDNN_STATUS_SUCCESS && out != nullptr && cudnn::is_wanted()) {
    record::used_cuda();
    cudnn::track(*out, type);
  }
  return status;
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendDestroyDescriptor>::on_call(
    const Call& call, cudnnBackendDescriptor_t descriptor) {
  // First: its address may be another descriptor's as soon as it is free.
  cudnn::forget(descriptor);
  return call.real(descriptor);
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendSetAttribute>::on_call(const Call& call,
                                                              cudnnBackendDescriptor_t descriptor,
                                                              abi::cudnnBackendAttributeName_t name,
                                                              abi::cudnnBackendAttributeType_t type,
                                                              int64_t count, const void* elements) {
  const void* const given =
      name == abi::CUDNN_ATTR_OPERATIONGRAPH_OPS && type == abi::CUDNN_TYPE_BACKEND_DESCRIPTOR
          ? cudnn::operations_to_set(cudnn::code_of(call.real), descriptor, count, elements)
          : elements;
  const cudnnStatus_t status = call.real(descriptor, name, type, count, given);
  if (status == abi::CUDNN_STATUS_SUCCESS) cudnn::set(descriptor, name, type, count, elements);
  return status;
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendGetAttribute>::on_call(
    const Call& call, cudnnBackendDescriptor_t descriptor, abi::cudnnBackendAttributeName_t name,
    abi::cudnnBackendAttributeType_t type, int64_t requested, int64_t* count, void* elements) {
  if (name != abi::CUDNN_ATTR_ENGINEHEUR_RESULTS || type != abi::CUDNN_TYPE_BACKEND_DESCRIPTOR)
    return call.real(descriptor, name, type, requested, count, elements);
  cudnnStatus_t status = abi::CUDNN_STATUS_SUCCESS;
  if (!cudnn::answer_list(cudnn::code_of(call.real), descriptor, requested, count, elements,
                          &status))
    status = call.real(descriptor, name, type, requested, count, elements);
  if (status == abi::CUDNN_STATUS_SUCCESS)
    cudnn::note_results(descriptor, requested, count, elements);
  return status;
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendFinalize>::on_call(const Call& call,
                                                          cudnnBackendDescriptor_t descriptor) {
  const cudnnStatus_t refusal = cudnn::before_finalize(cudnn::code_of(call.real), descriptor);
  if (refusal != abi::CUDNN_STATUS_SUCCESS) return refusal;
  const cudnnStatus_t status = call.real(descriptor);
  if (status != abi::CUDNN_STATUS_SUCCESS) return status;
  return cudnn::after_finalize(cudnn::code_of(call.real), descriptor);
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendExecute>::on_call(const Call& call,
                                                         abi::cudnnHandle_t handle,
                                                         cudnnBackendDescriptor_t plan,
                                                         cudnnBackendDescriptor_t pack) {
  if (!cudnn::may_run(plan)) return cudnn::not_supported(cudnn::code_of(call.real));
  if (cudnn::keeps_lock()) cudnn::note_execution(plan);
  return call.real(handle, plan, pack);
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendPopulateCudaGraph>::on_call(const Call& call,
                                                                   abi::cudnnHandle_t handle,
                                                                   cudnnBackendDescriptor_t plan,
                                                                   cudnnBackendDescriptor_t pack,
                                                                   abi::cudaGraph_t graph) {
  if (!cudnn::may_run(plan)) return cudnn::not_supported(cudnn::code_of(call.real));
  if (cudnn::keeps_lock()) cudnn::note_execution(plan);
  return call.real(handle, plan, pack, graph);
}

template <>
cudnnStatus_t Hook<HookId::cudnnBackendUpdateCudaGraph>::on_call(const Call& call,
                                                                 abi::cudnnHandle_t handle,
                                                                 cudnnBackendDescriptor_t plan,
                                                                 cudnnBackendDescriptor_t pack,
                                                                 abi::cudaGraph_t graph) {
  if (!cudnn::may_run(plan)) return cudnn::not_supported(cudnn::code_of(call.real));
  if (cudnn::keeps_lock()) cudnn::note_execution(plan);
  return call.real(handle, plan, pack, graph);
}

}  // namespace detshim::interpose
