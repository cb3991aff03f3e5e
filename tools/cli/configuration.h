// The configuration as the program under `detshim run` will see it.
#pragma once
#include <string>

#include "config/load.h"
#include "tools/cli/environment.h"

namespace detshim::cli {

inline constexpr const char* kFileFoundHere = "detshim.toml";

// Names the file in DETSHIM_CONFIG, as an absolute path: `named` (--config) if not empty, else what
// the variable already says, else detshim.toml in the working directory if there is one.
void choose_file(const std::string& named, Environment* environment);

// load() of that environment; a problem is said on standard error.
config::Loaded load_or_say(const Environment& environment);

// The one line of a problem, on standard error.
void say_problem(const config::Problem& problem);

}  // namespace detshim::cli
