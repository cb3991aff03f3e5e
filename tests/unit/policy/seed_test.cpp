// Every mode of decide_seed(), for seeds that a program chose, for clock readings and for unseeded
// generators.
#include "shim/policy/seed.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/policy/seed_fixture.h"

namespace detshim::policy {
namespace {

using config::ClockSeeds;
using config::CurandMode;
using config::SeedMode;

TEST(SeedRules, AutoIsMixWithAMasterAndKeepWithout) {
  EXPECT_EQ(rules(SeedMode::automatic).mode, SeedMode::keep);
  EXPECT_EQ(rules(SeedMode::automatic, 7).mode, SeedMode::mix);
  EXPECT_EQ(rules(SeedMode::automatic, 0).mode, SeedMode::mix) << "0 is a master like any other";
  EXPECT_EQ(rules(SeedMode::automatic, 7).key, config::Key::seeds_explicit);
  EXPECT_EQ(rules(SeedMode::automatic, 7).spelling, "auto");
}

TEST(SeedRules, CurandModeWinsOverTheGeneralOne) {
  config::Settings settings;
  settings.seeds_explicit = SeedMode::mix;
  EXPECT_EQ(curand_seed_rules(settings).mode, SeedMode::mix);
  settings.seeds_curand_mode = CurandMode::derive;
  EXPECT_EQ(curand_seed_rules(settings).mode, SeedMode::derive);
  EXPECT_EQ(curand_seed_rules(settings).key, config::Key::seeds_curand_mode);
  EXPECT_EQ(curand_seed_rules(settings).spelling, "derive");
  EXPECT_EQ(seed_rules(settings).mode, SeedMode::mix) << "other layers do not see it";
}

TEST(Keep, LeavesWhatTheProgramChose) {
  Thread thread;
  for (const uint64_t seed : {0ull, 1ull, 42ull, ~0ull}) {
    const SeedDecision decision = thread.seed(rules(SeedMode::keep, 7), seed);
    EXPECT_EQ(decision.value, seed);
    EXPECT_EQ(decision.reason, SeedReason::kept);
  }
}

TEST(Mix, IsABijectionThatDependsOnTheMaster) {
  Thread thread;
  std::set<uint64_t> values;
  for (uint64_t seed = 0; seed < 10'000; ++seed)
    values.insert(thread.seed(rules(SeedMode::mix, 7), seed).value);
  EXPECT_EQ(values.size(), 10'000u);
  const SeedDecision with_7 = thread.seed(rules(SeedMode::mix, 7), 42);
  EXPECT_EQ(with_7.reason, SeedReason::mixed);
  EXPECT_NE(with_7.value, thread.seed(rules(SeedMode::mix, 8), 42).value);
  EXPECT_NE(with_7.value, 42u);
}

TEST(Mix, DoesNotDependOnWhoAsks) {
  Thread one, other;
  other.place = {.process_path = 1, .thread_path = 2, .rank_key = 3};
  EXPECT_EQ(one.seed(rules(SeedMode::mix, 7), 42, 1).value,
            other.seed(rules(SeedMode::mix, 7), 42, 99).value);
}

// The numbers of f are part of what runs repeat: with another f, no old run can be repeated.
TEST(Mix, ValuesStayTheSameInEveryRelease) {
  EXPECT_EQ(rewrite_seed(0, 0), 0xa706dd2f4d197e6fu);
  EXPECT_EQ(rewrite_seed(7, 42), 0x16062d6c1339e500u);
}

TEST(Mix, OwnValueComesBackUnchanged) {
  Thread thread;
  const SeedRules mix = rules(SeedMode::mix, 7);
  const uint64_t first = thread.use(mix, 42);
  const SeedDecision again = thread.seed(mix, first);
  EXPECT_EQ(again.value, first) << "two generators seeded alike through a getter stay alike";
  EXPECT_EQ(again.reason, SeedReason::produced);
  EXPECT_NE(thread.seed(mix, first + 1).value, first + 1);
}

TEST(Derive, DependsOnThePlaceAndNotOnTheSeed) {
  Thread thread;
  const SeedRules derive = rules(SeedMode::derive, 7);
  const uint64_t value = thread.seed(derive, 42, 1).value;
  EXPECT_EQ(value, thread.seed(derive, 43, 1).value);
  EXPECT_NE(value, thread.seed(derive, 42, 2).value) << "another generator, or its next seeding";
  EXPECT_NE(value, thread.seed(rules(SeedMode::derive, 8), 42, 1).value);
  Thread worker = thread, rank = thread;
  worker.place.process_path = 12;
  rank.place.rank_key = 1;
  EXPECT_NE(value, worker.seed(derive, 42, 1).value);
  EXPECT_NE(value, rank.seed(derive, 42, 1).value);
  EXPECT_EQ(thread.seed(derive, 42, 1).reason, SeedReason::derived);
}

TEST(Derive, OwnValueComesBackUnchanged) {
  Thread thread;
  const SeedRules derive = rules(SeedMode::derive, 7);
  const uint64_t first = thread.use(derive, 42, 1);
  EXPECT_EQ(thread.seed(derive, first, 2).value, first);
}

TEST(Intern, EqualStaysEqualAndTheValueItselfDoesNotMatter) {
  const SeedRules intern = rules(SeedMode::intern, 7);
  Thread run1, run2;
  const uint64_t a1 = run1.use(intern, 1000), b1 = run1.use(intern, 2000),
                 c1 = run1.use(intern, 1000);
  EXPECT_EQ(a1, c1);
  EXPECT_NE(a1, b1);
  EXPECT_EQ(a1, run2.use(intern, 555)) << "another run, other values, same order";
  EXPECT_EQ(b1, run2.use(intern, 777));
  EXPECT_EQ(run1.seed(intern, 1000).reason, SeedReason::interned);
}

TEST(Override, GivesTheMasterToAll) {
  Thread thread;
  for (const uint64_t seed : {0ull, 42ull, 1'790'000'000ull}) {
    const SeedDecision decision = thread.seed(rules(SeedMode::override, 7), seed);
    EXPECT_EQ(decision.value, 7u);
    EXPECT_EQ(decision.reason, SeedReason::overridden);
  }
  thread.produced->remember(99);
  EXPECT_EQ(thread.seed(rules(SeedMode::override, 7), 99).value, 7u) << "literally all";
}

TEST(ClockSeeds, AreTheSameInEveryRun) {
  for (const auto& rule :
       {rules(SeedMode::automatic), rules(SeedMode::automatic, 7), rules(SeedMode::keep, 7)}) {
    Thread today, tomorrow;
    tomorrow.wait(86'400 * kSecond + 12'345);
    const SeedDecision first = today.seed(rule, today.unix_s());
    EXPECT_EQ(first.reason, SeedReason::clock);
    EXPECT_EQ(first.clock, ClockForm::unix_s);
    EXPECT_EQ(first.value, tomorrow.seed(rule, tomorrow.unix_s()).value);
    EXPECT_EQ(today.seed(rule, today.now.realtime_ns).value,
              tomorrow.seed(rule, tomorrow.now.realtime_ns).value);
  }
}

TEST(ClockSeeds, MasterTakesPartAndNoMasterIsMaster0) {
  Thread a, b, c;
  const uint64_t bare = a.seed(rules(SeedMode::automatic), a.unix_s()).value;
  EXPECT_EQ(bare, b.seed(rules(SeedMode::automatic, 0), b.unix_s()).value);
  EXPECT_NE(bare, c.seed(rules(SeedMode::automatic, 7), c.unix_s()).value);
}

TEST(ClockSeeds, KeepLeavesThem) {
  Thread thread;
  const SeedDecision kept =
      thread.seed(rules(SeedMode::automatic, {}, ClockSeeds::keep), thread.unix_s());
  EXPECT_EQ(kept.value, thread.unix_s());
  EXPECT_EQ(kept.reason, SeedReason::kept);
  EXPECT_EQ(kept.clock, ClockForm::unix_s) << "named all the same";
  EXPECT_EQ(thread.seed(rules(SeedMode::automatic, 7, ClockSeeds::keep), thread.unix_s()).value,
            rewrite_seed(7, thread.unix_s()));
}

TEST(ClockSeeds, WorkersThreadsAndRanksDiffer) {
  std::set<uint64_t> values;
  for (const SeedPlace place : {SeedPlace{1, 1, 0}, {2, 1, 0}, {1, 2, 0}, {1, 1, 3}}) {
    Thread thread;
    thread.place = place;
    values.insert(thread.seed(rules(SeedMode::automatic), thread.unix_s()).value);
  }
  EXPECT_EQ(values.size(), 4u);
}

TEST(ClockSeeds, ChosenSeedsBesideThemAreKept) {
  Thread thread;
  thread.use(rules(SeedMode::automatic), thread.unix_s());
  EXPECT_EQ(thread.seed(rules(SeedMode::automatic), 42).value, 42u);
}

TEST(Unseeded, StandsForSeed0) {
  for (const SeedMode mode :
       {SeedMode::keep, SeedMode::mix, SeedMode::intern, SeedMode::override}) {
    Thread a, b;
    EXPECT_EQ(decide_unseeded(rules(mode, 7), 1, a.asker()).value, b.seed(rules(mode, 7), 0).value);
  }
  Thread thread;
  EXPECT_EQ(decide_unseeded(rules(SeedMode::automatic), 1, thread.asker()).reason,
            SeedReason::kept);
}

TEST(Offset, OnlyClockReadingsChangeAndFitIn32Bits) {
  Thread today, tomorrow;
  tomorrow.wait(86'400 * kSecond);
  const SeedRules mix = rules(SeedMode::mix, 7);
  EXPECT_EQ(decide_offset(mix, 4096, today.asker()).value, 4096u)
      << "an offset is no seed: not mixed";
  const SeedDecision pinned = decide_offset(mix, today.unix_s(), today.asker());
  EXPECT_EQ(pinned.reason, SeedReason::clock);
  EXPECT_LT(pinned.value, uint64_t{1} << 32);
  EXPECT_EQ(pinned.value, decide_offset(mix, tomorrow.unix_s(), tomorrow.asker()).value);
  EXPECT_EQ(
      decide_offset(rules(SeedMode::mix, 7, ClockSeeds::keep), today.unix_s(), today.asker()).value,
      today.unix_s());
}

TEST(Offset, HasIdsOfItsOwn) {
  Thread both, seed_only;
  const SeedRules keep = rules(SeedMode::automatic);
  decide_offset(keep, both.unix_s(), both.asker());
  const uint64_t seed_value = both.seed(keep, both.unix_s()).value;
  EXPECT_NE(seed_value >> 32, decide_offset(keep, both.unix_s(), both.asker()).value);
}

TEST(Describe, EveryReasonHasWords) {
  for (int reason = 0; reason <= static_cast<int>(SeedReason::overridden); ++reason)
    EXPECT_STRNE(describe(static_cast<SeedReason>(reason)), "");
  for (int form = 0; form <= static_cast<int>(ClockForm::boottime_ns); ++form)
    EXPECT_STRNE(describe(static_cast<ClockForm>(form)), "");
}

}  // namespace
}  // namespace detshim::policy
