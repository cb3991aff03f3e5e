// What was complained about, each thing once.
// Place in the flow: complain() notes here and learns whether it is the first time; the exit
// summary reads it. Thread rule: any thread, forked children, signal context; no lock, no heap,
// fixed size. Not on a launch path.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace detshim::record {

struct Complaint {
  const char* id;
  uint64_t times;
};

class Complaints {
 public:
  static constexpr int kCapacity = 64;

  // Counts `id` (a string that lives for ever; compared by its text). True the first time; false,
  // too, when the table is full, so that nothing is said without end.
  bool note(const char* id) noexcept;
  // Counts start again; what has been said stays said.
  void after_fork_in_child() noexcept;

  // Calls visit(Complaint) for each id that was noted in this process.
  template <class Visit>
  void each(Visit visit) const noexcept {
    for (const Slot& slot : slots_) {
      const char* id = slot.id.load(std::memory_order_acquire);
      if (id == nullptr) return;
      const uint64_t times = slot.times.load(std::memory_order_relaxed);
      if (times != 0) visit(Complaint{id, times});
    }
  }

 private:
  struct Slot {
    std::atomic<const char*> id{nullptr};
    std::atomic<uint64_t> times{0};
    std::atomic<bool> said{false};
  };
  std::array<Slot, kCapacity> slots_;
};

Complaints& complaints() noexcept;

}  // namespace detshim::record
