// One value of one key: read into Settings, and written back.
// Place in the flow: between the sources (toml_reader, environment) and load(). Pure; any thread.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "config/keys.h"
#include "config/problem.h"
#include "config/settings.h"

namespace detshim::config {

// The text of an environment variable, which the key's type interprets. Lists are separated by ':'.
struct VariableText {
  std::string_view text;
};
// A value of a type that no key has; `what` is "a table", "a date", ...
struct OtherType {
  std::string_view what;
};
using Value = std::variant<VariableText, std::string, int64_t, bool, StringList, OtherType>;

// Sets the key in `settings`, or says what is wrong and leaves it as it was.
Complaint assign(Key key, const Value& value, Settings* settings);

// The key's value as TOML; empty if it has none (seeds.master that is not given).
std::string toml_value(Key key, const Settings& settings);
// What the key takes: "one of observe, enforce", "true or false", ...
std::string expected(Key key);

std::string toml_string(std::string_view text);  // quoted and escaped

}  // namespace detshim::config
