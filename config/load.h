// Settings from the environment, the configuration file and the defaults, in that order of
// precedence, each with its origin; or the one problem that a person must correct. Place in the
// flow: boot calls load() in the root of a tree before main and in its children at first need; the
// command line calls it, too. Any thread; no state. Nothing here throws; keeps errno.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "config/keys.h"
#include "config/problem.h"
#include "config/settings.h"
#include "config/toml_reader.h"

namespace detshim::config {

struct Origin {
  enum class From : uint8_t { standard, file, variable };
  From from = From::standard;
  Position at;                // file
  std::string_view variable;  // variable; static storage
};

struct Loaded {
  Settings settings;  // the defaults where there is a problem
  std::array<Origin, kKeyCount> origins{};
  std::string file;  // as it was named; empty: none
  std::optional<Problem> problem;
};

// `environment` is environ-like; may be null. Reads the file that DETSHIM_CONFIG names.
// Without a DETSHIM_ variable it only walks the array.
Loaded load(const char* const* environment) noexcept;
// The same with another file, whatever DETSHIM_CONFIG says. `environment` null: the file alone.
Loaded load_file(const char* path, const char* const* environment) noexcept;
// The same with the file's content, for tests.
Loaded load_text(std::string_view file_name, std::string_view text,
                 const char* const* environment) noexcept;

// "run.toml:12:8", "DETSHIM_SEED" or "default".
std::string describe_origin(const Loaded& loaded, Key key);

}  // namespace detshim::config
