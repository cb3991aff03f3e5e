// The log: spdlog in a form that is safe in somebody else's process. Its usual form is not: a
// registry and a default logger that die before the libraries that still call us, mutexes that a
// forked child inherits locked, a file in every child. Here: one logger that is never destroyed,
// made at the first line, with a sink of our own that holds no lock and writes each line at once.
// This is the only file that includes spdlog.
#include "shim/record/log.h"

#include <spdlog/logger.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <memory>

#include "shim/boot/boot.h"
#include "shim/record/log_failure.h"
#include "shim/record/log_file.h"
#include "shim/record/log_line.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/record.h"
#include "shim/record/standard_error.h"

namespace detshim::record {
namespace {

constexpr int kUnknown = -1;
constexpr int kSilent = 100;
// The least level that is logged; settings are read when the first line is due, not before.
constinit std::atomic<int> least_level{kUnknown};
constinit std::atomic<bool> to_standard_error{false};
constinit std::atomic<uint64_t> lost_lines{0};

// True while this thread is in here. What we call may be hooked and want a line of its own; so may
// a signal handler.
constinit thread_local bool inside = false;
struct Inside {
  Inside() noexcept { inside = true; }
  ~Inside() { inside = false; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

class LineSink final : public spdlog::sinks::sink {
 public:
  explicit LineSink(std::string_view target) noexcept : file_(target) {}

  void log(const spdlog::details::log_msg& message) override {
    const std::string_view text(message.payload.data(), message.payload.size());
    const auto level = static_cast<Level>(message.level);
    FixedText<kLineCapacity> line;
    if (to_standard_error.load(std::memory_order_relaxed)) {
      add_mark(line);
      add_standard_error_line(line, level, text);
      if (!write_standard_error(line.view())) lost_lines.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    const auto time =
        std::chrono::duration_cast<std::chrono::microseconds>(message.time.time_since_epoch())
            .count();
    add_log_line(line, {static_cast<uint64_t>(time), static_cast<uint64_t>(getpid()),
                        message.thread_id, level, text});
    if (const LogFailure failure = file_.append(line.view())) report(failure);
  }
  void flush() override {}
  void set_pattern(const std::string&) override {}
  void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

  LogFile& file() noexcept { return file_; }

 private:
  void report(const LogFailure& failure) noexcept {
    lost_lines.fetch_add(1, std::memory_order_relaxed);
    if (failure.is_lasting()) least_level.store(kSilent, std::memory_order_relaxed);
    char name[PATH_MAX];
    FixedText<kLineCapacity> line;
    describe(line, file_.name(name) ? name : "the log", failure);
    complain("log.to", line.view());
  }

  LogFile file_;
};

struct Log {
  explicit Log(std::string_view target)
      : sink(std::make_shared<LineSink>(target)), logger("detshim", spdlog::sink_ptr(sink)) {
    logger.set_level(spdlog::level::trace);  // logs() has decided
    logger.set_error_handler([](const std::string&) {});
  }
  std::shared_ptr<LineSink> sink;
  spdlog::logger logger;
};
// Never destroyed: libraries call us from their destructors, long after ours would have run.
constinit std::atomic<Log*> the_log{nullptr};

Log* log_of_this_process() noexcept {
  if (Log* there = the_log.load(std::memory_order_acquire)) return there;
  try {
    auto made = std::make_unique<Log>(boot::settings().log_to);
    Log* there = nullptr;
    return the_log.compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)
               ? made.release()
               : there;
  } catch (...) {
    return nullptr;
  }
}

int learn_least_level() noexcept {
  if (inside) return kSilent;  // called while the settings are being read
  const Inside here;
  const config::Settings& settings = boot::settings();
  static_assert(static_cast<int>(config::LogLevel::error) == static_cast<int>(Level::error));
  const int least = settings.log_to.empty() ? kSilent : static_cast<int>(settings.log_level);
  to_standard_error.store(settings.log_to == "stderr", std::memory_order_relaxed);
  least_level.store(least, std::memory_order_release);
  return least;
}

}  // namespace

bool logs(Level level) noexcept {
  int least = least_level.load(std::memory_order_acquire);
  if (least == kUnknown) {
    const QuietScope unnoticed;
    least = learn_least_level();
  }
  return static_cast<int>(level) >= least;
}

void log(Level level, std::string_view line) noexcept {
  if (!logs(level)) return;
  if (inside) {
    lost_lines.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  const QuietScope unnoticed;
  const Inside here;
  Log* log = log_of_this_process();
  if (log == nullptr) {
    lost_lines.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  try {
    static_assert(static_cast<int>(Level::error) == spdlog::level::err);
    log->logger.log(static_cast<spdlog::level::level_enum>(level),
                    spdlog::string_view_t(line.data(), line.size()));
  } catch (...) {
    lost_lines.fetch_add(1, std::memory_order_relaxed);
  }
}

bool log_is_standard_error() noexcept { return to_standard_error.load(std::memory_order_relaxed); }

bool log_is_being_written() noexcept { return inside; }

uint64_t lost_log_lines() noexcept { return lost_lines.load(std::memory_order_relaxed); }

void log_after_fork_in_child() noexcept {
  lost_lines.store(0, std::memory_order_relaxed);
  if (Log* log = the_log.load(std::memory_order_acquire)) log->sink->file().after_fork_in_child();
}

}  // namespace detshim::record
