#include "config/reference.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace detshim::config {
namespace {

std::string content(const char* path) {
  std::ifstream file(std::string(DETSHIM_SOURCE_DIR) + '/' + path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Reference, PageIsUpToDate) {
  EXPECT_EQ(content("docs/configuration.md"), reference_markdown())
      << "make it anew: detshim config --reference > docs/configuration.md";
}

TEST(Reference, ExampleFileIsUpToDate) {
  EXPECT_EQ(content("config/detshim.example.toml"), example_toml())
      << "make it anew: detshim config --default > config/detshim.example.toml";
}

TEST(Reference, ExampleFileSaysEveryDefault) {
  const Loaded loaded = load_text("example", example_toml(), nullptr);
  ASSERT_FALSE(loaded.problem) << message(*loaded.problem, "");
  EXPECT_EQ(loaded.settings, Settings{});
  for (const KeyRow& r : key_rows()) {
    if (r.key == Key::seeds_master) continue;  // its default is to be absent
    EXPECT_EQ(loaded.origins[static_cast<size_t>(r.key)].from, Origin::From::file) << r.path;
  }
}

TEST(Reference, EffectiveSettingsAreAFileThatGivesThem) {
  static constexpr const char* kEnvironment[] = {
      "DETSHIM_SEED=18446744073709551615",   "DETSHIM_MODE=observe",
      "DETSHIM_ENTROPY_ALLOW=/a:/b \"c\"\\", "DETSHIM_TORCH_UNSEEDED=0",
      "DETSHIM_LOG=/tmp/%p\t.log",           nullptr};
  const Loaded loaded = load(kEnvironment);
  ASSERT_FALSE(loaded.problem) << message(*loaded.problem, "");
  const Loaded again = load_text("effective", effective_toml(loaded), nullptr);
  ASSERT_FALSE(again.problem) << message(*again.problem, "");
  EXPECT_EQ(again.settings, loaded.settings);
}

}  // namespace
}  // namespace detshim::config
