#include "config/cudnn_lock.h"

#include <charconv>
#include <optional>
#include <vector>

#include "config/toml_reader.h"

namespace detshim::config {
namespace {

constexpr int64_t kFormat = 1;
constexpr std::string_view kSection = "plan.";

// FNV-1a: tells the GPUs of one file apart in the names of its sections.
uint32_t short_hash(std::string_view text) {
  uint32_t h = 2166136261u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
  return h;
}

std::string hex(uint64_t value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

template <typename T>
std::optional<T> number(std::string_view text, int base) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string section_name(const LockKey& key) {
  return hex(key.graph, 16) + '-' + hex(short_hash(key.gpu), 8) + '-' + std::to_string(key.cudnn);
}

// "0123456789abcdef-89abcdef-91900"
bool parse_section(std::string_view name, LockKey* key) {
  if (name.size() < 27 || name[16] != '-' || name[25] != '-') return false;
  const auto graph = number<uint64_t>(name.substr(0, 16), 16);
  const auto cudnn = number<unsigned>(name.substr(26), 10);
  if (!graph || !cudnn || !number<uint32_t>(name.substr(17, 8), 16)) return false;
  key->graph = *graph;
  key->cudnn = *cudnn;
  return true;
}

// A basic string of TOML. Text that is not UTF-8 keeps its ASCII.
std::string quoted_toml(std::string_view text) {
  const bool clean = is_utf8(text);
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (code < 0x20 || code == 0x7f)
      out += "\\u00" + hex(code, 2);
    else
      out += code < 0x80 || clean ? c : '?';
  }
  return out + '"';
}

bool take_knobs(const Value& value, std::map<int, int64_t>* knobs) {
  const auto* const list = std::get_if<StringList>(&value);
  if (list == nullptr) return false;
  for (const std::string& entry : *list) {
    const size_t equals = entry.find('=');
    if (equals == entry.npos) return false;
    const auto type = number<int>(std::string_view(entry).substr(0, equals), 10);
    const auto setting = number<int64_t>(std::string_view(entry).substr(equals + 1), 10);
    if (!type || !setting || !knobs->emplace(*type, *setting).second) return false;
  }
  return true;
}

// One section while it is read.
struct Reading {
  LockKey key;
  LockedPlan plan;
  bool has_engine = false, has_gpu = false;
};

template <typename T>
bool take(const Value& value, T* out) {
  const auto* const typed = std::get_if<T>(&value);
  if (typed != nullptr) *out = *typed;
  return typed != nullptr;
}

bool take_field(std::string_view name, const Value& value, Reading* reading) {
  if (name == "what") return take(value, &reading->plan.what);
  if (name == "gpu") return reading->has_gpu = take(value, &reading->key.gpu);
  if (name == "engine") return reading->has_engine = take(value, &reading->plan.engine);
  if (name == "knobs") return take_knobs(value, &reading->plan.knobs);
  std::string version;
  return name == "cudnn" && take(value, &version);  // for people; the section's name counts
}

class Reader {
 public:
  explicit Reader(Lock* out) : out_(out) {}

  // Empty, or what is wrong with this entry.
  Complaint take_entry(const Entry& entry) {
    if (entry.path == "format") {
      int64_t format = 0;
      const auto* const value = std::get_if<Value>(&entry.value);
      if (value == nullptr || !take(*value, &format) || format != kFormat)
        return "this detshim reads lock files of format 1 only";
      has_format_ = true;
      return {};
    }
    if (entry.path == "plan") return {};
    if (!entry.path.starts_with(kSection)) return "no lock file has this: " + shown(entry.path);
    const std::string_view rest = std::string_view(entry.path).substr(kSection.size());
    if (std::holds_alternative<SectionStart>(entry.value)) return begin(rest);
    const size_t dot = rest.find('.');
    const auto& value = std::get<Value>(entry.value);
    if (dot == rest.npos || section_ != rest.substr(0, dot) ||
        !take_field(rest.substr(dot + 1), value, &reading_))
      return "not what a lock file has here: " + shown(entry.path);
    return {};
  }

  Complaint end() {
    if (Complaint complaint = close(); !complaint.empty()) return complaint;
    return has_format_ ? Complaint{} : "is no lock file: it begins without format = 1";
  }

 private:
  Complaint begin(std::string_view name) {
    if (Complaint complaint = close(); !complaint.empty()) return complaint;
    section_ = name;
    return parse_section(name, &reading_.key) ? Complaint{} : "no name of a plan: " + shown(name);
  }

  Complaint close() {
    if (section_.empty()) return {};
    if (!reading_.has_engine || !reading_.has_gpu)
      return "plan " + shown(section_) + " lacks its engine or its gpu";
    out_->insert_or_assign(reading_.key, std::move(reading_.plan));
    reading_ = {};
    section_.clear();
    return {};
  }

  Lock* out_;
  std::string section_;
  Reading reading_;
  bool has_format_ = false;
};

Complaint at(const Position& position, const Complaint& what) {
  return "line " + std::to_string(position.line) + ": " + what;
}

}  // namespace

bool read_lock(std::string_view text, Lock* out, Complaint* complaint) {
  const auto result = read_toml(text);
  if (const auto* const problem = std::get_if<TomlProblem>(&result)) {
    *complaint = at(problem->at, problem->what);
    return false;
  }
  Lock lock;
  Reader reader(&lock);
  for (const Entry& entry : std::get<std::vector<Entry>>(result))
    if (const Complaint what = reader.take_entry(entry); !what.empty()) {
      *complaint = at(entry.key_at, what);
      return false;
    }
  *complaint = reader.end();
  if (!complaint->empty()) return false;
  *out = std::move(lock);
  return true;
}

std::string write_lock(const Lock& lock) {
  std::string text =
      "# cuDNN engines by graph, GPU and cuDNN version, written by detshim (docs/lock.md).\n"
      "# Commit it beside the program; `detshim lock show` prints it as a table.\n"
      "format = 1\n";
  for (const auto& [key, plan] : lock) {
    text += "\n[plan." + section_name(key) + "]\nwhat = " + quoted_toml(plan.what) +
            "\ngpu = " + quoted_toml(key.gpu) + "\ncudnn = \"" + cudnn_version_text(key.cudnn) +
            "\"\nengine = " + std::to_string(plan.engine) + "\nknobs = [";
    const char* separator = "";
    for (const auto& [type, value] : plan.knobs) {
      text += separator + ('"' + std::to_string(type) + '=' + std::to_string(value) + '"');
      separator = ", ";
    }
    text += "]\n";
  }
  return text;
}

std::string describe_choice(const LockedPlan& plan) {
  std::string text = "engine " + std::to_string(plan.engine);
  if (plan.knobs.empty()) return text;
  text += ", knobs";
  for (const auto& [type, value] : plan.knobs)
    text += ' ' + std::to_string(type) + '=' + std::to_string(value);
  return text;
}

std::string cudnn_version_text(unsigned version) {
  const unsigned thousands = version >= 90000 ? 10000 : 1000;
  return std::to_string(version / thousands) + '.' + std::to_string(version % thousands / 100) +
         '.' + std::to_string(version % 100);
}

}  // namespace detshim::config
