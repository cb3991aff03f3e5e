#include "config/load.h"

#include <cerrno>
#include <new>
#include <utility>

#include "config/file_reader.h"
#include "config/nearest.h"
#include "config/value.h"

namespace detshim::config {
namespace {

// ---- the environment

struct Variables {
  // By key: what the long and the short name say; nothing: not set.
  std::array<std::optional<std::string_view>, kKeyCount> by_long_name;
  std::array<std::optional<std::string_view>, kKeyCount> by_short_name;
  std::string_view file;  // DETSHIM_CONFIG; ends in a zero byte
};

// Where the value of variable `name` goes; null: not ours to read. False: unknown.
bool slot_of(std::string_view name, Variables* variables, std::optional<std::string_view>** slot) {
  *slot = nullptr;
  for (const KeyRow& r : key_rows()) {
    if (r.variable != name) continue;
    *slot = &variables->by_long_name[static_cast<size_t>(r.key)];
    return true;
  }
  for (const ExtraVariable& extra : extra_variables()) {
    if (extra.name != name) continue;
    if (extra.key) *slot = &variables->by_short_name[static_cast<size_t>(*extra.key)];
    return true;
  }
  return false;
}

Problem unknown_variable(std::string_view name) {
  return {shown(name),
          {},
          "no such variable of detshim (`detshim config --default` lists them)" +
              did_you_mean(nearest_variable(name))};
}

// The first entry of a name counts, as for getenv.
std::optional<Problem> collect(const char* const* environment, Variables* variables) {
  if (environment == nullptr) return std::nullopt;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    if (!entry.starts_with("DETSHIM_")) continue;
    const size_t end = entry.find('=');
    if (end == std::string_view::npos) continue;
    const std::string_view name = entry.substr(0, end);
    const std::string_view text = entry.substr(end + 1);
    std::optional<std::string_view>* slot = nullptr;
    if (!slot_of(name, variables, &slot)) return unknown_variable(name);
    if (slot != nullptr && !*slot) *slot = text;
    if (name == "DETSHIM_CONFIG" && variables->file.data() == nullptr) variables->file = text;
  }
  return std::nullopt;
}

std::string_view short_name(Key key) {
  for (const ExtraVariable& extra : extra_variables()) {
    if (extra.key == key) return extra.name;
  }
  return {};
}

std::optional<Problem> apply(const Variables& variables, Loaded* loaded) {
  for (const KeyRow& r : key_rows()) {
    const auto index = static_cast<size_t>(r.key);
    const std::pair<std::string_view, std::optional<std::string_view>> given[] = {
        {r.variable, variables.by_long_name[index]},
        {short_name(r.key), variables.by_short_name[index]}};
    std::optional<std::string> earlier;  // what the long name said
    for (const auto& [name, text] : given) {
      if (!text) continue;
      Complaint complaint = assign(r.key, VariableText{*text}, &loaded->settings);
      if (!complaint.empty())
        return Problem{std::string(name), std::string(r.path), std::move(complaint)};
      const std::string value = toml_value(r.key, loaded->settings);
      if (earlier && *earlier != value) {
        return Problem{std::string(name), std::string(r.path),
                       "says " + shown(value) + ", but " + std::string(r.variable) + " says " +
                           shown(*earlier) + "; set one of them"};
      }
      earlier = value;
      loaded->origins[index] = {Origin::From::variable, {}, name};
    }
  }
  return std::nullopt;
}

// ---- the file

std::string where(std::string_view file, Position at) {
  return shown(file) + ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// The known key that line `line` of a broken file sets, or null: a guess that only makes the
// message better.
const KeyRow* key_on_line(std::string_view text, uint32_t line) {
  std::string_view section;
  std::string_view current;
  for (uint32_t number = 1; number <= line; ++number) {
    const size_t end = text.find('\n');
    current = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (current.starts_with('[') && number != line) {
      section = trimmed(current.substr(1, current.find(']') - 1));
    }
  }
  const size_t equals = current.find('=');
  if (equals == std::string_view::npos) return nullptr;
  const std::string_view key = trimmed(current.substr(0, equals));
  return find_key(section.empty() ? std::string(key)
                                  : std::string(section) + '.' + std::string(key));
}

Complaint unknown_name(const Entry& entry, bool section) {
  const size_t dot = entry.path.rfind('.');
  const std::string parent = dot == std::string::npos ? std::string() : entry.path.substr(0, dot);
  Complaint complaint = section ? "no such section" : "no such key";
  const std::string names = names_in_section(parent);
  if (section || names.empty()) {
    complaint += "; the sections are " + names_of_sections();
  } else {
    complaint += (parent.empty() ? "; outside sections stands only "
                                 : "; the keys of [" + parent + "] are ") +
                 names;
  }
  return complaint + did_you_mean(section ? nearest_section(entry.path) : nearest_key(entry.path));
}

std::optional<Problem> apply(const Entry& entry, Loaded* loaded) {
  const KeyRow* const known = find_key(entry.path);
  const Value* const value = std::get_if<Value>(&entry.value);
  if (value == nullptr) {
    if (is_section(entry.path)) return std::nullopt;
    if (known == nullptr) {
      return Problem{where(loaded->file, entry.key_at), shown(entry.path),
                     unknown_name(entry, true)};
    }
    return Problem{where(loaded->file, entry.key_at), entry.path,
                   "expected " + expected(known->key) + ", found a section"};
  }
  if (known == nullptr && is_section(entry.path)) {
    return Problem{where(loaded->file, entry.key_at), entry.path,
                   "is a section, not a key; its keys are " + names_in_section(entry.path)};
  }
  if (known == nullptr) {
    return Problem{where(loaded->file, entry.key_at), shown(entry.path),
                   unknown_name(entry, false)};
  }
  Complaint complaint = assign(known->key, *value, &loaded->settings);
  if (!complaint.empty())
    return Problem{where(loaded->file, entry.value_at), entry.path, std::move(complaint)};
  loaded->origins[static_cast<size_t>(known->key)] = {Origin::From::file, entry.value_at, {}};
  return std::nullopt;
}

std::string quotes_needed(Key key) {
  return expected(key).starts_with("one of") ? ", in quotes" : "";
}

std::optional<Problem> apply(std::string_view text, Loaded* loaded) {
  auto result = read_toml(text);
  if (auto* const broken = std::get_if<TomlProblem>(&result)) {
    // toml++ notices a second definition at the end of its name.
    if (broken->duplicate) broken->at.column = 1;
    Problem problem{where(loaded->file, broken->at), {}, std::move(broken->what)};
    if (const KeyRow* const known = key_on_line(text, broken->at.line)) {
      problem.key = known->path;
      if (!broken->duplicate)
        problem.what += "; expected " + expected(known->key) + quotes_needed(known->key);
    }
    return problem;
  }
  for (const Entry& entry : std::get<std::vector<Entry>>(result)) {
    if (auto problem = apply(entry, loaded)) return problem;
  }
  return std::nullopt;
}

// ---- both

enum class Source { named_by_variable, file, text };

std::optional<Problem> load_into(Source source, std::string_view name, std::string_view text,
                                 const char* const* environment, Loaded* loaded) {
  Variables variables;
  if (auto problem = collect(environment, &variables)) return problem;
  loaded->file = source == Source::named_by_variable ? variables.file : name;
  std::string bytes;
  if (source != Source::text && !loaded->file.empty()) {
    Complaint complaint = read_file(loaded->file.c_str(), &bytes);
    if (!complaint.empty()) return Problem{shown(loaded->file), {}, std::move(complaint)};
    text = bytes;
  }
  if (auto problem = apply(text, loaded)) return problem;
  return apply(variables, loaded);
}

Loaded load_from(Source source, std::string_view name, std::string_view text,
                 const char* const* environment) noexcept {
  const int saved_errno = errno;
  Loaded loaded;
  try {
    loaded.problem = load_into(source, name, text, environment, &loaded);
  } catch (...) {
    // Short enough to need no memory of its own.
    loaded.problem.emplace();
    loaded.problem->what = "out of memory";
  }
  if (loaded.problem) {
    loaded.settings = Settings{};
    loaded.origins = {};
  }
  errno = saved_errno;
  return loaded;
}

}  // namespace

Loaded load(const char* const* environment) noexcept {
  return load_from(Source::named_by_variable, {}, {}, environment);
}

Loaded load_file(const char* path, const char* const* environment) noexcept {
  return load_from(Source::file, path, {}, environment);
}

Loaded load_text(std::string_view file_name, std::string_view text,
                 const char* const* environment) noexcept {
  return load_from(Source::text, file_name, text, environment);
}

std::string describe_origin(const Loaded& loaded, Key key) {
  const Origin& origin = loaded.origins[static_cast<size_t>(key)];
  switch (origin.from) {
    case Origin::From::file:
      return where(loaded.file, origin.at);
    case Origin::From::variable:
      return std::string(origin.variable);
    case Origin::From::standard:
      break;
  }
  return "default";
}

}  // namespace detshim::config
