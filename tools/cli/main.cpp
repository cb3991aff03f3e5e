// detshim: runs an unmodified program under libdetshim.so, and shows what that would do.
#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <string_view>

#include "config/nearest.h"
#include "config/problem.h"
#include "tools/cli/terminal.h"
#include "tools/cli/verbs.h"

namespace detshim::cli {
namespace {

template <size_t N>
int no_such_verb(const std::array<Verb, N>& verbs, std::string_view name) {
  config::Nearest nearest(name);
  std::string list;
  for (const Verb& verb : verbs) {
    nearest.offer(verb.command->get_name());
    list += (list.empty() ? "" : ", ") + verb.command->get_name();
  }
  say(config::shown(name) + ": no such verb; there are " + list +
      config::did_you_mean(nearest.found()));
  return kWrong;
}

int dispatch(int argc, char** argv) {
  CLI::App app{
      "Makes unmodified CUDA programs repeat bit for bit, on the same GPU model, driver and "
      "libraries."};
  app.name("detshim");
  app.set_version_flag("--version", "detshim " DETSHIM_VERSION);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return coloured(Stream::err, Colour::bold, "detshim: ") + config::shown(error.what()) +
           ". `detshim --help` and `detshim VERB --help` show what there is.\n";
  });
  app.footer(
      "Example:\n  detshim run --seed 7 -- python3 train.py\n"
      "The same without this command:\n  DETSHIM_SEED=7 LD_PRELOAD=$(detshim path) python3 "
      "train.py\n"
      "`detshim VERB --help` says more; so does `man detshim`.");
  const std::array verbs{add_run(app), add_path(app), add_env(app), add_config(app), add_lock(app)};
  const auto is_named = [&](const Verb& verb) { return verb.command->get_name() == argv[1]; };
  if (argc > 1 && *argv[1] != '-' && std::ranges::none_of(verbs, is_named)) {
    return no_such_verb(verbs, argv[1]);
  }
  char** const marker =
      std::find_if(argv, argv + argc, [](const char* a) { return std::string_view(a) == "--"; });
  const std::vector<std::string> behind(marker, argv + argc);
  try {
    app.parse(static_cast<int>(marker - argv), argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrong;
  }
  for (const Verb& verb : verbs) {
    if (!verb.command->parsed()) continue;
    if (behind.empty() || verb.takes_program) return verb.run(behind);
    say(verb.command->get_name() + ": takes no program. `detshim run -- PROGRAM` runs one");
    return kWrong;
  }
  return kWrong;
}

}  // namespace
}  // namespace detshim::cli

int main(int argc, char** argv) {
  try {
    const int status = detshim::cli::dispatch(argc, argv);
    std::cout.flush();
    if (std::cout) return status;
    detshim::cli::say("standard output cannot be written");
    return detshim::cli::kWrong;
  } catch (const std::exception& error) {
    detshim::cli::say(error.what());
    return detshim::cli::kWrong;
  }
}
