#include "config/nearest.h"

#include <gtest/gtest.h>

#include <string>

namespace detshim::config {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("mode", "mode"), 0u);
  EXPECT_EQ(edit_distance("mode", "MODE"), 0u);
  EXPECT_EQ(edit_distance("mode", "mod"), 1u);
  EXPECT_EQ(edit_distance("mode", "modes"), 1u);
  EXPECT_EQ(edit_distance("mode", "node"), 1u);
  EXPECT_EQ(edit_distance("mode", "mdoe"), 1u);
  EXPECT_EQ(edit_distance("", "mode"), 4u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(EditDistance, IsSymmetric) {
  EXPECT_EQ(edit_distance("abcdef", "badc"), edit_distance("badc", "abcdef"));
}

TEST(EditDistance, RefusesNamesOfAnyLength) {
  const std::string longest(kLongestName, 'a');
  EXPECT_EQ(edit_distance(longest, longest), 0u);
  EXPECT_EQ(edit_distance(longest + 'a', longest), kFar);
  EXPECT_EQ(edit_distance(longest, std::string(1'000'000, 'a')), kFar);
}

TEST(NearestName, FindsATypoAndNothingFarAway) {
  Nearest typo("enforec");
  for (const char* known : {"observe", "enforce"}) typo.offer(known);
  EXPECT_EQ(typo.found(), "enforce");

  Nearest far("banana");
  for (const char* known : {"observe", "enforce"}) far.offer(known);
  EXPECT_EQ(far.found(), std::nullopt);
}

TEST(NearestName, NothingIsNearToNothing) {
  EXPECT_EQ(Nearest("mode").found(), std::nullopt);
  Nearest empty("");
  empty.offer("to");
  EXPECT_EQ(empty.found(), std::nullopt);
  Nearest letter("x");
  letter.offer("to");
  EXPECT_EQ(letter.found(), std::nullopt);
}

}  // namespace
}  // namespace detshim::config
