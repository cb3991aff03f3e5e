// detshim config: checks a file, prints the defaults, or what is in force here and why.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "config/reference.h"
#include "config/value.h"
#include "tools/cli/configuration.h"
#include "tools/cli/verbs.h"

namespace detshim::cli {
namespace {

struct ConfigOptions {
  std::string check;
  bool defaults = false;
  bool effective = false;  // is what happens without a choice, too
  bool reference = false;
  std::string format = "text";
};

nlohmann::ordered_json json_value(config::Key key, const config::Settings& settings) {
  if (key == config::Key::seeds_master && settings.seeds_master) return *settings.seeds_master;
  const std::string text = config::toml_value(key, settings);
  if (text.empty()) return nullptr;
  // What toml_value() writes is JSON as well, unless a variable held broken UTF-8.
  auto value = nlohmann::ordered_json::parse(text, nullptr, false);
  return value.is_discarded() ? nlohmann::ordered_json(config::shown(text)) : value;
}

void print_json(const config::Loaded& loaded) {
  nlohmann::ordered_json keys;
  for (const config::KeyRow& row : config::key_rows()) {
    keys[std::string(row.path)] = {{"value", json_value(row.key, loaded.settings)},
                                   {"origin", describe_origin(loaded, row.key)},
                                   {"variable", row.variable},
                                   {"takes", config::expected(row.key)}};
  }
  const nlohmann::ordered_json document{
      {"file",
       loaded.file.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(loaded.file)},
      {"keys", keys}};
  std::cout << document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
            << '\n';
}

int print(const ConfigOptions& options, const config::Loaded& loaded, const std::string& text) {
  if (options.format == "json") {
    print_json(loaded);
  } else {
    std::cout << text;
  }
  return kDone;
}

int show(const ConfigOptions& options) {
  if (options.reference) return print(options, {}, config::reference_markdown());
  if (options.defaults) return print(options, {}, config::example_toml());
  if (!options.check.empty()) {
    const config::Loaded loaded = config::load_file(options.check.c_str(), nullptr);
    if (loaded.problem) {
      say_problem(*loaded.problem);
      return kWrong;
    }
    return print(options, loaded, config::shown(options.check) + ": good\n");
  }
  Environment environment;
  choose_file({}, &environment);
  const config::Loaded loaded = load_or_say(environment);
  if (loaded.problem) return kWrong;
  return print(options, loaded, config::effective_toml(loaded));
}

}  // namespace

Verb add_config(CLI::App& app) {
  CLI::App* const command = app.add_subcommand(
      "config", "Shows the configuration that is in force here, and where each value comes from.");
  const auto options = std::make_shared<ConfigOptions>();
  auto* const check =
      command->add_option("--check", options->check, "Says whether FILE is a good configuration.")
          ->type_name("FILE");
  auto* const defaults = command->add_flag("--default", options->defaults,
                                           "Prints a configuration file with every default.");
  command->add_flag("--effective", options->effective, "What is in force here (the default).")
      ->excludes(check)
      ->excludes(defaults);
  defaults->excludes(check);
  command->add_flag("--reference", options->reference)->group("");  // makes docs/configuration.md
  command->add_option("--format", options->format, "text or json.")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT");
  command->footer(
      "Exit status: 0; 2 bad configuration or usage.\n"
      "Example:\n  detshim config --default > detshim.toml\n  DETSHIM_SEED=7 detshim config");
  return {command, [options](const auto&) { return show(*options); }};
}

}  // namespace detshim::cli
