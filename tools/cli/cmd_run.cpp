// detshim run: checks the configuration, prepares the environment, becomes the program.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "config/environment_pack.h"
#include "config/value.h"
#include "tools/cli/configuration.h"
#include "tools/cli/library_file.h"
#include "tools/cli/terminal.h"
#include "tools/cli/verbs.h"

namespace detshim::cli {
namespace {

struct RunOptions {
  std::optional<std::string> seed;
  std::optional<std::string> mode;
  std::string config;
  std::string library;
};

// An option that stands for a key beats every variable of that key. False: its value is bad, and
// that was said.
bool apply_option(const char* option, config::Key key, const std::optional<std::string>& text,
                  Environment* environment) {
  if (!text) return true;
  config::Settings scratch;
  config::Complaint complaint = config::assign(key, config::VariableText{*text}, &scratch);
  if (!complaint.empty()) {
    say_problem({option, std::string(config::row(key).path), std::move(complaint)});
    return false;
  }
  std::string_view name = config::row(key).variable;
  environment->unset(name);
  for (const config::ExtraVariable& extra : config::extra_variables()) {
    if (extra.key == key) name = extra.name;
  }
  environment->set(name, *text);
  return true;
}

void lay_pack(const config::Settings& settings, Environment* environment) {
  for (const config::PackEntry& entry :
       config::environment_pack(settings, environment->data(), std::nullopt)) {
    if (entry.state == config::PackState::set) environment->set(entry.row->name, entry.value);
    if (entry.state == config::PackState::defeating) {
      say(std::string(entry.row->name) + '=' + config::shown(entry.value) + " is kept, but " +
          std::string(entry.defeat));
    }
  }
}

int cannot_start(const std::string& program) {
  const int error = errno;
  const bool missing = error == ENOENT || error == ENOTDIR;
  std::string text = config::shown(program) + ": cannot be started: " + std::strerror(error);
  if (missing) text += ". Check the name and PATH";
  if (error == EACCES) text += ". Is it an executable file?";
  say(text);
  return missing ? kNotFound : kCannotExecute;
}

int run(const RunOptions& options, std::vector<std::string> command) {
  if (command.empty()) {
    say("run: no program given. Example: detshim run -- python3 train.py");
    return kWrong;
  }
  if (command.front().starts_with('-')) {
    say("run: no such option: " + config::shown(command.front()) +
        ". `detshim run --help` lists them");
    return kWrong;
  }
  Environment environment;
  choose_file(options.config, &environment);
  if (!apply_option("--seed", config::Key::seeds_master, options.seed, &environment) ||
      !apply_option("--mode", config::Key::mode, options.mode, &environment)) {
    return kBadConfiguration;
  }
  const config::Loaded loaded = load_or_say(environment);
  if (loaded.problem) return kBadConfiguration;
  const LibraryFile library = find_library(options.library);
  if (library.path.empty()) {
    say(library.problem);
    return kNotFound;
  }
  lay_pack(loaded.settings, &environment);
  environment.set("LD_PRELOAD", preload_list(library.path, environment.get("LD_PRELOAD")));

  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  execvpe(arguments[0], arguments.data(), environment.data());
  return cannot_start(command.front());
}

}  // namespace

Verb add_run(CLI::App& app) {
  CLI::App* const command = app.add_subcommand(
      "run", "Runs a program under detshim: detshim run [OPTIONS] -- PROGRAM [ARGUMENT...]");
  const auto options = std::make_shared<RunOptions>();
  command
      ->add_option("--seed", options->seed,
                   "Master seed; also rewrites the seeds that the program gives cuRAND and cuDNN.")
      ->type_name("N");
  command->add_option("--mode", options->mode, "observe or enforce (default).")->type_name("MODE");
  command
      ->add_option("--config", options->config,
                   "Configuration file (default: DETSHIM_CONFIG, ./detshim.toml).")
      ->type_name("FILE");
  command
      ->add_option("--lib", options->library, "The library (default: DETSHIM_LIB, ../lib/detshim).")
      ->type_name("FILE");
  command->prefix_command();
  command->footer(
      "Exit status: the program's; 78 bad configuration, 126 the program cannot be executed,\n"
      "127 the program or the library is not found, 2 bad usage.\n"
      "Example:\n  detshim run --seed 7 -- python3 train.py --epochs 3");
  return {command,
          [command, options](const std::vector<std::string>& behind) {
            // Without "--" the program is the first argument that is no option; a later "--" is its
            // own.
            std::vector<std::string> program = command->remaining();
            const bool marked = program.empty() && !behind.empty();
            program.insert(program.end(), behind.begin() + (marked ? 1 : 0), behind.end());
            return run(*options, std::move(program));
          },
          true};
}

}  // namespace detshim::cli
