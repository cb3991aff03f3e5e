#include "shim/record/log_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <new>

#include "shim/record/quiet_scope.h"
#include "shim/record/quiet_write.h"
#include "shim/record/text.h"

namespace detshim::record {

struct LogFile::Open {
  int descriptor;
  dev_t device;
  ino_t inode;
  pid_t process;
  const Open* previous;  // kept: another thread may still look at it
};

namespace {

constexpr int kReopenLimit = 8;

constexpr const char* kForeignLink =
    "is a symbolic link of another user in a folder that everybody may write to";
constexpr const char* kForeignFile =
    "belongs to another user, or has a second name, in a folder that everybody may write to";
constexpr const char* kClosedTooOften = "was closed by the program again and again";

// A folder in which other users can put names.
bool is_shared(const struct stat& folder) noexcept { return (folder.st_mode & S_IWOTH) != 0; }
bool is_sticky(const struct stat& folder) noexcept { return (folder.st_mode & S_ISVTX) != 0; }
bool is_trusted(uid_t owner, const struct stat& folder) noexcept {
  return owner == geteuid() || owner == folder.st_uid;
}

// Why lines are not appended to a file of this kind; no failure for files and terminals.
LogFailure wrong_kind(const struct stat& file) noexcept {
  switch (file.st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFCHR:
      return {};
    case S_IFDIR:
      return {EISDIR};
    case S_IFIFO:
      return {0, "is a pipe"};
    case S_IFSOCK:
      return {0, "is a socket"};
    default:
      return {0, "is neither a file nor a terminal"};
  }
}

// Opens the folder of `path` for look-ups and sets `*last` to the last component.
int open_folder(const char* path, const char** last) noexcept {
  const char* slash = std::strrchr(path, '/');
  *last = slash + 1;
  char folder[PATH_MAX];
  const size_t size = slash == path ? 1 : static_cast<size_t>(slash - path);
  std::memcpy(folder, path, size);
  folder[size] = '\0';
  return ::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

// The rule of Linux' protected_symlinks, applied whether or not the kernel does: in a folder that
// everybody may write to, a link is followed only if this user or the folder's owner made it, and
// only if nobody else can exchange it.
bool may_follow(int folder, const char* last, const struct stat& folder_stat,
                bool* is_link) noexcept {
  struct stat link;
  *is_link = fstatat(folder, last, &link, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(link.st_mode);
  return !*is_link || !is_shared(folder_stat) ||
         (is_sticky(folder_stat) && is_trusted(link.st_uid, folder_stat));
}

// Out of the way of programs that count on small numbers, and below FD_SETSIZE, so that the
// kernel's table stays small.
int move_up(int descriptor) noexcept {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int top = limit.rlim_cur < 1024 ? static_cast<int>(limit.rlim_cur) : 1024;
  int moved = -1;
  for (const int from : {top - 24, top / 2, 3}) {
    if (from >= 3 && (moved = fcntl(descriptor, F_DUPFD_CLOEXEC, from)) >= 0) break;
  }
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return moved;
}

// A descriptor for `path`, or -1 with the reason.
int open_safely(const char* path, struct stat* file, LogFailure* failure) noexcept {
  const auto fail = [&](LogFailure why, int descriptor) {
    *failure = why;
    if (descriptor >= 0) ::close(descriptor);
    return -1;
  };
  const char* last;
  const int folder = open_folder(path, &last);
  struct stat folder_stat;
  if (folder < 0) return fail({errno}, -1);
  if (*last == '\0') return fail({EISDIR}, folder);
  if (fstat(folder, &folder_stat) != 0) return fail({errno}, folder);
  bool is_link = false;
  if (!may_follow(folder, last, folder_stat, &is_link)) return fail({0, kForeignLink}, folder);
  // Looked at first: opening and closing a FIFO would show its reader an end of file.
  if (fstatat(folder, last, file, 0) == 0)
    if (const LogFailure wrong = wrong_kind(*file)) return fail(wrong, folder);

  // Not blocking: a FIFO without a reader must not stop the program.
  const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK |
                    (is_link ? 0 : O_NOFOLLOW);
  const int descriptor = openat(folder, last, flags, 0644);
  const int error = errno;
  ::close(folder);
  if (descriptor < 0) return fail({error}, -1);

  if (fstat(descriptor, file) != 0) return fail({errno}, descriptor);
  if (const LogFailure wrong = wrong_kind(*file)) return fail(wrong, descriptor);
  if (S_ISREG(file->st_mode) && !is_link && is_shared(folder_stat) &&
      (!is_trusted(file->st_uid, folder_stat) || file->st_nlink != 1)) {
    return fail({0, kForeignFile}, descriptor);
  }
  // Whatever the umask: the next process of the tree must be able to open it, too.
  if (S_ISREG(file->st_mode) && file->st_size == 0 && file->st_uid == geteuid() &&
      (file->st_mode & 0600) != 0600) {
    fchmod(descriptor, (file->st_mode & 07777) | 0600);
  }
  const int moved = move_up(descriptor);
  return moved < 0 ? fail({errno}, -1) : moved;
}

}  // namespace

LogFile::LogFile(std::string_view pattern) noexcept {
  const QuietScope unnoticed;
  TextBuilder absolute(pattern_, sizeof pattern_ - 1);
  if (!pattern.starts_with('/')) {
    char folder[PATH_MAX];
    if (getcwd(folder, sizeof folder) == nullptr) return;
    absolute.add(folder).add("/");
  }
  absolute.add(pattern);
  if (absolute.cut()) return;
  pattern_size_ = absolute.view().size();
  one_per_process_ = absolute.view().find("%p") != std::string_view::npos;
}

LogFile::~LogFile() {
  for (const Open* open = open_.load(); open != nullptr;) {
    if (open == open_.load() && standing(*open) != Standing::gone) ::close(open->descriptor);
    const Open* previous = open->previous;
    delete open;
    open = previous;
  }
}

bool LogFile::name(char* out) const noexcept {
  TextBuilder name(out, PATH_MAX - 1);
  std::string_view rest(pattern_, pattern_size_);
  for (size_t at; (at = rest.find("%p")) != std::string_view::npos; rest.remove_prefix(at + 2)) {
    name.add(rest.substr(0, at)).add(static_cast<uint64_t>(getpid()));
  }
  name.add(rest);
  out[name.view().size()] = '\0';
  return pattern_size_ != 0 && !name.cut();
}

LogFile::Standing LogFile::standing(const Open& open) noexcept {
  struct stat now;
  if (fstat(open.descriptor, &now) != 0 || now.st_dev != open.device || now.st_ino != open.inode)
    return Standing::gone;
  return S_ISREG(now.st_mode) && now.st_nlink == 0 ? Standing::removed : Standing::intact;
}

bool LogFile::belongs_to_this_process(const Open& open) const noexcept {
  return !one_per_process_ || open.process == getpid();
}

const LogFile::Open* LogFile::open_now(LogFailure* failure) const noexcept {
  char path[PATH_MAX];
  struct stat file;
  if (!name(path)) return *failure = {ENAMETOOLONG}, nullptr;
  const int descriptor = open_safely(path, &file, failure);
  if (descriptor < 0) return nullptr;
  auto* open = new (std::nothrow) Open{descriptor, file.st_dev, file.st_ino, getpid(), nullptr};
  if (open == nullptr) ::close(descriptor), *failure = {ENOMEM};
  return open;
}

const LogFile::Open* LogFile::current(LogFailure* failure) noexcept {
  const Open* known = open_.load(std::memory_order_acquire);
  for (;;) {
    bool lost = false;
    if (known != nullptr) {
      const bool here = belongs_to_this_process(*known);
      const Standing now = standing(*known);
      if (here && now == Standing::intact) return known;
      // The parent's, inherited; or of a file that was removed, where nobody would read the line.
      if (now != Standing::gone) ::close(known->descriptor);
      lost = here;
    }
    if (lost && reopened_.fetch_add(1, std::memory_order_relaxed) >= kReopenLimit) {
      reopened_.store(kReopenLimit, std::memory_order_relaxed);
      return *failure = {0, kClosedTooOften}, nullptr;
    }
    const Open* fresh = open_now(failure);
    if (fresh == nullptr) return nullptr;
    const_cast<Open*>(fresh)->previous = known;
    if (open_.compare_exchange_strong(known, fresh, std::memory_order_acq_rel)) return fresh;
    ::close(fresh->descriptor);  // another thread was faster
    delete fresh;
  }
}

LogFailure LogFile::append(std::string_view line) noexcept {
  const QuietScope unnoticed;
  LogFailure failure;
  const Open* open = current(&failure);
  if (open == nullptr) return failure;
  if (torn_.exchange(false, std::memory_order_relaxed)) quiet_write(open->descriptor, "\n");
  const WriteResult written = quiet_write(open->descriptor, line);
  if (written.error != 0 && written.bytes != 0) torn_.store(true, std::memory_order_relaxed);
  return {written.error, nullptr, true};
}

}  // namespace detshim::record
