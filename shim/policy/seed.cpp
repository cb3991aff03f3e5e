#include "shim/policy/seed.h"

#include <algorithm>
#include <limits>

#include "config/choices.h"

namespace detshim::policy {
namespace {

using config::CurandMode;
using config::SeedMode;

// Keep derived values apart from each other and from seeds that programs write.
constexpr uint64_t kInternTag = hash_text("detshim interned seed");
constexpr uint64_t kDeriveTag = hash_text("detshim derived seed");

SeedRules rules_of(const config::Settings& settings, SeedMode mode, config::Key key,
                   std::string_view spelling) noexcept {
  const bool given = settings.seeds_master.has_value();
  if (mode == SeedMode::automatic) mode = given ? SeedMode::mix : SeedMode::keep;
  return {mode,
          settings.seeds_clock == config::ClockSeeds::pin,
          settings.seeds_master.value_or(0),
          given,
          key,
          spelling};
}

uint64_t intern(uint64_t value, SeedPurpose purpose, const ClockMatch& match,
                const SeedAsker& asker) noexcept {
  return asker.interned.id_of(value, purpose, asker.place, match, asker.now.realtime_ns);
}

}  // namespace

SeedRules seed_rules(const config::Settings& settings) noexcept {
  return rules_of(settings, settings.seeds_explicit, config::Key::seeds_explicit,
                  config::spelling(settings.seeds_explicit));
}

SeedRules curand_seed_rules(const config::Settings& settings) noexcept {
  const auto with = [&](SeedMode mode) noexcept {
    return rules_of(settings, mode, config::Key::seeds_curand_mode,
                    config::spelling(settings.seeds_curand_mode));
  };
  switch (settings.seeds_curand_mode) {
    case CurandMode::inherit:
      break;
    case CurandMode::keep:
      return with(SeedMode::keep);
    case CurandMode::mix:
      return with(SeedMode::mix);
    case CurandMode::derive:
      return with(SeedMode::derive);
    case CurandMode::intern:
      return with(SeedMode::intern);
    case CurandMode::override:
      return with(SeedMode::override);
  }
  return seed_rules(settings);
}

bool InternedSeeds::same_reading(const Entry& known, const Entry& asked) noexcept {
  if (known.purpose != asked.purpose) return false;
  if (known.value == asked.value) return true;
  const uint64_t unit = unit_ns(asked.form);
  return unit >= unit_ns(ClockForm::unix_ms) && known.form == asked.form &&
         known.pid == asked.pid && known.lead == asked.lead &&
         asked.realtime_ns - known.realtime_ns < unit;
}

uint64_t InternedSeeds::id_of(uint64_t value, SeedPurpose purpose, const SeedPlace& place,
                              const ClockMatch& match, uint64_t realtime_ns) noexcept {
  const auto lead = std::clamp<int64_t>(match.lead, std::numeric_limits<int32_t>::min(),
                                        std::numeric_limits<int32_t>::max());
  Entry asked{value,
              0,
              realtime_ns,
              static_cast<int32_t>(lead),
              match.form,
              match.pid,
              static_cast<uint8_t>(purpose)};
  const uint64_t remembered = std::min<uint64_t>(written_, kRemembered);
  for (uint64_t back = 1; back <= remembered; ++back) {
    const Entry& known = entries_[(written_ - back) % kRemembered];
    if (!same_reading(known, asked)) continue;
    asked.id = known.id;
    // The next tick of a known reading: from now on a name of its own for the same id.
    if (known.value != value) entries_[written_++ % kRemembered] = asked;
    return asked.id;
  }
  uint64_t id = combine(kInternTag, static_cast<uint64_t>(purpose));
  for (const uint64_t part : {place.process_path, place.thread_path, place.rank_key, distinct_++})
    id = combine(id, part);
  asked.id = id;
  entries_[written_++ % kRemembered] = asked;
  return id;
}

const char* describe(SeedReason reason) noexcept {
  switch (reason) {
    case SeedReason::kept:
      return "kept";
    case SeedReason::produced:
      return "detshim's own value come back";
    case SeedReason::clock:
      return "clock reading";
    case SeedReason::mixed:
      return "mixed with the master";
    case SeedReason::derived:
      return "derived from the generator's place";
    case SeedReason::interned:
      return "interned";
    case SeedReason::overridden:
      return "overridden by the master";
  }
  return "";
}

SeedDecision decide_seed(const SeedRules& rules, uint64_t seed, uint64_t generator_key,
                         const SeedAsker& asker) noexcept {
  if (rules.mode == SeedMode::override) return {rules.master, SeedReason::overridden};
  if (asker.produced.knows(seed)) return {seed, SeedReason::produced};
  if (rules.mode == SeedMode::derive) {
    uint64_t key = kDeriveTag;
    for (const uint64_t part : {asker.place.process_path, asker.place.rank_key, generator_key})
      key = combine(key, part);
    return {rewrite_seed(rules.master, key), SeedReason::derived};
  }
  const ClockMatch match = match_clock(seed, asker.now);
  if (rules.mode == SeedMode::intern) {
    const uint64_t id = intern(seed, SeedPurpose::seed, match, asker);
    return {rewrite_seed(rules.master, id), SeedReason::interned, match.form};
  }
  if (match && rules.pin_clock) {
    const uint64_t id = intern(seed, SeedPurpose::seed, match, asker);
    return {rewrite_seed(rules.master, id), SeedReason::clock, match.form};
  }
  if (rules.mode == SeedMode::mix) return {rewrite_seed(rules.master, seed), SeedReason::mixed};
  return {seed, SeedReason::kept, match.form};
}

SeedDecision decide_unseeded(const SeedRules& rules, uint64_t generator_key,
                             const SeedAsker& asker) noexcept {
  return decide_seed(rules, 0, generator_key, asker);
}

SeedDecision decide_offset(const SeedRules& rules, uint64_t offset,
                           const SeedAsker& asker) noexcept {
  const ClockMatch match = match_clock(offset, asker.now);
  if (!match || !rules.pin_clock) return {offset, SeedReason::kept, match.form};
  const uint64_t id = intern(offset, SeedPurpose::offset, match, asker);
  return {rewrite_seed(rules.master, id) >> 32, SeedReason::clock, match.form};
}

}  // namespace detshim::policy
