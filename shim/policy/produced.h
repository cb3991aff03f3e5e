// The seeds that detshim itself has handed out. A program may read one back (torch.initial_seed())
// and seed another generator with it; such a value must come back unchanged, or two generators that
// were equal would part. Place in the flow: whoever hands a value to the program that may return as
// a seed calls remember(); decide_seed() asks knows(). Thread rule: lock-free, any thread; a forked
// child goes on with what its parent knew. Not for launch paths: the first remember() of a process
// maps the table. A program started by exec begins with an empty set.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace detshim::policy {

class ProducedSeeds {
 public:
  // Sized so that one new seed per training step for days does not fill it: 4 MiB, of which only
  // what is used is real.
  static constexpr size_t kSlots = size_t{1} << 19;

  // `slots` is a power of two; at most half of them are used, so that looking up stays short.
  explicit constexpr ProducedSeeds(size_t slots = kSlots) noexcept : slot_count_(slots) {}
  ~ProducedSeeds() =
      default;  // the table stays: detached threads may still seed while the process ends
  ProducedSeeds(const ProducedSeeds&) = delete;
  ProducedSeeds& operator=(const ProducedSeeds&) = delete;

  // False if the set is full or could not be mapped: then a program that seeds with `value` will
  // have it rewritten once more, and with several threads which values are known may depend on
  // their order. Say so once.
  bool remember(uint64_t value) noexcept;
  bool knows(uint64_t value) const noexcept;
  size_t capacity() const noexcept { return slot_count_ / 2; }

 private:
  using Slot = std::atomic<uint64_t>;
  Slot* table() noexcept;

  const size_t slot_count_;
  std::atomic<Slot*> slots_{nullptr};
  std::atomic<size_t> used_{0};
  std::atomic<bool> zero_{false};  // 0 marks an empty slot and is kept here instead
};

// The set of this process, shared by every layer (cuRAND, PyTorch, entropy).
ProducedSeeds& produced_seeds() noexcept;

}  // namespace detshim::policy
