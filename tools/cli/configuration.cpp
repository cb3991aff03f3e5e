#include "tools/cli/configuration.h"

#include <unistd.h>

#include "tools/cli/library_file.h"
#include "tools/cli/terminal.h"

namespace detshim::cli {

void choose_file(const std::string& named, Environment* environment) {
  const auto present = environment->get("DETSHIM_CONFIG");
  if (!named.empty()) {
    environment->set("DETSHIM_CONFIG", absolute(named));
  } else if (present) {  // empty: none, whatever lies here
    if (!present->empty()) environment->set("DETSHIM_CONFIG", absolute(std::string(*present)));
  } else if (access(kFileFoundHere, F_OK) == 0) {
    environment->set("DETSHIM_CONFIG", absolute(kFileFoundHere));
  }
}

config::Loaded load_or_say(const Environment& environment) {
  config::Loaded loaded = config::load(environment.data());
  if (loaded.problem) say_problem(*loaded.problem);
  return loaded;
}

void say_problem(const config::Problem& problem) {
  // message() starts with our name, as say() does.
  const std::string text = config::message(problem, config::kCommandWayOut);
  say(std::string_view(text).substr(sizeof("detshim: ") - 1));
}

}  // namespace detshim::cli
