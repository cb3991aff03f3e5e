#include "shim/record/complaints.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "shim/record/record.h"
#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

TEST(Complaints, FirstTimeOnceThenCounted) {
  Complaints table;
  const std::string same_text = "one";  // another address
  EXPECT_TRUE(table.note("one"));
  EXPECT_FALSE(table.note(same_text.c_str()));
  EXPECT_TRUE(table.note("two"));
  std::vector<std::string> seen;
  table.each([&](const Complaint& c) { seen.push_back(c.id + std::to_string(c.times)); });
  EXPECT_EQ(seen, (std::vector<std::string>{"one2", "two1"}));
}

TEST(Complaints, ChildCountsAnewAndDoesNotRepeat) {
  Complaints table;
  table.note("one");
  table.after_fork_in_child();
  int seen = 0;
  table.each([&](const Complaint&) { ++seen; });
  EXPECT_EQ(seen, 0);
  EXPECT_FALSE(table.note("one"));
}

TEST(Complaints, FullTableFallsSilent) {
  static std::string ids[Complaints::kCapacity + 1];
  Complaints table;
  for (int i = 0; i <= Complaints::kCapacity; ++i) {
    ids[i] = "id" + std::to_string(i);
    EXPECT_EQ(table.note(ids[i].c_str()), i < Complaints::kCapacity);
  }
}

TEST(Complaints, ThreadsAgreeOnOneFirstTime) {
  static const char* const kIds[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  constexpr int kThreads = 8, kRounds = 1000;
  Complaints table;
  std::atomic<int> firsts{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i)
        firsts += table.note(kIds[static_cast<size_t>(i + t) % std::size(kIds)]);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(firsts, 8);
  uint64_t total = 0;
  table.each([&](const Complaint& c) { total += c.times; });
  EXPECT_EQ(total, static_cast<uint64_t>(kThreads) * kRounds);
}

TEST(Complain, SaysItOnceOnStandardError) {
  const ChildResult child = in_child([] {
    errno = 77;
    complain("test.once", "first line\nforged");
    complain("test.once", "second");
    EXPECT_EQ(errno, 77);
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_NE(child.standard_error.find("]: first line?forged\n"), std::string::npos);
  EXPECT_EQ(child.standard_error.find("second"), std::string::npos);
}

}  // namespace
}  // namespace detshim::record
