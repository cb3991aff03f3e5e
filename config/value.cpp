#include "config/value.h"

#include <charconv>
#include <type_traits>

#include "config/choices.h"
#include "config/environment_pack.h"
#include "config/nearest.h"

namespace detshim::config {
namespace {

// ---- what a type takes

template <class T>
struct Type;  // expected(limits), read(text or value, limits, out), write(value)

std::string found(const Value& value) {
  static constexpr std::string_view kFound[] = {"text",          "a string",          "an integer",
                                                "true or false", "a list of strings", ""};
  const auto* const other = std::get_if<OtherType>(&value);
  return ", found " + std::string(other != nullptr ? other->what : kFound[value.index()]);
}

// The text of a string or a variable; null for another type.
const std::string_view* text_of(const Value& value, std::string_view* storage) {
  if (const auto* const variable = std::get_if<VariableText>(&value)) {
    *storage = variable->text;
  } else if (const auto* const text = std::get_if<std::string>(&value)) {
    *storage = *text;
  } else {
    return nullptr;
  }
  return storage;
}

// No path and no name of ours has these; a TOML file could not say them, either.
Complaint not_text(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return quoted(text) + " holds a zero byte";
  return is_utf8(text) ? Complaint() : quoted(text) + " is not UTF-8";
}

template <class E>
requires std::is_enum_v<E>
struct Type<E> {
  static std::string expected(const Limits&) {
    std::string list;
    for (const auto& choice : kChoices<E>) {
      if (!choice.refused.empty()) continue;
      list += list.empty() ? "one of " : ", ";
      list += choice.text;
    }
    return list;
  }
  static Complaint read(const Value& value, const Limits& limits, E* out) {
    std::string_view text;
    if (text_of(value, &text) == nullptr) {
      return "expected " + expected(limits) + " (in quotes)" + found(value);
    }
    Nearest nearest(text);
    for (const auto& choice : kChoices<E>) {
      if (choice.text == text && !choice.refused.empty()) {
        return quoted(text) + ' ' + std::string(choice.refused) + "; choose " + expected(limits);
      }
      if (choice.text == text) {
        *out = choice.value;
        return {};
      }
      if (choice.refused.empty()) nearest.offer(choice.text);
    }
    return quoted(text) + " is not " + expected(limits) + did_you_mean(nearest.found());
  }
  static std::string write(E value) { return toml_string(spelling(value)); }
};

template <>
struct Type<OptionalU64> {
  static std::string expected(const Limits&) {
    return "a whole number from 0 to 18446744073709551615";
  }
  static Complaint read(const Value& value, const Limits& limits, OptionalU64* out) {
    if (const auto* const number = std::get_if<int64_t>(&value)) {
      if (*number < 0) return std::to_string(*number) + " is not " + expected(limits);
      *out = static_cast<uint64_t>(*number);
      return {};
    }
    std::string_view text;
    if (text_of(value, &text) == nullptr) return "expected " + expected(limits) + found(value);
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const char* const begin = text.data() + (hex ? 2 : 0);
    const char* const end = text.data() + text.size();
    uint64_t number = 0;
    const auto [stop, error] = std::from_chars(begin, end, number, hex ? 16 : 10);
    if (error != std::errc{} || stop != end) return quoted(text) + " is not " + expected(limits);
    *out = number;
    return {};
  }
  static std::string write(const OptionalU64& value) {
    if (!value) return {};
    const std::string digits = std::to_string(*value);
    return *value <= static_cast<uint64_t>(INT64_MAX) ? digits : toml_string(digits);
  }
};

template <>
struct Type<Bool> {
  static std::string expected(const Limits&) { return "true or false"; }
  static Complaint read(const Value& value, const Limits& limits, Bool* out) {
    if (const auto* const given = std::get_if<bool>(&value)) {
      *out = *given;
      return {};
    }
    const auto* const variable = std::get_if<VariableText>(&value);
    if (variable == nullptr) return "expected " + expected(limits) + found(value);
    const std::string_view text = variable->text;
    if (text != "true" && text != "1" && text != "false" && text != "0") {
      return quoted(text) + " is not " + expected(limits) + " (or 1, 0)";
    }
    *out = text == "true" || text == "1";
    return {};
  }
  static std::string write(Bool value) { return value ? "true" : "false"; }
};

template <>
struct Type<String> {
  static std::string expected(const Limits&) { return "a string"; }
  static Complaint read(const Value& value, const Limits& limits, String* out) {
    std::string_view text;
    if (text_of(value, &text) == nullptr) return "expected " + expected(limits) + found(value);
    if (Complaint complaint = not_text(text); !complaint.empty()) return complaint;
    *out = text;
    return {};
  }
  static std::string write(const String& value) { return toml_string(value); }
};

template <>
struct Type<StringList> {
  static std::string expected(const Limits& limits) {
    if (limits.absolute_paths) return "a list of absolute paths";
    if (limits.pack_variables) return "a list of variables of the environment pack";
    return "a list of strings";
  }
  static Complaint read(const Value& value, const Limits& limits, StringList* out) {
    StringList list;
    if (const auto* const strings = std::get_if<StringList>(&value)) {
      list = *strings;
    } else if (const auto* const variable = std::get_if<VariableText>(&value)) {
      list = split(variable->text);
    } else {
      return "expected " + expected(limits) + found(value);
    }
    for (const std::string& entry : list) {
      if (Complaint complaint = check(entry, limits); !complaint.empty()) {
        if (std::holds_alternative<VariableText>(value))
          complaint += "; ':' stands between entries";
        return complaint;
      }
    }
    *out = std::move(list);
    return {};
  }
  static std::string write(const StringList& value) {
    std::string text = "[";
    for (const std::string& entry : value)
      text += (text.size() > 1 ? ", " : "") + toml_string(entry);
    return text + ']';
  }

 private:
  static StringList split(std::string_view text) {
    StringList list;
    while (!text.empty()) {
      const size_t end = text.find(':');
      list.emplace_back(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return list;
  }
  static Complaint check(const std::string& entry, const Limits& limits) {
    if (Complaint complaint = not_text(entry); !complaint.empty()) return complaint;
    if (limits.absolute_paths && !entry.starts_with('/')) {
      return quoted(entry) + " is not an absolute path";
    }
    if (!limits.pack_variables) return {};
    Nearest nearest(entry);
    std::string known;
    for (const PackRow& row : pack_rows()) {
      if (row.name == entry) return {};
      nearest.offer(row.name);
      known += known.empty() ? "" : ", ";
      known += row.name;
    }
    return quoted(entry) + " is not a variable of the pack (" + known + ')' +
           did_you_mean(nearest.found());
  }
};

}  // namespace

Complaint assign(Key key, const Value& value, Settings* settings) {
  switch (key) {
#define SETTING(member, section, name, T, ...) \
  case Key::member:                            \
    return Type<T>::read(value, row(key).limits, &settings->member);
#include "config/settings.def"
    case Key::count_:
      break;
  }
  return "no such key";
}

std::string toml_value(Key key, const Settings& settings) {
  switch (key) {
#define SETTING(member, section, name, T, ...) \
  case Key::member:                            \
    return Type<T>::write(settings.member);
#include "config/settings.def"
    case Key::count_:
      break;
  }
  return {};
}

std::string expected(Key key) {
  switch (key) {
#define SETTING(member, section, name, T, ...) \
  case Key::member:                            \
    return Type<T>::expected(row(key).limits);
#include "config/settings.def"
    case Key::count_:
      break;
  }
  return {};
}

std::string toml_string(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += {'\\', 'u', '0', '0', kDigits[byte >> 4], kDigits[byte & 15]};
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace detshim::config
