// The pure rules of shim/policy/seed.h, asked for this thread now: binds them to the clocks, to who the caller is, and
// to what thread and process remember. Every layer that seeds generators goes through here (cuRAND, PyTorch).
// Thread rule: any thread, forked children; no lock. Not for launch paths: reads clocks, may write a log line.
#pragma once
#include "shim/policy/seed.h"

namespace detshim::seeding {

// A name for a generator that this thread has just created; the same in every run.
uint64_t next_generator_key() noexcept;
// The key of one seeding: of which generator, and its how-manieth (from 0).
constexpr uint64_t seeding_key(uint64_t generator_key, uint64_t ordinal) noexcept {
  return policy::combine(generator_key, ordinal);
}

policy::SeedDecision decide_seed(const policy::SeedRules& rules, uint64_t seed,
                                 uint64_t seeding_key) noexcept;
policy::SeedDecision decide_offset(const policy::SeedRules& rules, uint64_t offset) noexcept;

// The real library has taken the value: remembers it, so that it comes back unchanged.
void taken(const policy::SeedDecision& decision) noexcept;

// "FUNCTION: seed 42 -> 7 (seeds.explicit=auto, master 7 from DETSHIM_SEED)"; in observe mode
// "would become". `what` is "seed" or "offset". A value that stays is a debug line, with the reason.
void log_change(const char* function, const char* what, uint64_t old_value,
                const policy::SeedRules& rules, const policy::SeedDecision& decision) noexcept;

// Mode override: complains as soon as a second generator gets the master.
void watch_override(uint64_t generator_key) noexcept;

}  // namespace detshim::seeding
