#include "shim/policy/produced.h"

#include <sys/mman.h>

#include "shim/policy/mix.h"

namespace detshim::policy {
namespace {

constinit ProducedSeeds g_produced;

}  // namespace

ProducedSeeds& produced_seeds() noexcept { return g_produced; }

ProducedSeeds::Slot* ProducedSeeds::table() noexcept {
  Slot* known = slots_.load(std::memory_order_acquire);
  if (known) return known;
  const size_t size_bytes = slot_count_ * sizeof(Slot);
  // Zero pages are empty slots: an atomic of an integer has the integer's representation.
  static_assert(sizeof(Slot) == sizeof(uint64_t) && Slot::is_always_lock_free);
  void* fresh = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fresh == MAP_FAILED) return nullptr;
  if (slots_.compare_exchange_strong(known, static_cast<Slot*>(fresh), std::memory_order_acq_rel))
    return static_cast<Slot*>(fresh);
  munmap(fresh, size_bytes);  // another thread was first
  return known;
}

bool ProducedSeeds::remember(uint64_t value) noexcept {
  if (value == 0) {
    zero_.store(true, std::memory_order_release);
    return true;
  }
  Slot* const slots = table();
  if (!slots) return false;
  for (size_t at = mix64(value);; ++at) {
    Slot& slot = slots[at & (slot_count_ - 1)];
    uint64_t found = slot.load(std::memory_order_acquire);
    if (found == 0) {
      if (used_.load(std::memory_order_relaxed) >= capacity()) return false;
      if (slot.compare_exchange_strong(found, value, std::memory_order_acq_rel)) {
        used_.fetch_add(1, std::memory_order_relaxed);
        return true;
      }
    }
    if (found == value) return true;
  }
}

bool ProducedSeeds::knows(uint64_t value) const noexcept {
  if (value == 0) return zero_.load(std::memory_order_acquire);
  const Slot* const slots = slots_.load(std::memory_order_acquire);
  if (!slots) return false;
  for (size_t at = mix64(value);; ++at) {
    const uint64_t found = slots[at & (slot_count_ - 1)].load(std::memory_order_acquire);
    if (found == value) return true;
    if (found == 0) return false;
  }
}

}  // namespace detshim::policy
