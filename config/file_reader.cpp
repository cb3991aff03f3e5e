#include "config/file_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace detshim::config {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Complaint failed(const char* what) {
  char text[128];
  return std::string(what) + ": " + strerror_r(errno, text, sizeof text);
}

Complaint wrong_kind(mode_t mode) {
  if (S_ISDIR(mode)) return "is a directory, not a file";
  if (S_ISFIFO(mode)) return "is a pipe, not a file";
  return "is not a regular file";
}

}  // namespace

Complaint read_file(const char* path, std::string* bytes, size_t most) {
  // Non-blocking: a FIFO without a writer must not hang the program.
  const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) return failed("cannot be opened");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return failed("cannot be examined");
  if (!S_ISREG(status.st_mode)) return wrong_kind(status.st_mode);
  // Files of procfs say 0 and hold more, so what is read counts, too.
  const auto size = static_cast<size_t>(status.st_size);
  const auto too_large = [most](const std::string& found) {
    return found + " bytes; such a file has at most " + std::to_string(most);
  };
  if (size > most) return "has " + too_large(std::to_string(size));
  bytes->resize(most < size + 4096 ? most + 1 : size + 4096);
  size_t have = 0;
  for (;;) {
    if (have == bytes->size()) bytes->resize(most + 1);
    const ssize_t got = ::read(file.get(), bytes->data() + have, bytes->size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("cannot be read");
    if (got == 0) break;
    have += static_cast<size_t>(got);
    if (have > most) return "has more than " + too_large(std::to_string(most));
  }
  bytes->resize(have);
  return {};
}

}  // namespace detshim::config
