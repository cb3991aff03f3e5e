#include "shim/record/standard_error.h"

#include <gtest/gtest.h>

#include "shim/record/record.h"
#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

TEST(StandardError, AnotherFileUnderNumberTwoIsNotWrittenTo) {
  TemporaryFolder folder;
  const ChildResult child = in_child([&] {
    start();
    EXPECT_TRUE(write_standard_error("ours\n"));
    const int data = open((folder / "data").c_str(), O_RDWR | O_CREAT, 0600);
    dup2(data, STDERR_FILENO);
    EXPECT_FALSE(write_standard_error("not ours\n"));
    complain("test.stderr", "not ours either");
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.standard_error, "ours\n");
  EXPECT_EQ(read_file(folder / "data"), "");
}

TEST(StandardError, ClosedAtStartStaysUnused) {
  TemporaryFolder folder;
  const ChildResult child = in_child([&] {
    close(STDERR_FILENO);
    start();
    ASSERT_EQ(open((folder / "data").c_str(), O_RDWR | O_CREAT, 0600), STDERR_FILENO);
    EXPECT_FALSE(write_standard_error("not ours\n"));
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(read_file(folder / "data"), "");
}

TEST(StandardError, MarkHasPidAndRank) {
  const auto mark = [] {
    FixedText<64> text;
    add_mark(text);
    return std::string(text.view());
  };
  const std::string pid = std::to_string(getpid());
  EXPECT_EQ(mark(), "detshim[" + pid + "]: ");
  process_double.rank_key = 1;
  setenv("SLURM_PROCID", "9", 1);
  EXPECT_EQ(mark(), "detshim[" + pid + " rank 9]: ");
  setenv("RANK", "3\n", 1);
  EXPECT_EQ(mark(), "detshim[" + pid + " rank 3?]: ");
  unsetenv("RANK");
  unsetenv("SLURM_PROCID");
  process_double.rank_key = 0;
}

}  // namespace
}  // namespace detshim::record
