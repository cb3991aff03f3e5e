#include "config/keys.h"

#include "config/nearest.h"

namespace detshim::config {
namespace {

// "seeds.curand.mode" from section "seeds.curand" and key "mode"; the top section gives ".mode",
// whose dot goes.
constexpr std::string_view without_dot(std::string_view path) {
  return path.front() == '.' ? path.substr(1) : path;
}

template <size_t N>
struct VariableName {
  char text[N] = {};
  constexpr explicit VariableName(const char (&spelled)[N]) {
    for (size_t i = 0; i < N; ++i) {
      const char c = spelled[i];
      text[i] = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

namespace variable {
#define SETTING(member, ...) constexpr VariableName member{"DETSHIM_" #member};
#include "config/settings.def"
}  // namespace variable

constexpr std::array<KeyRow, kKeyCount> kRows = {{
#define SETTING(member, section, key, Type, default_value, limits, sentence)                 \
  {Key::member, without_dot(section "." key), section, key, variable::member.view(), limits, \
   sentence},
#include "config/settings.def"
}};

constexpr ExtraVariable kExtra[] = {
#define SHORT_NAME(name, member, sentence) {name, Key::member, sentence},
#define RESERVED(name, sentence) {name, std::nullopt, sentence},
#include "config/settings.def"
};

// DETSHIM_SEEDS_CURAND_MODE must be seeds.curand.mode, or the names that users derive would be
// wrong.
constexpr bool members_follow_paths() {
  for (const KeyRow& r : kRows) {
    const std::string_view member = r.variable.substr(sizeof("DETSHIM_") - 1);
    if (member.size() != r.path.size()) return false;
    for (size_t i = 0; i < member.size(); ++i) {
      const char c = r.path[i];
      const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      if (member[i] != (c == '.' ? '_' : upper)) return false;
    }
  }
  return true;
}
static_assert(members_follow_paths(),
              "settings.def: a member is not its section and key, joined with '_'");

constexpr bool variables_are_unambiguous() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    for (size_t j = i + 1; j < kRows.size(); ++j) {
      if (kRows[i].variable == kRows[j].variable) return false;
    }
    for (const ExtraVariable& extra : kExtra) {
      if (kRows[i].variable == extra.name) return false;
    }
  }
  for (const ExtraVariable& a : kExtra) {
    for (const ExtraVariable& b : kExtra) {
      if (&a != &b && a.name == b.name) return false;
    }
  }
  return true;
}
static_assert(variables_are_unambiguous(), "settings.def: two rows share an environment variable");

void append_name(std::string* list, std::string_view name) {
  if (!list->empty()) *list += ", ";
  *list += name;
}

}  // namespace

std::span<const KeyRow, kKeyCount> key_rows() noexcept { return kRows; }

const KeyRow& row(Key key) noexcept { return kRows[static_cast<size_t>(key)]; }

std::span<const ExtraVariable> extra_variables() noexcept { return kExtra; }

const KeyRow* find_key(std::string_view path) noexcept {
  for (const KeyRow& r : kRows) {
    if (r.path == path) return &r;
  }
  return nullptr;
}

bool is_section(std::string_view path) noexcept {
  if (path.empty()) return true;
  for (const KeyRow& r : kRows) {
    if (!r.section.starts_with(path)) continue;
    if (r.section.size() == path.size() || r.section[path.size()] == '.') return true;
  }
  return false;
}

std::string names_of_sections() {
  std::string list;
  std::string_view last;
  for (const KeyRow& r : kRows) {
    if (r.section == last) continue;
    append_name(&list, r.section);
    last = r.section;
  }
  return list;
}

std::string names_in_section(std::string_view section) {
  std::string list;
  for (const KeyRow& r : kRows) {
    if (r.section == section) append_name(&list, r.name);
  }
  return list;
}

std::optional<std::string_view> nearest_key(std::string_view path) {
  Nearest nearest(path);
  for (const KeyRow& r : kRows) nearest.offer(r.path);
  return nearest.found();
}

std::optional<std::string_view> nearest_section(std::string_view path) {
  Nearest nearest(path);
  for (const KeyRow& r : kRows) {
    if (!r.section.empty()) nearest.offer(r.section);
  }
  return nearest.found();
}

std::optional<std::string_view> nearest_variable(std::string_view name) {
  Nearest nearest(name);
  for (const KeyRow& r : kRows) nearest.offer(r.variable);
  for (const ExtraVariable& extra : kExtra) nearest.offer(extra.name);
  return nearest.found();
}

}  // namespace detshim::config
