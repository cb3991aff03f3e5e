#include "tools/cli/library_file.h"

#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "config/problem.h"

namespace detshim::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "libdetshim.so";
constexpr const char* kRemedy = "Build or install it, or name it with --lib or DETSHIM_LIB.";

// False if the file is no ELF file for this kind of machine.
bool read_header(const fs::path& path, Elf64_Ehdr* header) {
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(header), sizeof *header);
  return file.gcount() == sizeof *header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
         header->e_ident[EI_CLASS] == ELFCLASS64;
}

// Whatever its file is called: the library holds the name of the variable that it hands to children.
bool is_ours(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return bytes.find("DETSHIM_TREE=") != std::string::npos;
}

std::string why_not_loadable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return "does not exist";
  if (!fs::is_regular_file(status)) return "is not a file";
  Elf64_Ehdr own{};
  Elf64_Ehdr library{};
  if (!std::ifstream(path)) return "cannot be opened";
  const bool known = read_header("/proc/self/exe", &own);
  const bool good = read_header(path, &library) && library.e_type == ET_DYN &&
                    (!known || library.e_machine == own.e_machine);
  if (!good) return "is not a shared library for this machine";
  if (!is_ours(path)) return "is another library, not detshim's";
  // LD_PRELOAD knows no quoting, and the loader expands $ORIGIN and its like.
  if (path.string().find_first_of(" :$") != std::string::npos) {
    return "cannot stand in LD_PRELOAD: its path holds a space, a colon or a dollar sign; move or "
           "link "
           "it to another place";
  }
  return {};
}

fs::path library_in(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? path / kName : path;
}

fs::path beside_this_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return (program.parent_path().parent_path() / "lib" / "detshim" / kName).lexically_normal();
}

}  // namespace

std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error);
  return error ? path : full.lexically_normal().string();
}

LibraryFile find_library(const std::string& named) {
  const char* const variable = std::getenv("DETSHIM_LIB");
  const bool by_variable = named.empty() && variable != nullptr && *variable != '\0';
  const fs::path beside = beside_this_program();
  if (named.empty() && !by_variable) {
    const std::string problem = why_not_loadable(beside);
    if (problem.empty()) return {beside.string(), {}};
    return {{},
            "no library: DETSHIM_LIB is not set, and " + config::shown(beside.string()) + ' ' +
                problem + ". " + kRemedy};
  }
  const fs::path path = library_in(absolute(by_variable ? variable : named));
  const std::string problem = why_not_loadable(path);
  if (problem.empty()) return {path.string(), {}};
  return {{},
          std::string(by_variable ? "DETSHIM_LIB" : "--lib") + ": " + config::shown(path.string()) +
              ' ' + problem + " (without it, " + config::shown(beside.string()) +
              " would be used). " + kRemedy};
}

}  // namespace detshim::cli
