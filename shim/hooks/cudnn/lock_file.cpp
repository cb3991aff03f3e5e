#include "shim/hooks/cudnn/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "config/file_reader.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/record.h"

namespace detshim::cudnn {
namespace {

constexpr int kTries = 200;
constexpr useconds_t kPause = 10'000;

void complain(const std::string& path, const std::string& what) {
  record::complain("cudnn.lock", "the cuDNN lock file " + config::quoted(path) + " " + what);
}

std::string error_text() {
  char text[128];
  return strerror_r(errno, text, sizeof text);
}

class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const noexcept { return number_; }

 private:
  int number_;
};

// In a folder that everybody may write to, another user's file or link may be a trap.
bool is_trap(const std::string& path, const struct stat& file) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  struct stat status {};
  return stat(folder.c_str(), &status) != 0 ||
         ((status.st_mode & S_IWOTH) != 0 && (file.st_uid != geteuid() || file.st_nlink != 1));
}

// Holds the file that stands at `path`, made if need be, under flock. -1: complained of.
int hold(const std::string& path) {
  for (int i = 0; i < kTries; ++i) {
    const int file =
        open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
    if (file < 0) {
      complain(path, errno == ELOOP ? "is a symbolic link; name the file itself"
                                    : "cannot be written: " + error_text() +
                                          "; set cudnn.lock to a file in a folder of your own");
      return -1;
    }
    struct stat held {
    }, there{};
    if (fstat(file, &held) == 0 && (!S_ISREG(held.st_mode) || is_trap(path, held))) {
      complain(path,
               "is no file of this user's own; set cudnn.lock to a file in a folder of your own");
      close(file);
      return -1;
    }
    // Whoever had it may have put another file in its place.
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && stat(path.c_str(), &there) == 0 &&
        there.st_ino == held.st_ino && there.st_dev == held.st_dev)
      return file;
    close(file);
    usleep(kPause);
  }
  complain(path,
           "is held by another process for seconds; its choices of this process are not kept");
  return -1;
}

bool write_all(int file, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    done += static_cast<size_t>(wrote);
  }
  return true;
}

bool replace(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";  // whoever holds the lock may write it
  unlink(fresh.c_str());
  const Descriptor file(
      open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (file.get() >= 0 && write_all(file.get(), text) && fchmod(file.get(), 0644) == 0 &&
      rename(fresh.c_str(), path.c_str()) == 0)
    return true;
  const int error = errno;
  if (file.get() >= 0) unlink(fresh.c_str());
  errno = error;
  complain(path, "cannot be written: " + error_text() + "; make room, or set cudnn.lock elsewhere");
  return false;
}

// False: complained of. An empty file is an empty lock: a process is making it.
bool read(const std::string& path, config::Lock* out) {
  std::string text;
  config::Complaint complaint = config::read_file(path.c_str(), &text, config::kLargestLockBytes);
  if (complaint.empty() && (text.empty() || config::read_lock(text, out, &complaint))) return true;
  complain(path, complaint + "; mend it, or take it away and record it again");
  return false;
}

}  // namespace

bool load_lock(const std::string& path, config::Lock* out, bool* exists) {
  const record::QuietScope unnoticed;
  *exists = access(path.c_str(), F_OK) == 0;
  return !*exists || read(path, out);
}

bool merge_into_lock(const std::string& path, const config::Lock& entries) {
  const record::QuietScope unnoticed;
  const Descriptor file(hold(path));
  config::Lock merged;
  if (file.get() < 0 || !read(path, &merged)) return false;
  bool changed = false;
  for (const auto& [key, plan] : entries) {
    const auto at = merged.find(key);
    if (at != merged.end() && at->second == plan) continue;
    merged.insert_or_assign(key, plan);
    changed = true;
  }
  return !changed || replace(path, config::write_lock(merged));
}

}  // namespace detshim::cudnn
