// A program linked with -static-libstdc++ calls its own copy of std::random_device, which asks the
// processor: no hook can see that. Such a copy is recognised by the text of an exception of its
// constructor (libstdc++ of GCC 5 to 15); if the file's dynamic symbols name the function it calls,
// the call is bound by the loader and comes to our hook.
#include "shim/hooks/libc/unreachable.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "shim/record/record.h"

namespace detshim::libc_hooks {
namespace {

constexpr std::string_view kConstructor = "random_device::random_device(const std::string&)";
constexpr std::string_view kDraw = "_ZNSt13random_device9_M_getvalEv";

class FileBytes {
 public:
  explicit FileBytes(const char* path) noexcept {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about {};
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
      size_ = static_cast<size_t>(about.st_size);
      void* const at = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (at != MAP_FAILED) bytes_ = static_cast<const char*>(at);
    }
    if (file >= 0) close(file);
  }
  ~FileBytes() {
    if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  std::string_view all() const noexcept { return {bytes_, bytes_ != nullptr ? size_ : 0}; }

 private:
  const char* bytes_ = nullptr;
  size_t size_ = 0;
};

bool contains(std::string_view bytes, std::string_view text) noexcept {
  return memmem(bytes.data(), bytes.size(), text.data(), text.size()) != nullptr;
}

// Empty if there is no such part of the file.
template <typename T>
T at(std::string_view file, uint64_t offset) noexcept {
  T value{};
  if (offset <= file.size() && file.size() - offset >= sizeof value)
    memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

// The names of dynamic symbols: the part of the file that DT_STRTAB is loaded from.
std::string_view dynamic_strings(std::string_view file) noexcept {
  const auto header = at<Elf64_Ehdr>(file, 0);
  const auto segment = [&](int i) {
    return at<Elf64_Phdr>(file, header.e_phoff + uint64_t(i) * sizeof(Elf64_Phdr));
  };
  uint64_t address = 0, size = 0;
  for (int i = 0; i < header.e_phnum; ++i) {
    const Elf64_Phdr dynamic = segment(i);
    if (dynamic.p_type != PT_DYNAMIC) continue;
    if (dynamic.p_offset > file.size()) continue;
    const uint64_t end = std::min<uint64_t>(dynamic.p_filesz, file.size() - dynamic.p_offset);
    for (uint64_t offset = 0; offset < end; offset += sizeof(Elf64_Dyn)) {
      const auto entry = at<Elf64_Dyn>(file, dynamic.p_offset + offset);
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_STRTAB) address = entry.d_un.d_ptr;
      if (entry.d_tag == DT_STRSZ) size = entry.d_un.d_val;
    }
  }
  for (int i = 0; i < header.e_phnum; ++i) {
    const Elf64_Phdr load = segment(i);
    if (load.p_type != PT_LOAD || address < load.p_vaddr) continue;
    const uint64_t inside = address - load.p_vaddr;
    if (inside >= load.p_filesz || load.p_offset > file.size() ||
        inside > file.size() - load.p_offset)
      continue;
    return file.substr(load.p_offset + inside, size);
  }
  return {};
}

bool has_own_random_device(std::string_view file) noexcept {
  return contains(file, kConstructor) && !contains(dynamic_strings(file), kDraw);
}

}  // namespace

void check_allow_list(const std::vector<std::string>& entries) noexcept {
  try {
    std::string absent, own;
    for (const std::string& entry : entries) {
      const FileBytes file(entry.c_str());
      if (file.all().empty()) absent += " " + entry;
      if (!has_own_random_device(file.all())) continue;
      own += " " + entry;
      record::count(record::What::left_static_random_device);
    }
    if (!absent.empty())
      record::complain("entropy.allow.absent",
                       "entropy.allow: nothing is pinned of what cannot be read:" + absent +
                           "; correct the path");
    if (!own.empty())
      record::complain("entropy.allow.static",
                       "entropy.allow: real random numbers are left in what contains a "
                       "std::random_device of its own, out of reach of any hook:" +
                           own + "; link it without -static-libstdc++");
  } catch (...) {
    // No memory for a message: the program goes on without it.
  }
}

void check_main_program() noexcept {
  const FileBytes file("/proc/self/exe");
  if (has_own_random_device(file.all())) record::count(record::What::left_static_random_device);
}

}  // namespace detshim::libc_hooks
