#include "shim/record/quiet_write.h"

#include <signal.h>
#include <unistd.h>

#include "shim/record/quiet_scope.h"

namespace detshim::record {
namespace {

// Holds back the two signals that write(2) raises in the calling thread, and takes back those that
// it raised.
class WithoutWriteSignals {
 public:
  WithoutWriteSignals() noexcept {
    sigemptyset(&held_);
    sigaddset(&held_, SIGPIPE);
    sigaddset(&held_, SIGXFSZ);
    sigpending(&pending_before_);
    pthread_sigmask(SIG_BLOCK, &held_, &mask_before_);
  }
  ~WithoutWriteSignals() {
    if (failed_) take_back(SIGPIPE), take_back(SIGXFSZ);
    pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  }
  WithoutWriteSignals(const WithoutWriteSignals&) = delete;
  WithoutWriteSignals& operator=(const WithoutWriteSignals&) = delete;

  void failed() noexcept { failed_ = true; }

 private:
  void take_back(int signal) noexcept {
    if (sigismember(&pending_before_, signal) == 1) return;  // the program's own
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    const timespec at_once{};
    while (sigtimedwait(&one, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }

  sigset_t held_, pending_before_, mask_before_;
  bool failed_ = false;
};

}  // namespace

WriteResult quiet_write(int descriptor, std::string_view text) noexcept {
  const QuietScope unnoticed;
  WithoutWriteSignals guard;
  WriteResult result{0, 0};
  while (result.bytes < text.size()) {
    const ssize_t n = ::write(descriptor, text.data() + result.bytes, text.size() - result.bytes);
    if (n > 0) {
      result.bytes += static_cast<size_t>(n);
    } else if (n == 0 || errno != EINTR) {
      result.error = n == 0 ? EIO : errno;
      guard.failed();
      break;
    }
  }
  return result;
}

}  // namespace detshim::record
