// The environment variables that make libraries repeatable, each with its reason, and what becomes
// of them in a given environment. Data and pure functions; setting them is the caller's (boot
// before main, `detshim run`, `detshim env`). Place in the flow: read once in the root of a tree of
// processes, which passes them on. Any thread. Facts: docs/facts/environment.md.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings.h"

namespace detshim::config {

struct PackRow {
  std::string_view name;
  std::string_view value;   // empty: made from the master seed
  std::string_view reason;  // one sentence, what it does
  // Why `present`, a value that the user gave, defeats the purpose; empty if it serves.
  std::string_view (*defeat)(std::string_view present) noexcept;
};
std::span<const PackRow> pack_rows() noexcept;

enum class PackState : uint8_t {
  set,          // not in the environment: to be set to `value`
  kept,         // the environment has a value already, which stays
  defeating,    // so too, but that value defeats the purpose, as `defeat` says
  skipped,      // env.skip names it
  off,          // env.pack is off, or the mode is observe
  per_process,  // set by the library itself in each process; no single value can be given here
};

struct PackEntry {
  const PackRow* row = nullptr;
  PackState state = PackState::off;
  std::string value;        // set: the new value; kept, defeating: the present one
  std::string_view defeat;  // defeating: why
};

// `environment` is environ-like and outlives nothing. `cupy_seed`: this process's value of
// CUPY_SEED, which must differ between ranks and processes (boot derives it); without one the entry
// is `per_process`.
std::vector<PackEntry> environment_pack(const Settings& settings, const char* const* environment,
                                        std::optional<uint64_t> cupy_seed);

// PYTHONHASHSEED: a function of the master alone, so that sets iterate alike in all processes of a
// run.
constexpr uint32_t python_hash_seed(uint64_t master) noexcept {
  return static_cast<uint32_t>(master ^ (master >> 32));
}

// The value of `name` in an environ-like array, or nothing. Allocates nothing.
std::optional<std::string_view> variable_in(const char* const* environment,
                                            std::string_view name) noexcept;

}  // namespace detshim::config
