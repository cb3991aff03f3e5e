#include "config/keys.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace detshim::config {
namespace {

TEST(Keys, EveryEnvironmentNameMeansOneThing) {
  std::set<std::string_view> names;
  for (const KeyRow& r : key_rows()) EXPECT_TRUE(names.insert(r.variable).second) << r.variable;
  for (const ExtraVariable& extra : extra_variables())
    EXPECT_TRUE(names.insert(extra.name).second) << extra.name;
  for (const std::string_view name : names) EXPECT_TRUE(name.starts_with("DETSHIM_")) << name;
}

TEST(Keys, RowsStandInTheOrderOfTheirKeys) {
  for (size_t i = 0; i < kKeyCount; ++i) EXPECT_EQ(static_cast<size_t>(key_rows()[i].key), i);
}

TEST(Keys, SectionsAreContiguousAndTheTopComesFirst) {
  std::set<std::string_view> seen;
  std::string_view last = "none yet";
  EXPECT_TRUE(key_rows().front().section.empty());
  for (const KeyRow& r : key_rows()) {
    EXPECT_TRUE(r.section == last || seen.insert(r.section).second) << r.section;
    last = r.section;
  }
}

TEST(Keys, PathSectionAndVariableFollowFromEachOther) {
  const KeyRow& r = row(Key::seeds_curand_mode);
  EXPECT_EQ(r.path, "seeds.curand.mode");
  EXPECT_EQ(r.section, "seeds.curand");
  EXPECT_EQ(r.variable, "DETSHIM_SEEDS_CURAND_MODE");
  EXPECT_EQ(row(Key::mode).path, "mode");
  EXPECT_EQ(find_key("seeds.curand.mode"), &r);
  EXPECT_EQ(find_key("seeds.curand"), nullptr);
}

TEST(Keys, SectionsAreKnownByWholeNames) {
  EXPECT_TRUE(is_section("seeds"));
  EXPECT_TRUE(is_section("seeds.curand"));
  EXPECT_FALSE(is_section("seed"));
  EXPECT_FALSE(is_section("seeds.cur"));
  EXPECT_FALSE(is_section("seeds.curand.mode"));
}

TEST(Keys, EverySentenceIsOne) {
  for (const KeyRow& r : key_rows()) EXPECT_TRUE(r.sentence.ends_with('.')) << r.path;
  for (const ExtraVariable& extra : extra_variables())
    EXPECT_TRUE(extra.sentence.ends_with('.')) << extra.name;
}

}  // namespace
}  // namespace detshim::config
