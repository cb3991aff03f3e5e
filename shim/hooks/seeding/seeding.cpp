#include "shim/hooks/seeding/seeding.h"

#include <time.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <string_view>

#include "shim/boot/boot.h"
#include "shim/boot/identity.h"
#include "shim/interpose/libc.h"
#include "shim/record/record.h"

namespace detshim::seeding {
namespace {

// Of one thread; a forked child goes on with a copy of the forking thread's.
struct ThreadSeeds {
  policy::InternedSeeds interned;
  uint64_t generators;
};
constinit thread_local ThreadSeeds t_seeds{};

uint64_t read_ns(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

// When this process image started; a forked child keeps its parent's. One vDSO call in every process, since nothing
// later tells it without reading a file.
uint64_t g_started_ns;
__attribute__((constructor)) void note_start() noexcept { g_started_ns = read_ns(CLOCK_BOOTTIME); }

policy::ClockReading read_clocks() noexcept {
  const uint64_t boottime_ns = read_ns(CLOCK_BOOTTIME);
  // A constructor of another library may seed before ours has run.
  const uint64_t started_ns = g_started_ns ? g_started_ns : boottime_ns;
  return {.realtime_ns = read_ns(CLOCK_REALTIME),
          .monotonic_ns = read_ns(CLOCK_MONOTONIC),
          .boottime_ns = boottime_ns,
          .age_ns = boottime_ns - started_ns,
          .pid = static_cast<uint32_t>(getpid())};
}

policy::SeedAsker asker() noexcept {
  return {.place = {.process_path = identity::process_path(),
                    .thread_path = identity::thread_path(),
                    .rank_key = boot::rank_of_keys()},
          .now = read_clocks(),
          .interned = t_seeds.interned,
          .produced = policy::produced_seeds()};
}

}  // namespace

uint64_t next_generator_key() noexcept {
  return policy::combine(identity::thread_path(), t_seeds.generators++);
}

policy::SeedDecision decide_seed(const policy::SeedRules& rules, uint64_t seed,
                                 uint64_t seeding_key) noexcept {
  return policy::decide_seed(rules, seed, seeding_key, asker());
}

policy::SeedDecision decide_offset(const policy::SeedRules& rules, uint64_t offset) noexcept {
  return policy::decide_offset(rules, offset, asker());
}

void taken(const policy::SeedDecision& decision) noexcept {
  const interpose::ErrnoGuard keep_errno;
  if (!decision.by_f() || policy::produced_seeds().remember(decision.value)) return;
  record::complain(
      "seeds.produced",
      "this process has made more seeds than detshim remembers: one that comes back as a seed is "
      "rewritten once more, and with several threads which ones may change from run to run. "
      "seeds.explicit = \"keep\" needs no such memory.");
}

namespace {

// "seeds.curand.mode=mix from run.toml:12:8"; the origin is left out where it is the default.
std::string setting_text(config::Key key, std::string_view spelling) {
  const std::string origin = boot::setting_origin(key);
  std::string text(config::row(key).path);
  text.append("=").append(spelling);
  return origin == "default" ? text : text + " from " + origin;
}

std::string change_text(const char* function, const char* what, uint64_t old_value,
                        const policy::SeedRules& rules, const policy::SeedDecision& decision) {
  std::string line = function;
  line.append(": ").append(what).append(" ").append(std::to_string(old_value));
  line.append(boot::armed() ? " -> " : " would become ").append(std::to_string(decision.value));
  if (decision.reason == policy::SeedReason::clock)
    line.append(" (").append(policy::describe(decision.clock)).append(", seeds.clock=pin");
  else
    line.append(" (").append(setting_text(rules.key, rules.spelling));
  line.append(", master ").append(std::to_string(rules.master)).append(" ");
  if (rules.master_given)
    line.append("from ").append(boot::setting_origin(config::Key::seeds_master));
  else
    line.append("by default");
  return line + ")";
}

}  // namespace

void log_change(const char* function, const char* what, uint64_t old_value,
                const policy::SeedRules& rules, const policy::SeedDecision& decision) noexcept try {
  if (decision.value == old_value) {
    if (!record::logs(record::Level::debug)) return;
    record::log(record::Level::debug, std::string(function) + ": " + what + " " +
                                          std::to_string(old_value) + " stays (" +
                                          policy::describe(decision.reason) + ")");
  } else if (record::logs(record::Level::info))
    record::log(record::Level::info, change_text(function, what, old_value, rules, decision));
} catch (...) {  // no memory for a log line: the program goes on
}

void watch_override(uint64_t generator_key) noexcept {
  static constinit std::atomic<uint64_t> first{0};
  static constinit std::atomic<bool> said{false};
  uint64_t known = 0;
  if (first.compare_exchange_strong(known, generator_key, std::memory_order_relaxed)) return;
  if (known == generator_key || said.exchange(true, std::memory_order_relaxed)) return;
  record::complain("seeds.override",
                   "mode override gives every generator the master seed, and this process has more "
                   "than one: their numbers are the same, not independent. \"mix\" keeps different "
                   "seeds different.");
}

}  // namespace detshim::seeding
