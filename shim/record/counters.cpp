#include <atomic>

#include "shim/record/complaints.h"
#include "shim/record/log.h"
#include "shim/record/record.h"
#include "shim/record/standard_error.h"

namespace detshim::record {
namespace {

constexpr auto kCounters = static_cast<size_t>(What::count_);

// A cache line each: threads that launch must not slow those that draw seeds.
struct alignas(64) Counter {
  std::atomic<uint64_t> times{0};
};
constinit Counter counters[kCounters];
constinit std::atomic<bool> cuda{false};

Counter& counter(What what) noexcept { return counters[static_cast<size_t>(what)]; }

}  // namespace

void count(What what, uint64_t times) noexcept {
  counter(what).times.fetch_add(times, std::memory_order_relaxed);
}

uint64_t counted(What what) noexcept { return counter(what).times.load(std::memory_order_relaxed); }

void used_cuda() noexcept {
  if (!cuda.load(std::memory_order_relaxed)) cuda.store(true, std::memory_order_relaxed);
}

bool has_used_cuda() noexcept { return cuda.load(std::memory_order_relaxed); }

void start() noexcept { remember_standard_error(); }

void after_fork_in_child() noexcept {
  for (Counter& one : counters) one.times.store(0, std::memory_order_relaxed);
  cuda.store(false, std::memory_order_relaxed);
  complaints().after_fork_in_child();
  log_after_fork_in_child();
}

}  // namespace detshim::record
