// Arbitrary bytes as a configuration file and as an environment.
// Input: the file, then after each 0x1e byte one entry of the environment.
// What holds of every answer: a problem is one short line of printable text about a place in the
// file; settings, written as a file, give the same settings again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "config/environment_pack.h"
#include "config/load.h"
#include "config/reference.h"

namespace {

using namespace detshim;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_problem(const config::Problem& problem) {
  const std::string text = config::message(problem, config::kShimWayOut);
  require(text.size() < 4096 && text.starts_with("detshim: ") &&
          text.ends_with(config::kShimWayOut));
  for (const char c : text) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  require(!problem.what.empty());
}

void check_settings(const config::Loaded& loaded) {
  const config::Loaded again =
      config::load_text("effective", config::effective_toml(loaded), nullptr);
  require(!again.problem && again.settings == loaded.settings);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> parts(1);
  for (const char c : input) {
    if (c == '\x1e') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  std::vector<const char*> environment;
  for (size_t i = 1; i < parts.size(); ++i) environment.push_back(parts[i].c_str());
  environment.push_back(nullptr);

  const config::Loaded loaded = config::load_text("run.toml", parts[0], environment.data());
  if (loaded.problem) {
    check_problem(*loaded.problem);
    require(loaded.settings == config::Settings{});
  } else {
    check_settings(loaded);
  }
  for (const config::PackEntry& entry :
       config::environment_pack(loaded.settings, environment.data(), size)) {
    require(entry.state != config::PackState::per_process);
  }
  return 0;
}
