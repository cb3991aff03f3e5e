// The memory that turns clock readings into ids: equality, ticks, forgetting.
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/policy/seed_fixture.h"

namespace detshim::policy {
namespace {

const SeedRules kAuto = rules(config::SeedMode::automatic);

TEST(Interned, ReplicasSeededWithOneReadingStayEqual) {
  Thread thread;
  const uint64_t t = thread.unix_s();
  const uint64_t first = thread.use(kAuto, t);
  const uint64_t other = thread.use(kAuto, t + 1);
  thread.wait(300 * kSecond);
  EXPECT_EQ(thread.use(kAuto, t), first);
  EXPECT_EQ(thread.use(kAuto, t + 1), other);
  EXPECT_NE(first, other);
}

// Two generators seeded with time(0) in a row are equal but for the runs in which a second ends
// between the calls.
TEST(Interned, SecondThatEndsBetweenTwoReadingsDoesNotShow) {
  Thread smooth, unlucky;
  const uint64_t a = smooth.use(kAuto, smooth.unix_s());
  smooth.wait(kSecond / 10);
  const uint64_t b = smooth.use(kAuto, smooth.unix_s());
  unlucky.wait(kSecond - 1000);
  const uint64_t c = unlucky.use(kAuto, unlucky.unix_s());
  unlucky.wait(kSecond / 10);
  ASSERT_EQ(unlucky.unix_s(), smooth.unix_s() + 1);
  const uint64_t d = unlucky.use(kAuto, unlucky.unix_s());
  EXPECT_EQ(a, b);
  EXPECT_EQ(a, c);
  EXPECT_EQ(a, d);
  const uint64_t stored = unlucky.unix_s();
  unlucky.wait(5 * kSecond);
  EXPECT_EQ(unlucky.use(kAuto, stored), d) << "the later tick is a name of its own for the same id";
  EXPECT_NE(unlucky.use(kAuto, unlucky.unix_s()), d) << "five seconds later is another reading";
}

TEST(Interned, RanksAddedToOneReadingStayDifferent) {
  Thread thread;
  std::set<uint64_t> values;
  for (uint64_t i = 0; i < 8; ++i) values.insert(thread.use(kAuto, thread.unix_s() + i));
  EXPECT_EQ(values.size(), 8u);
}

TEST(Interned, LoopThatWaitsForTheNextSecondGetsNewValues) {
  Thread thread;
  std::set<uint64_t> values;
  for (int epoch = 0; epoch < 8; ++epoch) {
    values.insert(thread.use(kAuto, thread.unix_s()));
    thread.wait(kSecond);
  }
  EXPECT_EQ(values.size(), 8u);
}

TEST(Interned, FineClocksNeverCountAsOne) {
  Thread thread;
  const uint64_t first = thread.use(kAuto, thread.now.realtime_ns);
  thread.wait(1);
  EXPECT_NE(thread.use(kAuto, thread.now.realtime_ns), first);
}

TEST(Interned, ForgottenReadingsCountAsNewInEveryRunAlike) {
  const auto run = [](uint64_t later) {
    Thread thread;
    thread.wait(later);
    const uint64_t t = thread.now.realtime_ns;
    uint64_t sum = thread.use(kAuto, t);
    for (uint64_t i = 1; i <= InternedSeeds::kRemembered; ++i)
      sum = combine(sum, thread.use(kAuto, t + i));
    EXPECT_EQ(thread.interned.distinct(), InternedSeeds::kRemembered + 1);
    sum = combine(sum, thread.use(kAuto, t));
    EXPECT_EQ(thread.interned.distinct(), InternedSeeds::kRemembered + 2) << "forgotten";
    return sum;
  };
  EXPECT_EQ(run(0), run(987'654'321));
}

TEST(Interned, ForkedChildKeepsOldIdsAndGivesNewOnesOfItsOwn) {
  Thread parent;
  const uint64_t t = parent.unix_s();
  const uint64_t old = parent.use(kAuto, t);
  Thread child = parent;  // memory of the forking thread is copied
  child.place.process_path = 12;
  EXPECT_EQ(child.use(kAuto, t), old);
  EXPECT_NE(child.use(kAuto, t + 1), parent.use(kAuto, t + 1));
}

}  // namespace
}  // namespace detshim::policy
