// The verbs of the command line. Each adds its subcommand to `app`; when that was given, main calls
// what it returned, and its result is the exit status.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace detshim::cli {

struct Verb {
  CLI::App* command;
  // `behind`: the arguments from the first "--" on, that included; CLI11 does not see them. Only
  // `run` takes some.
  std::function<int(const std::vector<std::string>& behind)> run;
  bool takes_program = false;
};

Verb add_run(CLI::App& app);
Verb add_path(CLI::App& app);
Verb add_env(CLI::App& app);
Verb add_config(CLI::App& app);
Verb add_lock(CLI::App& app);

// Exit statuses of our own; `run` otherwise ends with the program's.
inline constexpr int kDone = 0;
inline constexpr int kWrong = 2;              // bad usage; env and config: bad configuration
inline constexpr int kBadConfiguration = 78;  // EX_CONFIG of sysexits.h
inline constexpr int kCannotExecute = 126;    // as shells say it
inline constexpr int kNotFound = 127;

}  // namespace detshim::cli
