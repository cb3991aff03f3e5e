#include "shim/hooks/curand/generators.h"

#include <atomic>
#include <cstddef>

#include "shim/policy/mix.h"

namespace detshim::curand {
namespace {

constexpr size_t kSlots = 2048;  // a power of two; 80 KiB that are touched as used
constexpr size_t kReach = 32;    // how far from its own slot an entry may lie

struct Slot {
  std::atomic<uintptr_t> handle;  // 0: free
  Generator generator;
};
constinit Slot g_slots[kSlots]{};
constexpr uintptr_t kBusy = 1;  // claimed, not yet written; no handle is odd

uintptr_t number(abi::curandGenerator_t handle) noexcept {
  return reinterpret_cast<uintptr_t>(handle);
}

// An entry may lie anywhere within reach: forgotten ones leave holes, so a search never ends early.
Slot* slot_of(uintptr_t handle) noexcept {
  const size_t home = policy::mix64(handle);
  for (size_t step = 0; step < kReach; ++step) {
    Slot& slot = g_slots[(home + step) % kSlots];
    if (slot.handle.load(std::memory_order_acquire) == handle) return &slot;
  }
  return nullptr;
}

}  // namespace

void remember(abi::curandGenerator_t handle, const Generator& generator) noexcept {
  const uintptr_t wanted = number(handle);
  // Destroyed behind our back, its address used again.
  if (Slot* stale = slot_of(wanted)) {
    stale->generator = generator;
    return;
  }
  const size_t home = policy::mix64(wanted);
  for (size_t step = 0; step < kReach; ++step) {
    Slot& slot = g_slots[(home + step) % kSlots];
    uintptr_t free = 0;
    if (!slot.handle.compare_exchange_strong(free, kBusy, std::memory_order_acquire)) continue;
    slot.generator = generator;
    slot.handle.store(wanted, std::memory_order_release);
    return;
  }
}

void forget(abi::curandGenerator_t handle) noexcept {
  if (handle == nullptr) return;
  if (Slot* slot = slot_of(number(handle))) slot->handle.store(0, std::memory_order_release);
}

Generator* find(abi::curandGenerator_t handle) noexcept {
  if (handle == nullptr) return nullptr;
  Slot* slot = slot_of(number(handle));
  return slot ? &slot->generator : nullptr;
}

}  // namespace detshim::curand
