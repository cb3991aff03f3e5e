#include "shim/record/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

std::string compose(const SummaryFacts& facts) {
  FixedText<16384> text;
  compose_summary(text, "detshim[1]: ", facts);
  EXPECT_FALSE(text.cut());
  return std::string(text.view());
}

uint64_t& times(SummaryFacts& facts, What what) { return facts.counts[static_cast<size_t>(what)]; }

TEST(Summary, NothingWhenNothingHappened) { EXPECT_EQ(compose({}), ""); }

TEST(Summary, SaysWhatHowOftenWhyAndTheWayOut) {
  SummaryFacts facts;
  facts.master = 7;
  times(facts, What::curand_seed_rewritten) = 2;
  times(facts, What::entropy_python) = 1;
  EXPECT_EQ(
      compose(facts),
      "detshim[1]: mode enforce, master seed 7\n"
      "detshim[1]:   rewrote 2 cuRAND seeds: the master seed or seeds.curand.mode asks for it; "
      "seeds.curand.mode = \"keep\" leaves them\n"
      "detshim[1]:   pinned 1 request for entropy: Python's random was not seeded; "
      "seed it, or set entropy.policy = \"off\"\n"
      "detshim[1]: promise: run-to-run, for the same program and inputs on the same GPU model, "
      "driver and "
      "library versions\n"
      "detshim[1]: DETSHIM_LOG=stderr shows each changed seed (level debug: each request); "
      "DETSHIM_LOG_SUMMARY=off silences this "
      "summary\n");
}

TEST(Summary, ObserveSaysWould) {
  SummaryFacts facts;
  facts.mode = config::Mode::observe;
  times(facts, What::curand_clock_seed_pinned) = 1;
  const std::string text = compose(facts);
  EXPECT_NE(text.find("mode observe: nothing was changed\n"), std::string::npos);
  EXPECT_NE(text.find("would pin 1 cuRAND seed:"), std::string::npos);
  EXPECT_NE(text.find("mode enforce promises run-to-run"), std::string::npos);
}

TEST(Summary, EveryCountHasASentenceOfItsOwn) {
  for (size_t i = 0; i < static_cast<size_t>(What::count_); ++i) {
    SummaryFacts facts;
    facts.counts[i] = 4711;
    const std::string text = compose(facts);
    EXPECT_NE(text.find(" 4711 "), std::string::npos) << i;
    EXPECT_EQ(text.find("[cut]"), std::string::npos) << i;
  }
}

TEST(Summary, PromisesNothingOfWhatIsLeft) {
  SummaryFacts facts;
  facts.counts[static_cast<size_t>(What::entropy_numpy)] = 1;
  EXPECT_NE(compose(facts).find("promise: run-to-run"), std::string::npos);
  facts.counts[static_cast<size_t>(What::left_random_device)] = 1;
  EXPECT_NE(compose(facts).find("promise, but for what is left above: run-to-run"),
            std::string::npos);
}

TEST(Summary, NeverLongerThanItsLimit) {
  SummaryFacts facts;
  facts.counts.fill(UINT64_MAX);
  facts.lost_log_lines = 1;
  for (auto& complaint : facts.complaints) complaint = {"some.thing", UINT64_MAX};
  const std::string text = compose(facts);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kSummaryLines);
  EXPECT_NE(text.find(" more kinds; the log has them"), std::string::npos);
  EXPECT_NE(text.find("complained of more"), std::string::npos);
  EXPECT_NE(text.find("promise, but for what is left above: run-to-run"), std::string::npos);
  EXPECT_EQ(text.find("[cut]"), std::string::npos);
}

TEST(Summary, ComplaintsThatJustFitAreAllNamed) {
  SummaryFacts facts;
  times(facts, What::launch) = 1;
  const size_t room = kSummaryLines - 4;  // header, launch, promise, way out
  for (size_t i = 0; i < room; ++i) facts.complaints[i] = {"some.thing", 1};
  const std::string text = compose(facts);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kSummaryLines);
  EXPECT_EQ(text.find("complained of more"), std::string::npos);
}

TEST(PrintSummary, FromTheRootAndFromProcessesThatUsedCuda) {
  const auto printed = [](bool is_root, bool cuda, config::Summary wanted, uint64_t launches) {
    process_double.is_root = is_root;
    process_double.settings.log_summary = wanted;
    const ChildResult child = in_child([&] {
      after_fork_in_child();
      if (launches != 0) count(What::launch, launches);
      if (cuda) used_cuda();
      print_summary();
    });
    process_double = {};
    EXPECT_EQ(child.status, 0);
    return child.standard_error.find("run-to-run") != std::string::npos;
  };
  constexpr auto kAuto = config::Summary::automatic;
  EXPECT_TRUE(printed(true, false, kAuto, 1));
  EXPECT_TRUE(printed(false, true, kAuto, 1));
  EXPECT_FALSE(printed(false, false, kAuto, 1));
  EXPECT_FALSE(printed(true, true, kAuto, 0));
  EXPECT_FALSE(printed(true, true, config::Summary::off, 1));
}

}  // namespace
}  // namespace detshim::record
