#include "shim/hooks/libc/mapped_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "shim/interpose/libc.h"

namespace detshim::libc_hooks {
namespace {

// "7f12a000-7f12b000 r-xp 00001000 fe:00 332835     /usr/lib/libc.so.6"
struct Mapping {
  uintptr_t start, end;
  uint64_t device, inode;
  std::string_view path;
};

constexpr size_t kLineSize = PATH_MAX + 128;

bool take_number(std::string_view& rest, int base, char delimiter, uint64_t* out) {
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), *out, base);
  const auto used = static_cast<size_t>(end - rest.data());
  if (error != std::errc{} || used >= rest.size() || *end != delimiter) return false;
  rest.remove_prefix(used + 1);
  return true;
}

bool parse(std::string_view line, Mapping* out) {
  uint64_t start = 0, end = 0, offset = 0, major_number = 0, minor_number = 0, inode = 0;
  if (!take_number(line, 16, '-', &start) || !take_number(line, 16, ' ', &end)) return false;
  line.remove_prefix(line.size() < 5 ? line.size() : 5);  // "r-xp "
  if (!take_number(line, 16, ' ', &offset) || !take_number(line, 16, ':', &major_number) ||
      !take_number(line, 16, ' ', &minor_number) || !take_number(line, 10, ' ', &inode))
    return false;
  const size_t path = line.find('/');
  if (path == line.npos) return false;
  *out = {start, end,
          makedev(static_cast<unsigned>(major_number), static_cast<unsigned>(minor_number)), inode,
          line.substr(path)};
  return true;
}

// Visits the mappings of files until `visit` returns true.
template <typename Visit>
MappedFileError each_mapping(Visit visit) {
  const auto next_open =
      reinterpret_cast<int (*)(const char*, int, ...)>(interpose::real_libc<HookId::open>());
  const ScratchPages scratch(kLineSize);
  char* const buffer = scratch.bytes();
  if (buffer == nullptr) return MappedFileError::no_proc;
  const int file = next_open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return errno == EMFILE || errno == ENFILE ? MappedFileError::no_descriptor
                                              : MappedFileError::no_proc;
  size_t filled = 0;
  bool done = false;
  while (!done) {
    const ssize_t got = read(file, buffer + filled, kLineSize - filled);
    if (got <= 0) break;
    filled += static_cast<size_t>(got);
    size_t begin = 0;
    while (!done) {
      const auto* end = static_cast<char*>(memchr(buffer + begin, '\n', filled - begin));
      if (end == nullptr) break;
      const std::string_view line(buffer + begin, static_cast<size_t>(end - buffer) - begin);
      Mapping mapping{};
      done = parse(line, &mapping) && visit(mapping);
      begin += line.size() + 1;
    }
    filled -= begin;
    if (filled == kLineSize) filled = 0;  // no line is that long
    memmove(buffer, buffer + begin, filled);
  }
  close(file);
  return MappedFileError::none;
}

// Overlay file systems and btrfs number devices differently in maps and in stat, and an overlay may
// put bits of its own above those of the inode.
bool numbers_devices_by_itself(const char* path) {
  struct statfs fs {};
  return statfs(path, &fs) == 0 &&
         (fs.f_type == OVERLAYFS_SUPER_MAGIC || fs.f_type == BTRFS_SUPER_MAGIC);
}

bool stands_at(const char* path, const Mapping& mapping) {
  struct stat there {};
  if (fstatat(AT_FDCWD, path, &there, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (there.st_dev == mapping.device && there.st_ino == mapping.inode) return true;
  return numbers_devices_by_itself(path) &&
         static_cast<uint32_t>(there.st_ino) == static_cast<uint32_t>(mapping.inode);
}

}  // namespace

ScratchPages::ScratchPages(size_t size_bytes) noexcept : bytes_(nullptr), size_bytes_(size_bytes) {
  void* const at =
      mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at != MAP_FAILED) bytes_ = static_cast<char*>(at);
}

ScratchPages::~ScratchPages() {
  if (bytes_ != nullptr) munmap(bytes_, size_bytes_);
}

MappedFileError mapped_file(const void* address, char* out) noexcept {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  bool found = false;
  const MappedFileError error = each_mapping([&](const Mapping& mapping) {
    if (wanted < mapping.start || wanted >= mapping.end) return false;
    if (mapping.path.size() < PATH_MAX) {
      memcpy(out, mapping.path.data(), mapping.path.size());
      out[mapping.path.size()] = '\0';
      found = stands_at(out, mapping);
    }
    return true;
  });
  if (error != MappedFileError::none) return error;
  return found ? MappedFileError::none : MappedFileError::not_a_file;
}

bool is_mapped(std::string_view root, std::string_view name) noexcept {
  bool found = false;
  each_mapping([&](const Mapping& mapping) {
    found = mapping.path.starts_with(root) && mapping.path.substr(root.size()).starts_with(name);
    return found;
  });
  return found;
}

}  // namespace detshim::libc_hooks
