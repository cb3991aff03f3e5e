// The table of keys as text for people: example file, effective settings, reference page.
// Place in the flow: the command line prints them; the first and the last stand in the repository,
// too (config/detshim.example.toml, docs/configuration.md), and a test compares. Pure; any thread.
#pragma once
#include <string>

#include "config/load.h"

namespace detshim::config {

// A configuration file that says every default, with each key's sentence, values and variable.
std::string example_toml();
// The settings as a configuration file; a comment behind each key names its origin.
std::string effective_toml(const Loaded& loaded);
// docs/configuration.md.
std::string reference_markdown();

}  // namespace detshim::config
