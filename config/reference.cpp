#include "config/reference.h"

#include <algorithm>
#include <string_view>

#include "config/choices.h"
#include "config/environment_pack.h"
#include "config/file_reader.h"
#include "config/value.h"

namespace detshim::config {
namespace {

constexpr size_t kCommentWidth = 100;

// `text` as comment lines.
std::string comment(std::string_view text) {
  std::string out;
  std::string line = "#";
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (line.size() + 1 + end > kCommentWidth) {
      out += line + '\n';
      line = "#";
    }
    line += ' ';
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + line + '\n';
}

std::string variables_of(const KeyRow& row) {
  std::string names(row.variable);
  for (const ExtraVariable& extra : extra_variables()) {
    if (extra.key == row.key) names += " or " + std::string(extra.name);
  }
  return names;
}

// "[section]" before the first key of a section.
std::string section_header(const KeyRow& row, std::string_view* last) {
  if (row.section == *last) return {};
  *last = row.section;
  return "\n[" + std::string(row.section) + "]\n";
}

// '|' would end a cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code(std::string_view text) { return '`' + std::string(text) + '`'; }

std::string key_table() {
  const Settings defaults;
  std::string out = "| key | takes | default | variable |\n|---|---|---|---|\n";
  for (const KeyRow& r : key_rows()) {
    const std::string value = toml_value(r.key, defaults);
    out += "| " + code(r.path) + " | " + cell(expected(r.key)) + " | " +
           (value.empty() ? "not given" : code(value)) + " | " + code(r.variable) + " |\n";
  }
  return out;
}

std::string key_sentences() {
  std::string out;
  for (const KeyRow& r : key_rows()) {
    out += "- " + code(r.path) + ": " + std::string(r.sentence) + '\n';
  }
  return out;
}

std::string variable_table() {
  std::string out = "| variable | meaning |\n|---|---|\n";
  for (const ExtraVariable& extra : extra_variables()) {
    out += "| " + code(extra.name) + " | " + cell(extra.sentence) + " |\n";
  }
  return out;
}

std::string pack_table() {
  std::string out = "| variable | value | what it does |\n|---|---|---|\n";
  for (const PackRow& r : pack_rows()) {
    out += "| " + code(r.name) + " | " +
           (r.value.empty() ? "from the master seed" : code(r.value)) + " | " + cell(r.reason) +
           " |\n";
  }
  return out;
}

}  // namespace

std::string example_toml() {
  const Settings defaults;
  std::string out = comment(
      "Configuration of detshim with every key at its default. Use it with DETSHIM_CONFIG=<this "
      "file>, "
      "or as detshim.toml in the folder where `detshim run` starts. A variable beats the file.");
  out += '\n';
  std::string_view section;
  for (const KeyRow& r : key_rows()) {
    const std::string header = section_header(r, &section);
    out += header;
    if (header.empty() && &r != &key_rows().front()) out += '\n';
    out += comment(r.sentence);
    out += comment("Takes " + expected(r.key) + ". Variable: " + variables_of(r) + '.');
    const std::string value = toml_value(r.key, defaults);
    out += (value.empty() ? "# " : "") + std::string(r.name) + " = " +
           (value.empty() ? "7" : value) + '\n';
  }
  return out;
}

std::string effective_toml(const Loaded& loaded) {
  std::string out;
  std::string_view section;
  for (const KeyRow& r : key_rows()) {
    out += section_header(r, &section);
    const std::string value = toml_value(r.key, loaded.settings);
    const std::string line = (value.empty() ? "# " : "") + std::string(r.name) + " = " +
                             (value.empty() ? "(not given)" : value);
    out += line + std::string(line.size() < 32 ? 32 - line.size() : 1, ' ') + "# " +
           describe_origin(loaded, r.key) + '\n';
  }
  return out;
}

std::string reference_markdown() {
  std::string out =
      "# Configuration\n\n"
      "<!-- Made from config/settings.def by `detshim config --reference`; a test compares. -->\n\n"
      "Every key can stand in a file and in a variable. The variable is `DETSHIM_`, the section "
      "and the "
      "key, joined with underscores in upper case. A variable beats the file, and the file beats "
      "the "
      "default. The file is the one that `DETSHIM_CONFIG` names; `detshim run` also finds "
      "`detshim.toml` "
      "in the folder where it starts. `config/detshim.example.toml` holds every default.\n\n"
      "A mistake is never ignored. An unknown section, key or `DETSHIM_` variable, a value of "
      "another "
      "type or out of range, a key that is set twice, a file that cannot be read, is not UTF-8 or "
      "has "
      "more than " +
      std::to_string(kLargestFileBytes) +
      " bytes: the program ends before `main` with exit status 78 and one line that says where, "
      "what is "
      "allowed, and what was probably meant. `detshim config --check FILE` says the same, and "
      "`detshim config` shows what is in force, and why.\n\n"
      "In a variable, `:` stands between the entries of a list, and a true or false value may be 1 "
      "or 0. "
      "Whole numbers may be hexadecimal there (`0x1f`).\n\n"
      "## Keys\n\n";
  out += key_table() + '\n' + key_sentences();
  for (const auto& choice : kChoices<Mode>) {
    if (choice.refused.empty()) continue;
    out += "\nMode " + code(choice.text) + ' ' + std::string(choice.refused) + ".\n";
  }
  out += "\n## Other variables\n\n" + variable_table();
  out +=
      "\n## The environment pack\n\n"
      "These variables are set for the program where they are not set already (`env.pack`, "
      "`env.skip`). A value that is set already is kept; if it defeats the purpose, `detshim env` "
      "says so.\n\n" +
      pack_table();
  return out;
}

}  // namespace detshim::config
