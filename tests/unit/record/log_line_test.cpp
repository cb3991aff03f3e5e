#include "shim/record/log_line.h"

#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <string>

#include "shim/record/log_failure.h"

namespace detshim::record {
namespace {

std::string time_text(uint64_t microseconds) {
  FixedText<64> text;
  add_time(text, microseconds);
  return std::string(text.view());
}

TEST(LogLine, TimeAgreesWithTheCLibrary) {
  std::mt19937_64 random(20261201);
  for (int i = 0; i < 20000; ++i) {
    const auto seconds = static_cast<time_t>(random() % 8'000'000'000);  // to the year 2223
    tm parts;
    char wanted[64];
    ASSERT_NE(gmtime_r(&seconds, &parts), nullptr);
    ASSERT_NE(strftime(wanted, sizeof wanted, "%Y-%m-%dT%H:%M:%S.000042Z", &parts), 0u);
    ASSERT_EQ(time_text(static_cast<uint64_t>(seconds) * 1'000'000 + 42), wanted);
  }
  EXPECT_EQ(time_text(951'782'400'000'000), "2000-02-29T00:00:00.000000Z");
}

TEST(LogLine, HasItsParts) {
  FixedText<256> text;
  add_log_line(text, {1'000'001, 42, 43, Level::warn, "a: 1 -> 2"});
  EXPECT_EQ(text.view(), "1970-01-01T00:00:01.000001Z 42 43 warn a: 1 -> 2\n");
}

TEST(LogLine, NeitherForgesALineNorSteersATerminal) {
  FixedText<256> text;
  add_log_line(text, {0, 1, 1, Level::info, "x\ny\x1b[2Jz\x7fü"});
  EXPECT_EQ(text.view(), "1970-01-01T00:00:00.000000Z 1 1 info x?y?[2Jz?ü\n");
}

TEST(LogLine, TooLongIsCutAndSaysSo) {
  FixedText<64> text;
  add_log_line(text, {0, 1, 1, Level::info, std::string(1000, 'x')});
  EXPECT_EQ(text.view().size(), 64u);
  EXPECT_TRUE(text.view().ends_with("x [cut]\n"));
}

TEST(LogLine, ALineThatJustFitsIsNotCut) {
  for (size_t size = 1; size < 40; ++size) {
    FixedText<32> text;
    text.add(std::string(size, 'y')).end_line();
    EXPECT_EQ(text.view().ends_with(" [cut]\n"), size >= 32) << size;
    EXPECT_TRUE(text.view().ends_with("\n"));
  }
}

TEST(LogFailure, NamesReasonAndRemedy) {
  FixedText<512> text;
  describe(text, "/a/b", {EROFS});
  EXPECT_EQ(text.view(),
            "log: cannot write /a/b: the file system is read-only; set DETSHIM_LOG to a file in a "
            "folder that you may "
            "write to, or to stderr");
  text.clear();
  describe(text, "/a\nb", {12345});
  EXPECT_TRUE(text.view().starts_with("log: cannot write /a?b: error 12345; "));
}

TEST(LogFailure, OnlySomeAreWorthAnotherTry) {
  EXPECT_TRUE(LogFailure{EACCES}.is_lasting());
  EXPECT_TRUE((LogFailure{0, "is odd"}.is_lasting()));
  EXPECT_FALSE(LogFailure{EMFILE}.is_lasting());
  EXPECT_FALSE((LogFailure{ENOSPC, nullptr, true}.is_lasting()));
}

}  // namespace
}  // namespace detshim::record
