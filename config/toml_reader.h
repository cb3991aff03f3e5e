// TOML text into a flat list of entries in file order.
// Place in the flow: load() gives it the bytes of the file; it knows neither keys nor settings. Any
// thread. The only part that sees toml++, which is heavy.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/problem.h"
#include "config/value.h"

namespace detshim::config {

struct Position {
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1, in characters
  auto operator<=>(const Position&) const = default;
};

// A section header or a section implied by a dotted key.
struct SectionStart {};

struct Entry {
  std::string path;  // "seeds.curand.mode"; a key with unusual letters stands there escaped
  Position key_at;
  Position value_at;
  std::variant<SectionStart, Value> value;
};

struct TomlProblem {
  Position at;
  Complaint what;
  bool duplicate = false;  // a name is defined twice
};

// Sections within sections, arrays within arrays: our own keys need three.
inline constexpr int kDeepestNesting = 16;

// Sorted by key_at; a section stands before what it holds. May throw std::bad_alloc.
std::variant<std::vector<Entry>, TomlProblem> read_toml(std::string_view text);

}  // namespace detshim::config
