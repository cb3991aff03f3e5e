#include "draw.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

extern "C" int __open_2(const char*, int);
extern "C" int __open64_2(const char*, int);

namespace {

constexpr size_t kBytes = 16;
constexpr const char* kDevice = "/dev/urandom";

int open_device(const char* how) {
  if (!strcmp(how, "open")) return open(kDevice, O_RDONLY);
  if (!strcmp(how, "open64")) return open64(kDevice, O_RDONLY | O_CLOEXEC);
  if (!strcmp(how, "openat")) return openat(AT_FDCWD, kDevice, O_RDONLY);
  if (!strcmp(how, "openat64")) return openat64(AT_FDCWD, "/dev/random", O_RDONLY);
  if (!strcmp(how, "__open_2")) return __open_2(kDevice, O_RDONLY);
  if (!strcmp(how, "__open64_2")) return __open64_2(kDevice, O_RDONLY);
  return -1;
}

bool take(const char* source, unsigned char (&bytes)[kBytes]) {
  if (!strcmp(source, "getrandom")) return getrandom(bytes, kBytes, 0) == kBytes;
  if (!strcmp(source, "syscall")) return syscall(SYS_getrandom, bytes, kBytes, 0) == kBytes;
  if (!strcmp(source, "getentropy")) return getentropy(bytes, kBytes) == 0;
  if (!strcmp(source, "random_device")) {
    std::random_device device;
    for (size_t i = 0; i < kBytes; i += 4) {
      const unsigned word = device();
      memcpy(bytes + i, &word, 4);
    }
    return true;
  }
  const int file = open_device(source);
  const bool done = file >= 0 && read(file, bytes, kBytes) == kBytes;
  if (file >= 0) close(file);
  return done;
}

}  // namespace

extern "C" void draw(const char* source, char* hex) {
  unsigned char bytes[kBytes] = {};
  if (!take(source, bytes)) {
    fprintf(stderr, "draw: %s failed\n", source);
    _exit(2);
  }
  for (size_t i = 0; i < kBytes; ++i) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}
