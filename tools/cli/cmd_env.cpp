// detshim env: the environment pack, what becomes of each variable here, and why.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "config/environment_pack.h"
#include "config/problem.h"
#include "tools/cli/configuration.h"
#include "tools/cli/terminal.h"
#include "tools/cli/verbs.h"

namespace detshim::cli {
namespace {

using config::PackEntry;
using config::PackState;

std::string_view name_of(PackState state) {
  switch (state) {
    case PackState::set:
      return "set";
    case PackState::kept:
      return "kept";
    case PackState::defeating:
      return "kept, but it defeats the purpose";
    case PackState::skipped:
      return "skipped (env.skip)";
    case PackState::off:
      return "not set (env.pack is off, or the mode is observe)";
    case PackState::per_process:
      return "set by the library, in each process to another value";
  }
  return "";
}

void print_text(const std::vector<PackEntry>& pack) {
  for (const PackEntry& entry : pack) {
    std::string line = coloured(Stream::out, Colour::bold, entry.row->name);
    if (!entry.value.empty()) line += '=' + config::shown(entry.value);
    const std::string_view state = name_of(entry.state);
    std::cout << line << ": "
              << (entry.state == PackState::defeating ? coloured(Stream::out, Colour::yellow, state)
                                                      : std::string(state))
              << "\n    " << entry.row->reason << '\n';
    if (!entry.defeat.empty()) std::cout << "    " << entry.defeat << '\n';
  }
}

// Single quotes keep everything but themselves.
std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

void print_shell(const std::vector<PackEntry>& pack) {
  for (const PackEntry& entry : pack) {
    if (entry.state == PackState::set) {
      std::cout << "export " << entry.row->name << '=' << shell_quoted(entry.value) << "  # "
                << entry.row->reason << '\n';
    } else {
      std::cout << "# " << entry.row->name << ": " << name_of(entry.state) << '\n';
    }
  }
}

void print_json(const std::vector<PackEntry>& pack) {
  static constexpr std::string_view kStates[] = {"set",     "kept", "defeating",
                                                 "skipped", "off",  "per_process"};
  auto list = nlohmann::ordered_json::array();
  for (const PackEntry& entry : pack) {
    nlohmann::ordered_json item{{"name", entry.row->name},
                                {"state", kStates[static_cast<size_t>(entry.state)]},
                                {"reason", entry.row->reason}};
    if (!entry.value.empty()) item["value"] = entry.value;
    if (!entry.defeat.empty()) item["defeat"] = entry.defeat;
    list.push_back(std::move(item));
  }
  std::cout << list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

int show(const std::string& format) {
  Environment environment;
  choose_file({}, &environment);
  const config::Loaded loaded = load_or_say(environment);
  if (loaded.problem) return kWrong;
  const auto pack = config::environment_pack(loaded.settings, environment.data(), std::nullopt);
  if (format == "json") {
    print_json(pack);
  } else if (format == "sh") {
    print_shell(pack);
  } else {
    print_text(pack);
  }
  return kDone;
}

}  // namespace

Verb add_env(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("env", "Shows the environment variables that detshim sets, with reasons.");
  const auto format = std::make_shared<std::string>("text");
  command->add_option("--format", *format, "text, json, or sh for eval.")
      ->check(CLI::IsMember({"text", "json", "sh"}))
      ->type_name("FORMAT");
  command->footer(
      "Exit status: 0; 2 bad configuration or usage.\n"
      "Example:\n  eval \"$(detshim env --format sh)\"");
  return {command, [format](const auto&) { return show(*format); }};
}

}  // namespace detshim::cli
