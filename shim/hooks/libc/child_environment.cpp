#include "shim/hooks/libc/child_environment.h"

#include <sys/mman.h>

#include <cstring>
#include <string_view>

#include "shim/boot/boot.h"
#include "shim/hooks/libc/readable_memory.h"
#include "shim/interpose/libc.h"
#include "shim/interpose/objects.h"
#include "shim/record/record.h"

namespace detshim::libc_hooks {
namespace {

constexpr std::string_view kTree = "DETSHIM_TREE=";
constexpr std::string_view kPreload = "LD_PRELOAD=";

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
  ReadableMemory array, texts;  // each remembers a page of its own
  bool is_ours = false;
  size_t entries = 0;
  for (;; ++entries) {
    if (!array.has_pointer(environment + entries)) return 0;
    const char* const entry = environment[entries];
    if (entry == nullptr) break;
    const auto is_tree = texts.begins_with(entry, kTree);
    if (is_tree == ReadableMemory::Prefix::unreadable) return 0;
    // The loader takes the first of several.
    if (is_ours || texts.begins_with(entry, kPreload) != ReadableMemory::Prefix::yes) continue;
    if (!texts.has_text(entry) || !names_us(entry + kPreload.size())) return 0;
    is_ours = true;
  }
  return is_ours ? entries + 2 : 0;
}

void copy_with_entry(char* const* environment, char* entry, char** out) noexcept {
  for (; *environment != nullptr; ++environment)
    if (strncmp(*environment, kTree.data(), kTree.size()) != 0) *out++ = *environment;
  *out++ = entry;
  *out = nullptr;
}

char** map_copy(size_t size) noexcept {
  if (identity::is_vfork_child()) return nullptr;
  const interpose::ErrnoGuard keep;
  void* const pages = mmap(nullptr, size * sizeof(char*), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages != MAP_FAILED ? static_cast<char**>(pages) : nullptr;
}

void unmap_copy(char** copy, size_t size) noexcept {
  const interpose::ErrnoGuard keep;
  munmap(copy, size * sizeof(char*));
}

void complain_too_large() noexcept {
  record::complain("process.environment",
                   "a program is started without its place in the process tree, so its random "
                   "streams may equal those of its siblings: its environment has more than 8192 "
                   "entries; remove some");
}

}  // namespace detshim::libc_hooks
