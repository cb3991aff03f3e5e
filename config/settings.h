// The settings of one process, as plain data. Made from settings.def; see there for every key.
// Pure data: any thread may read it; who fills it owns it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace detshim::config {

// The spelling of each enumerator in files and variables stands in choices.h.
enum class Mode : uint8_t { observe, enforce };
enum class SeedMode : uint8_t { automatic, keep, mix, derive, intern, override };
enum class ClockSeeds : uint8_t { pin, keep };
enum class CurandMode : uint8_t { inherit, keep, mix, derive, intern, override };
enum class CurandOrdering : uint8_t { keep, standard, legacy };
enum class EntropyPolicy : uint8_t { safe, off };
enum class RankMode : uint8_t { automatic, off };
enum class Unnoted : uint8_t { warn, refuse, allow };
enum class LockMode : uint8_t { record, replay, check };
enum class EnvPack : uint8_t { standard, off };
enum class LogLevel : uint8_t { trace, debug, info, warn, error };
enum class Summary : uint8_t { automatic, off };

using OptionalU64 = std::optional<uint64_t>;
using Bool = bool;
using String = std::string;
using StringList = std::vector<std::string>;

// What a key demands beyond its type.
struct Limits {
  bool absolute_paths = false;  // every entry must begin with '/'
  bool pack_variables = false;  // every entry must name a variable of the environment pack
};

// One member per row of settings.def, named section_key (dots as underscores; the top section has
// no prefix).
struct Settings {
#define SETTING(member, section, key, Type, default_value, limits, sentence) \
  Type member = default_value;
#include "config/settings.def"

  bool operator==(const Settings&) const = default;
};

}  // namespace detshim::config
