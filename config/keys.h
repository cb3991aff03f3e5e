// Every key and every environment variable of detshim, as a table made from settings.def.
// Pure; any thread, any time: all of it is constant-initialised.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "config/settings.h"

namespace detshim::config {

enum class Key : uint8_t {
#define SETTING(member, ...) member,
#include "config/settings.def"
  count_
};
inline constexpr size_t kKeyCount = static_cast<size_t>(Key::count_);

struct KeyRow {
  Key key;
  std::string_view path;      // seeds.curand.mode
  std::string_view section;   // seeds.curand; empty at the top
  std::string_view name;      // mode
  std::string_view variable;  // DETSHIM_SEEDS_CURAND_MODE
  Limits limits;
  std::string_view sentence;
};

// A variable that is not the long name of a key: a short name (then `key`), or one that detshim
// reserves.
struct ExtraVariable {
  std::string_view name;
  std::optional<Key> key;
  std::string_view sentence;
};

std::span<const KeyRow, kKeyCount> key_rows() noexcept;
const KeyRow& row(Key key) noexcept;
std::span<const ExtraVariable> extra_variables() noexcept;

const KeyRow* find_key(std::string_view path) noexcept;
bool is_section(std::string_view path) noexcept;  // also of a section that only holds sections

// All names of one sort joined with ", ", for messages.
std::string names_of_sections();
std::string names_in_section(std::string_view section);  // keys alone, without the section

// The known name nearest to a misspelt one, or nothing if none is near.
std::optional<std::string_view> nearest_key(std::string_view path);
std::optional<std::string_view> nearest_section(std::string_view path);
std::optional<std::string_view> nearest_variable(std::string_view name);

}  // namespace detshim::config
