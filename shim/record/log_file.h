// The log file of this process: opened at its first line, and found again when the program has
// closed it. Place in the flow: under the sink of log.cpp. What is safe to open, and why, is told
// in docs/facts/logging.md. Thread rule: any thread, forked and vforked children. No lock: threads
// that meet at the first line each open the file and one descriptor stays. Not on a launch path.
#pragma once
#include <limits.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string_view>

#include "shim/record/log_failure.h"

namespace detshim::record {

class LogFile {
 public:
  // `pattern` is a file name in which %p stands for the process id. A relative one is taken from
  // the working directory of this moment, so that a later chdir(2) does not move the log.
  explicit LogFile(std::string_view pattern) noexcept;
  ~LogFile();  // for tests; the shim never destroys its log
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  // Appends `line`, which ends with a newline, in one write.
  LogFailure append(std::string_view line) noexcept;
  // A forked child may reopen as often as its parent could.
  void after_fork_in_child() noexcept { reopened_.store(0, std::memory_order_relaxed); }
  // The name for this process; `out` holds at least PATH_MAX bytes. False if it is too long.
  bool name(char* out) const noexcept;

 private:
  struct Open;
  const Open* current(LogFailure* failure) noexcept;
  const Open* open_now(LogFailure* failure) const noexcept;
  enum class Standing : uint8_t { intact, removed, gone };
  static Standing standing(const Open& open) noexcept;
  bool belongs_to_this_process(const Open& open) const noexcept;

  char pattern_[PATH_MAX];
  size_t pattern_size_ = 0;  // 0: the name is too long
  bool one_per_process_ = false;
  std::atomic<const Open*> open_{nullptr};
  std::atomic<int> reopened_{0};
  std::atomic<bool> torn_{false};  // the last line was not written to its end
};

}  // namespace detshim::record
