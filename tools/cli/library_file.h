// Where libdetshim.so is: the option, else DETSHIM_LIB, else ../lib/detshim beside this program.
#pragma once
#include <string>

namespace detshim::cli {

struct LibraryFile {
  std::string path;     // absolute; empty if there is a problem
  std::string problem;  // what is wrong, with the remedy
};

// `named`: what --lib said; empty: nothing. A folder stands for the library in it. The loader only
// warns about a library that it cannot take and then runs the program bare, so everything that it
// would mind is a problem here.
LibraryFile find_library(const std::string& named);

// `path` seen from the working directory.
std::string absolute(const std::string& path);

}  // namespace detshim::cli
