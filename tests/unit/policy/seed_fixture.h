// An asker for decide_seed() with every part in the test's hand.
#pragma once
#include <memory>

#include "shim/policy/seed.h"

namespace detshim::policy {

inline constexpr uint64_t kSecond = 1'000'000'000;
inline constexpr uint64_t kStart = 1'790'000'000 * kSecond;

// One thread of one process, ten minutes old.
struct Thread {
  SeedPlace place{.process_path = 11, .thread_path = 22, .rank_key = 0};
  ClockReading now{.realtime_ns = kStart,
                   .monotonic_ns = 86'400 * kSecond,
                   .boottime_ns = 86'400 * kSecond,
                   .age_ns = 600 * kSecond,
                   .pid = 4242};
  InternedSeeds interned{};
  std::shared_ptr<ProducedSeeds> produced = std::make_shared<ProducedSeeds>(1024);

  SeedAsker asker() { return {place, now, interned, *produced}; }
  uint64_t unix_s() const { return now.realtime_ns / kSecond; }
  void wait(uint64_t ns) {
    now.realtime_ns += ns;
    now.monotonic_ns += ns;
    now.boottime_ns += ns;
  }

  SeedDecision seed(const SeedRules& rules, uint64_t value, uint64_t generator_key = 1) {
    return decide_seed(rules, value, generator_key, asker());
  }
  // As a hook does it: what f made is remembered.
  uint64_t use(const SeedRules& rules, uint64_t value, uint64_t generator_key = 1) {
    const SeedDecision decision = seed(rules, value, generator_key);
    if (decision.by_f()) produced->remember(decision.value);
    return decision.value;
  }
};

inline SeedRules rules(config::SeedMode mode, config::OptionalU64 master = {},
                       config::ClockSeeds clock = config::ClockSeeds::pin) {
  config::Settings settings;
  settings.seeds_explicit = mode;
  settings.seeds_master = master;
  settings.seeds_clock = clock;
  return seed_rules(settings);
}

}  // namespace detshim::policy
