// open() and its kin of /dev/urandom and /dev/random by PyTorch's libc10 or a library of
// entropy.allow: they get a file in memory instead. Everybody else opens the device. fopen() and
// std::ifstream open inside the C library, unseen.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "shim/hooks/libc/entropy.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/record.h"

using detshim::HookId;
using detshim::interpose::real_libc;
namespace policy = detshim::policy;
namespace record = detshim::record;

namespace {

// libc10 reads 8 bytes. A library of entropy.allow may read on: a file has an end where a device
// has none.
constexpr size_t kBlockBytes = 4096;
constexpr size_t kBlocksOfTorch = 1, kBlocksOfAllowed = 256;

bool is_random_device(const char* path) noexcept {
  return strncmp(path, "/dev/", 5) == 0 &&
         (strcmp(path + 5, "urandom") == 0 || strcmp(path + 5, "random") == 0);
}

// A descriptor that reads the stream of `key` from its start; -1 if there can be none.
int file_of_stream(uint64_t key, size_t blocks) noexcept {
  const int file = memfd_create("urandom", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (size_t block = 0; block < blocks; ++block) {
    unsigned char bytes[kBlockBytes];
    policy::fill(policy::stream_block(key, block), bytes, sizeof bytes);
    if (write(file, bytes, sizeof bytes) == ssize_t{sizeof bytes}) continue;
    close(file);
    return -1;
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

// What the caller gets for `file`, which the real function has opened: itself, or, under the same
// number, the stream. Only a path that could be opened may be looked at.
int pinned_instead(int file, const char* hook, const char* path, int flags,
                   const void* return_address) noexcept {
  if (file < 0 || (flags & O_ACCMODE) != O_RDONLY || (flags & O_PATH) != 0 ||
      !is_random_device(path))
    return file;
  const record::QuietScope unnoticed;  // write and close are cancellation points
  const auto pinned = detshim::libc_hooks::pin(
      hook, {policy::EntropySource::device_file, kBlockBytes, 0}, nullptr, return_address);
  if (!pinned) return file;
  const int stream = file_of_stream(
      pinned.key, pinned.purpose == policy::Purpose::torch ? kBlocksOfTorch : kBlocksOfAllowed);
  const bool in_place = stream >= 0 && dup3(stream, file, flags & O_CLOEXEC) == file;
  if (stream >= 0) close(stream);
  if (!in_place)
    record::complain(
        "entropy.memfd",
        "the random device could not be pinned, its bytes stay real: no file in memory "
        "(memfd_create); raise the limits on open files or memory");
  return file;
}

bool has_mode(int flags) noexcept {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

template <HookId Id, typename... Arguments>
int open_next(Arguments... arguments) {
  using Next = int (*)(Arguments..., ...);
  const auto next = reinterpret_cast<Next>(real_libc<Id>());
  if (next != nullptr) return next(arguments...);
  errno = ENOSYS;
  return -1;
}

}  // namespace

#define DETSHIM_MODE(flags)                             \
  mode_t mode = 0;                                      \
  if (has_mode(flags)) {                                \
    va_list rest;                                       \
    va_start(rest, flags);                              \
    mode = static_cast<mode_t>(va_arg(rest, unsigned)); \
    va_end(rest);                                       \
  }

#define DETSHIM_OPEN(name)                                                        \
  DETSHIM_EXPORT int hooked_##name(const char*, int, ...) asm(#name);             \
  int hooked_##name(const char* path, int flags, ...) {                           \
    DETSHIM_MODE(flags)                                                           \
    const int file = open_next<HookId::name>(path, flags, mode);                  \
    return pinned_instead(file, #name, path, flags, __builtin_return_address(0)); \
  }

#define DETSHIM_OPENAT(name)                                                      \
  DETSHIM_EXPORT int hooked_##name(int, const char*, int, ...) asm(#name);        \
  int hooked_##name(int folder, const char* path, int flags, ...) {               \
    DETSHIM_MODE(flags)                                                           \
    const int file = open_next<HookId::name>(folder, path, flags, mode);          \
    return pinned_instead(file, #name, path, flags, __builtin_return_address(0)); \
  }

// What _FORTIFY_SOURCE makes of calls without a mode: __open_2, __open64_2.
#define DETSHIM_CHECKED_OPEN(name)                                                     \
  DETSHIM_EXPORT int hooked_##name(const char*, int) asm("__" #name);                  \
  int hooked_##name(const char* path, int flags) {                                     \
    const int file = open_next<HookId::__##name>(path, flags);                         \
    return pinned_instead(file, "__" #name, path, flags, __builtin_return_address(0)); \
  }

extern "C" {
DETSHIM_OPEN(open)
DETSHIM_OPEN(open64)
DETSHIM_OPENAT(openat)
DETSHIM_OPENAT(openat64)
DETSHIM_CHECKED_OPEN(open_2)
DETSHIM_CHECKED_OPEN(open64_2)
}
