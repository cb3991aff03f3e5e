#include "config/toml_reader.h"

#include <algorithm>
#include <optional>

#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 16  // kDeepestNesting
#include <toml++/toml.h>

namespace detshim::config {
namespace {

static_assert(TOML_MAX_NESTED_VALUES == kDeepestNesting);

// toml++ limits nested values but not a.a.a.a..., and destroys tables recursively: half a megabyte
// of dots would overflow the stack. So names of too many parts are refused before it reads the
// text. This follows TOML's rules for strings and comments; where the text breaks them toml++ stops
// at the same place.
class DotCounter {
 public:
  explicit DotCounter(std::string_view text) : text_(text) {}

  std::optional<Position> too_deep() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '.' && ++dots_ >= kDeepestNesting) return position();
      if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) dots_ = 0;
      ++at_;
    }
    return std::nullopt;
  }

 private:
  void skip_string(char quote) {
    const std::string_view rest = text_.substr(at_);
    const bool multiline = rest.size() >= 3 && rest[1] == quote && rest[2] == quote;
    at_ += multiline ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\' && quote == '"') {
        at_ += 2;
      } else if (c != quote) {
        ++at_;
      } else if (!multiline) {
        ++at_;
        return;
      } else {
        size_t run = 0;  // the last three of up to five quotes end it
        while (at_ + run < text_.size() && text_[at_ + run] == quote) ++run;
        at_ += run;
        if (run >= 3) return;
      }
    }
  }
  Position position() const {
    const std::string_view before = text_.substr(0, at_);
    const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return {static_cast<uint32_t>(std::ranges::count(before, '\n') + 1),
            static_cast<uint32_t>(at_ - line_start + 1)};
  }

  std::string_view text_;
  size_t at_ = 0;
  int dots_ = 0;
};

Position position(const toml::source_position& at) {
  return {static_cast<uint32_t>(at.line), static_cast<uint32_t>(at.column)};
}

std::string_view name_of(toml::node_type type) {
  switch (type) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list of other things than strings";
    case toml::node_type::floating_point:
      return "a number with a fraction";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    case toml::node_type::date_time:
      return "a date and time";
    default:
      return "something else";
  }
}

Value value_of(const toml::node& node) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return number->get();
  if (const auto* const flag = node.as_boolean()) return flag->get();
  const toml::array* const array = node.as_array();
  const bool strings = array != nullptr && std::ranges::all_of(*array, [](const toml::node& n) {
                         return n.is_string();
                       });
  if (!strings) return OtherType{name_of(node.type())};
  StringList list;
  for (const toml::node& element : *array) list.push_back(element.as_string()->get());
  return list;
}

bool plain(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

void flatten(const toml::table& table, const std::string& prefix, std::vector<Entry>* entries) {
  for (const auto& [key, node] : table) {
    Entry entry;
    entry.path = prefix + (plain(key.str()) ? std::string(key.str()) : quoted(key.str()));
    entry.key_at = position(key.source().begin);
    entry.value_at = position(node.source().begin);
    if (const toml::table* const inner = node.as_table()) {
      const std::string inner_prefix = entry.path + '.';
      entries->push_back(std::move(entry));
      flatten(*inner, inner_prefix, entries);
    } else {
      entry.value = value_of(node);
      entries->push_back(std::move(entry));
    }
  }
}

// "Error while parsing <what>: <why>" is how toml++ says nearly everything.
TomlProblem problem_of(const toml::parse_error& error) {
  static constexpr std::string_view kStart = "Error while parsing ";
  const std::string_view text = error.description();
  const bool duplicate = text.find("cannot redefine") != std::string_view::npos;
  const Position at = position(error.source().begin);
  const size_t colon = text.find(": ");
  if (!text.starts_with(kStart) || colon == std::string_view::npos) {
    return {at, "not valid TOML: " + shown(text), duplicate};
  }
  const std::string_view what = text.substr(kStart.size(), colon - kStart.size());
  const std::string_view why = text.substr(colon + 2);
  if (duplicate) return {at, "is defined twice (" + shown(why) + ')', true};
  return {at, "not valid TOML in " + shown(what) + ": " + shown(why), false};
}

}  // namespace

std::variant<std::vector<Entry>, TomlProblem> read_toml(std::string_view text) {
  if (const auto at = DotCounter(text).too_deep()) {
    return TomlProblem{
        *at, "sections are nested more than " + std::to_string(kDeepestNesting) + " deep"};
  }
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    return problem_of(result.error());
  }
  std::vector<Entry> entries;
  flatten(result.table(), {}, &entries);
  std::ranges::stable_sort(entries, {}, &Entry::key_at);
  return entries;
}

}  // namespace detshim::config
