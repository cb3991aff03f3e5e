#include "shim/hooks/libc/child_environment.h"

#include <cstring>
#include <string_view>

#include "shim/boot/boot.h"
#include "shim/interpose/objects.h"
#include "shim/record/record.h"

namespace detshim::libc_hooks {
namespace {

constexpr std::string_view kTree = "DETSHIM_TREE=";
constexpr std::string_view kPreload = "LD_PRELOAD=";

bool is_entry(const char* entry, std::string_view name) noexcept {
  return strncmp(entry, name.data(), name.size()) == 0;
}

// Is this library among the files of an LD_PRELOAD? By file name: the loader may have found it
// along its own path.
bool names_us(std::string_view files) noexcept {
  interpose::Object self{};
  if (!interpose::find_object(reinterpret_cast<const void*>(&names_us), &self)) return false;
  const std::string_view own = interpose::file_name(self.name);
  while (!files.empty()) {
    const std::string_view file = files.substr(0, files.find_first_of(" :"));
    if (file.substr(file.rfind('/') + 1) == own) return true;
    files.remove_prefix(file.size() < files.size() ? file.size() + 1 : file.size());
  }
  return false;
}

}  // namespace

size_t copy_size(char* const* environment) noexcept {
  if (environment == nullptr || !boot::armed()) return 0;
  bool is_ours = false;
  size_t entries = 0;
  for (; environment[entries] != nullptr; ++entries)
    // The loader takes the first of several.
    if (!is_ours && is_entry(environment[entries], kPreload)) {
      if (!names_us(environment[entries] + kPreload.size())) return 0;
      is_ours = true;
    }
  if (!is_ours) return 0;
  if (entries > kMostEntries) {
    record::complain("process.environment",
                     "a program is started without its place in the process tree, so its random "
                     "streams may equal those of its siblings: its environment has more than 8192 "
                     "entries; remove some");
    return 0;
  }
  return entries + 2;
}

void copy_with_entry(char* const* environment, char* entry, char** out) noexcept {
  for (; *environment != nullptr; ++environment)
    if (!is_entry(*environment, kTree)) *out++ = *environment;
  *out++ = entry;
  *out = nullptr;
}

}  // namespace detshim::libc_hooks
