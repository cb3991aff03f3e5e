// The settings of one process, as plain data. Made from settings.def; see there for every key.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace detshim::config {

// The spelling of each enumerator in files and variables stands in settings.cpp (choices()).
enum class Mode : uint8_t { observe, enforce };
enum class SeedMode : uint8_t { automatic, keep, mix, derive, intern, override };
enum class ClockSeeds : uint8_t { pin, keep };
enum class CurandMode : uint8_t { inherit, keep, mix, derive, intern, override };
enum class CurandOrdering : uint8_t { keep, standard, legacy };
enum class EntropyPolicy : uint8_t { safe, off };
enum class RankMode : uint8_t { automatic, off };
enum class EnvPack : uint8_t { standard, off };
enum class LogLevel : uint8_t { trace, debug, info, warn, error };
enum class Summary : uint8_t { automatic, off };

using OptionalU64 = std::optional<uint64_t>;
using Bool = bool;
using String = std::string;
using StringList = std::vector<std::string>;

struct Limits {
  bool absolute_paths = false;  // every entry must begin with '/'
};

// One member per row of settings.def, named section_key (dots as underscores; the top section has no prefix).
struct Settings {
  Mode mode = Mode::enforce;
  OptionalU64 seeds_master;
  SeedMode seeds_explicit = SeedMode::automatic;
  ClockSeeds seeds_clock = ClockSeeds::pin;
  CurandMode seeds_curand_mode = CurandMode::inherit;
  CurandOrdering seeds_curand_ordering = CurandOrdering::keep;
  Bool torch_unseeded = true;
  EntropyPolicy entropy_policy = EntropyPolicy::safe;
  StringList entropy_allow;
  RankMode entropy_rank = RankMode::automatic;
  EnvPack env_pack = EnvPack::standard;
  StringList env_skip;
  String log_to;
  LogLevel log_level = LogLevel::info;
  Summary log_summary = Summary::automatic;
};

}  // namespace detshim::config
