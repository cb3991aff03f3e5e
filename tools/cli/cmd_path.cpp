// detshim path: where the library is.
#include <iostream>

#include "tools/cli/library_file.h"
#include "tools/cli/terminal.h"
#include "tools/cli/verbs.h"

namespace detshim::cli {

Verb add_path(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("path", "Prints the path of the library, for LD_PRELOAD.");
  command->footer("Example:\n  LD_PRELOAD=$(detshim path) python3 train.py");
  return {command, [](const auto&) {
            const LibraryFile library = find_library({});
            if (library.path.empty()) {
              say(library.problem);
              return kNotFound;
            }
            std::cout << library.path << '\n';
            return kDone;
          }};
}

}  // namespace detshim::cli
