// The set of values that detshim handed out: what it knows, when it is full, threads, fork.
#include "shim/policy/produced.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "shim/policy/mix.h"

namespace detshim::policy {
namespace {

TEST(Produced, KnowsWhatItRemembers) {
  ProducedSeeds seeds;
  EXPECT_FALSE(seeds.knows(42)) << "nothing is known before the first value";
  EXPECT_TRUE(seeds.remember(42));
  EXPECT_TRUE(seeds.remember(42)) << "twice is once";
  EXPECT_TRUE(seeds.knows(42));
  EXPECT_FALSE(seeds.knows(43));
}

TEST(Produced, ZeroIsAValueLikeAnyOther) {
  ProducedSeeds seeds;
  EXPECT_FALSE(seeds.knows(0));
  EXPECT_TRUE(seeds.remember(0));
  EXPECT_TRUE(seeds.knows(0));
  EXPECT_FALSE(seeds.knows(1));
}

TEST(Produced, FullSaysSoAndKeepsWhatItHas) {
  ProducedSeeds seeds(16);
  ASSERT_EQ(seeds.capacity(), 8u);
  for (uint64_t v = 1; v <= 8; ++v) EXPECT_TRUE(seeds.remember(v));
  EXPECT_FALSE(seeds.remember(9));
  EXPECT_FALSE(seeds.knows(9));
  for (uint64_t v = 1; v <= 8; ++v) EXPECT_TRUE(seeds.knows(v)) << v;
  EXPECT_TRUE(seeds.remember(8)) << "known already";
}

TEST(Produced, HoldsItsCapacity) {
  ProducedSeeds seeds;
  for (uint64_t i = 1; i <= seeds.capacity(); ++i) ASSERT_TRUE(seeds.remember(mix64(i))) << i;
  EXPECT_FALSE(seeds.remember(mix64(seeds.capacity() + 1)));
  for (uint64_t i = 1; i <= seeds.capacity(); ++i) ASSERT_TRUE(seeds.knows(mix64(i))) << i;
}

TEST(Produced, ThreadsLoseNothing) {
  constexpr int kThreads = 8;
  constexpr uint64_t kEach = 4000;
  ProducedSeeds seeds(1 << 17);
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&seeds, t] {
      for (uint64_t i = 1; i <= kEach; ++i) {
        seeds.remember(i);  // shared by all threads
        seeds.remember(mix64(t * kEach + i));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (uint64_t i = 1; i <= kEach; ++i) ASSERT_TRUE(seeds.knows(i));
  for (uint64_t i = 1; i <= kThreads * kEach; ++i) ASSERT_TRUE(seeds.knows(mix64(i)));
}

TEST(Produced, ForkedChildKnowsWhatItsParentKnew) {
  ProducedSeeds seeds;
  seeds.remember(7);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const bool inherited = seeds.knows(7);
    seeds.remember(8);
    _exit(inherited && seeds.knows(8) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(seeds.knows(8)) << "the child's own";
}

}  // namespace
}  // namespace detshim::policy
