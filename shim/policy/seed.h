// What becomes of a seed that a program hands to a generator: one answer for every layer (cuRAND,
// PyTorch). Place in the flow: hooks ask decide_seed() with the program's value and pass the answer
// to the real library. Thread rule: pure but for the memories passed in: InternedSeeds belongs to
// one thread, ProducedSeeds to the process. Not for launch paths.
//
//   mode      value                                  keeps                              loses
//   keep      S                                      all                                –
//   mix       f(master, S)                           equal seeds equal, others not      –
//   derive    f(master, place of generator)          nothing of S                       equal seeds part
//   intern    f(master, n-th value of this thread)   equal seeds equal in one thread    equal seeds in two threads part
//   override  master                                 –                                  all generators share one stream
//   auto      mix if the user gave a master, else keep
//
// In keep and mix a clock reading is first interned (seeds.clock = "pin") and then goes through f;
// without a master of the user's, f has master 0. f is a bijection of S for each master, and the
// type of the generator takes no part: generators that were alike stay alike. A value that f
// produced comes back unchanged (produced.h), except in override.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/keys.h"
#include "config/settings.h"
#include "shim/policy/clock.h"
#include "shim/policy/mix.h"
#include "shim/policy/produced.h"

namespace detshim::policy {

// f. Part of what a run repeats (see mix.h).
constexpr uint64_t rewrite_seed(uint64_t master, uint64_t seed) noexcept {
  return combine(master, seed);
}

struct SeedRules {
  config::SeedMode mode;  // never automatic
  bool pin_clock;
  uint64_t master;  // 0 if the user gave none
  bool master_given;
  // What decided, for log lines: seeds.explicit or seeds.curand.mode, and its value as it is spelt.
  config::Key key;
  std::string_view spelling;
};
SeedRules seed_rules(const config::Settings& settings) noexcept;
SeedRules curand_seed_rules(const config::Settings& settings) noexcept;  // seeds.curand.mode first

// Who asks, as values that repeat from run to run (boot/identity.h).
struct SeedPlace {
  uint64_t process_path;
  uint64_t thread_path;
  uint64_t rank_key;
};

enum class SeedPurpose : uint8_t { seed = 1, offset };

// The values that one thread has seen, as ids that repeat: the k-th distinct one has the same id in
// every run, for the same place. Remembers the last kRemembered; an older one counts as new, which
// repeats all the same. Forked children go on with a copy: what the parent has interned keeps its
// id, what is new gets one of the child's.
class InternedSeeds {
 public:
  static constexpr size_t kRemembered = 64;

  // `match` may be empty (mode intern). Two readings of one coarse clock that are one tick apart
  // though less than a tick has passed count as one value: whether they differ was chance.
  uint64_t id_of(uint64_t value, SeedPurpose purpose, const SeedPlace& place,
                 const ClockMatch& match, uint64_t realtime_ns) noexcept;
  uint64_t distinct() const noexcept { return distinct_; }

 private:
  struct Entry {
    uint64_t value;
    uint64_t id;
    uint64_t realtime_ns;
    int32_t lead;
    ClockForm form;
    PidForm pid;
    uint8_t purpose;  // a SeedPurpose; 0: unused
  };
  static bool same_reading(const Entry& known, const Entry& asked) noexcept;

  Entry entries_[kRemembered];  // a ring, newest at written_ - 1
  uint64_t written_;
  uint64_t distinct_;
};

enum class SeedReason : uint8_t { kept, produced, clock, mixed, derived, interned, overridden };
const char* describe(SeedReason reason) noexcept;

struct SeedDecision {
  uint64_t value;
  SeedReason reason;
  ClockForm clock = ClockForm::none;  // what a reading was taken for

  // True if f made the value: remember it once the real library has taken it.
  bool by_f() const noexcept {
    return reason != SeedReason::kept && reason != SeedReason::produced &&
           reason != SeedReason::overridden;
  }
};

struct SeedAsker {
  SeedPlace place;
  ClockReading now;
  InternedSeeds& interned;
  const ProducedSeeds& produced;
};

// `generator_key` names the generator and how often it has been seeded before; mode derive alone
// uses it.
SeedDecision decide_seed(const SeedRules& rules, uint64_t seed, uint64_t generator_key,
                         const SeedAsker& asker) noexcept;
// The seed of a generator that has just been created, which stands for seed 0: cuRAND starts so
// (docs/facts/curand.md).
SeedDecision decide_unseeded(const SeedRules& rules, uint64_t generator_key,
                             const SeedAsker& asker) noexcept;
// An offset into a stream is a place, no seed: only clock readings change, to a number within 32
// bits.
SeedDecision decide_offset(const SeedRules& rules, uint64_t offset,
                           const SeedAsker& asker) noexcept;

}  // namespace detshim::policy
