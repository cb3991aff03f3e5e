#include "config/problem.h"

#include <gtest/gtest.h>

namespace detshim::config {
namespace {

TEST(Shown, LeavesTextAndEscapesWhatSteersATerminal) {
  EXPECT_EQ(shown("seeds.master"), "seeds.master");
  EXPECT_EQ(shown("a\nb\x1b[31m\x7f"), "a\\x0ab\\x1b[31m\\x7f");
  EXPECT_EQ(shown("größe €"), "größe €");
}

TEST(Shown, EscapesBrokenAndMisleadingUtf8) {
  EXPECT_EQ(shown("\xff"), "\\xff");
  EXPECT_EQ(shown("\xc3"), "\\xc3");                    // cut short
  EXPECT_EQ(shown("\xc0\xaf"), "\\xc0\\xaf");           // longer than needed
  EXPECT_EQ(shown("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(shown("\xc2\x9b"), "\\xc2\\x9b");           // C1 control
  EXPECT_EQ(shown("\xe2\x80\xae"), "\\xe2\\x80\\xae");  // right-to-left override
}

TEST(Shown, IsBounded) {
  EXPECT_LE(shown(std::string(1'000'000, 'x')).size(), kLongestShown + 8);
  EXPECT_LE(shown(std::string(1'000'000, '\0')).size(), kLongestShown + 8);
}

TEST(Message, NamesPlaceKeyFaultAndWayOut) {
  EXPECT_EQ(message({"run.toml:12:8", "mode", "\"x\" is wrong"}, kShimWayOut),
            "detshim: run.toml:12:8: mode: \"x\" is wrong. Correct it, or unset LD_PRELOAD to run "
            "without detshim.");
  EXPECT_EQ(message({{}, {}, "did you mean y?"}, kCommandWayOut),
            "detshim: did you mean y? Correct it, or start the program without detshim.");
}

}  // namespace
}  // namespace detshim::config
