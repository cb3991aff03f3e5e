// Max pooling: its backward pass adds in order of arrival unless the mode is MAX_DETERMINISTIC. The
// program goes on to see the mode that it set.
#include <atomic>
#include <cstdint>

#include "shim/hooks/cudnn/legacy.h"
#include "shim/interpose/hook.h"
#include "shim/policy/mix.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_POOLING_MAX;
using abi::CUDNN_POOLING_MAX_DETERMINISTIC;

// Descriptors that the program set to MAX. Open addressing, lock-free; with too many alive a getter
// answers MAX_DETERMINISTIC.
constexpr size_t kSlots = 1024, kReach = 32;
std::atomic<uintptr_t> g_renamed[kSlots];

std::atomic<uintptr_t>* slot_with(uintptr_t home, uintptr_t wanted) noexcept {
  const size_t first = policy::mix64(home);
  for (size_t step = 0; step < kReach; ++step) {
    auto& slot = g_renamed[(first + step) % kSlots];
    if (slot.load(std::memory_order_acquire) == wanted) return &slot;
  }
  return nullptr;
}

bool is_renamed(const void* descriptor) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(descriptor);
  return address != 0 && slot_with(address, address) != nullptr;
}

void forget_renamed(const void* descriptor) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(descriptor);
  if (auto* const slot = address != 0 ? slot_with(address, address) : nullptr)
    slot->store(0, std::memory_order_release);
}

void remember_renamed(const void* descriptor) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(descriptor);
  if (is_renamed(descriptor)) return;
  while (auto* const slot = slot_with(address, 0)) {
    uintptr_t free = 0;
    if (slot->compare_exchange_strong(free, address, std::memory_order_acq_rel)) return;
  }
}

// `set(mode)` is the real call.
template <typename Set>
abi::cudnnStatus_t set_mode(const char* function, const void* descriptor,
                            abi::cudnnPoolingMode_t mode, Set set) {
  const bool changes = mode == CUDNN_POOLING_MAX && pins();
  const bool renames = changes && boot::armed();
  const abi::cudnnStatus_t status = set(renames ? CUDNN_POOLING_MAX_DETERMINISTIC : mode);
  if (status != abi::CUDNN_STATUS_SUCCESS) return status;
  if (changes) report_replaced(function, mode, CUDNN_POOLING_MAX_DETERMINISTIC);
  if (renames)
    remember_renamed(descriptor);
  else
    forget_renamed(descriptor);
  return status;
}

void show_mode(const void* descriptor, abi::cudnnStatus_t status,
               abi::cudnnPoolingMode_t* mode) noexcept {
  if (status == abi::CUDNN_STATUS_SUCCESS && mode != nullptr &&
      *mode == CUDNN_POOLING_MAX_DETERMINISTIC && is_renamed(descriptor))
    *mode = CUDNN_POOLING_MAX;
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnPoolingMode_t;
using abi::cudnnStatus_t;

template <>
cudnnStatus_t Hook<HookId::cudnnSetPooling2dDescriptor>::on_call(
    const Call& call, void* pooling, cudnnPoolingMode_t mode, int nan, int height, int width,
    int vertical_padding, int horizontal_padding, int vertical_stride, int horizontal_stride) {
  return cudnn::set_mode("cudnnSetPooling2dDescriptor", pooling, mode, [&](cudnnPoolingMode_t m) {
    return call.real(pooling, m, nan, height, width, vertical_padding, horizontal_padding,
                     vertical_stride, horizontal_stride);
  });
}

template <>
cudnnStatus_t Hook<HookId::cudnnSetPoolingNdDescriptor>::on_call(const Call& call, void* pooling,
                                                                 cudnnPoolingMode_t mode, int nan,
                                                                 int dimensions, const int* window,
                                                                 const int* padding,
                                                                 const int* stride) {
  return cudnn::set_mode("cudnnSetPoolingNdDescriptor", pooling, mode, [&](cudnnPoolingMode_t m) {
    return call.real(pooling, m, nan, dimensions, window, padding, stride);
  });
}

template <>
cudnnStatus_t Hook<HookId::cudnnGetPooling2dDescriptor>::on_call(
    const Call& call, const void* pooling, cudnnPoolingMode_t* mode, int* nan, int* height,
    int* width, int* vertical_padding, int* horizontal_padding, int* vertical_stride,
    int* horizontal_stride) {
  const cudnnStatus_t status = call.real(pooling, mode, nan, height, width, vertical_padding,
                                         horizontal_padding, vertical_stride, horizontal_stride);
  cudnn::show_mode(pooling, status, mode);
  return status;
}

template <>
cudnnStatus_t Hook<HookId::cudnnGetPoolingNdDescriptor>::on_call(const Call& call,
                                                                 const void* pooling, int requested,
                                                                 cudnnPoolingMode_t* mode, int* nan,
                                                                 int* dimensions, int* window,
                                                                 int* padding, int* stride) {
  const cudnnStatus_t status =
      call.real(pooling, requested, mode, nan, dimensions, window, padding, stride);
  cudnn::show_mode(pooling, status, mode);
  return status;
}

template <>
cudnnStatus_t Hook<HookId::cudnnDestroyPoolingDescriptor>::on_call(const Call& call,
                                                                   void* pooling) {
  cudnn::forget_renamed(pooling);
  return call.real(pooling);
}

}  // namespace detshim::interpose
