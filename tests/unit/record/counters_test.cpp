#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "shim/record/record.h"
#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

TEST(Counters, CountFromManyThreadsAndStartAnewInAChild) {
  const uint64_t before = counted(What::launch);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 10000; ++i) count(What::launch);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(counted(What::launch), before + 80000);
  count(What::launch, 5);
  EXPECT_EQ(counted(What::launch), before + 80005);

  const ChildResult child = in_child([] {
    used_cuda();
    after_fork_in_child();
    EXPECT_EQ(counted(What::launch), 0u);
    EXPECT_FALSE(has_used_cuda());
    count(What::launch);
    EXPECT_EQ(counted(What::launch), 1u);
  });
  EXPECT_EQ(child.status, 0);
}

}  // namespace
}  // namespace detshim::record
