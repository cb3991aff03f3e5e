#include "shim/record/standard_error.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "shim/boot/identity.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/quiet_write.h"

namespace detshim::record {
namespace {

enum State : int { kUnknown, kClosed, kOpen };
constinit std::atomic<int> state{kUnknown};
constinit std::atomic<dev_t> device{0};
constinit std::atomic<ino_t> inode{0};

bool is_as_at_start() noexcept {
  if (state.load(std::memory_order_acquire) == kUnknown) remember_standard_error();
  if (state.load(std::memory_order_acquire) == kClosed) return false;
  struct stat now;
  return fstat(STDERR_FILENO, &now) == 0 && now.st_dev == device.load(std::memory_order_relaxed) &&
         now.st_ino == inode.load(std::memory_order_relaxed);
}

}  // namespace

void remember_standard_error() noexcept {
  const QuietScope unnoticed;
  struct stat at_start;
  if (fstat(STDERR_FILENO, &at_start) != 0) {
    state.store(kClosed, std::memory_order_release);
    return;
  }
  device.store(at_start.st_dev, std::memory_order_relaxed);
  inode.store(at_start.st_ino, std::memory_order_relaxed);
  state.store(kOpen, std::memory_order_release);
}

bool write_standard_error(std::string_view text) noexcept {
  const QuietScope unnoticed;
  return is_as_at_start() && quiet_write(STDERR_FILENO, text).error == 0;
}

void add_mark(TextBuilder& text) noexcept {
  text.add("detshim[").add(static_cast<uint64_t>(getpid()));
  if (identity::rank_key() != 0) {
    for (const char* name : identity::kRankVariables) {
      const char* rank = std::getenv(name);
      if (rank == nullptr || *rank == '\0') continue;
      text.add(" rank ").add_clean(std::string_view(rank).substr(0, 12));
      break;
    }
  }
  text.add("]: ");
}

}  // namespace detshim::record
