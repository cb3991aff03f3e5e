#include "shim/policy/clock.h"

#include <algorithm>
#include <utility>

namespace detshim::policy {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
// How far back a reading may lie. A launcher or a queue may take it before the process starts; one
// with the process id in it was taken by the process itself, as were those of the monotonic clock
// in practice.
constexpr uint64_t kPast = 86'400 * kSecond;
constexpr uint64_t kPastBeyondAge = 3'600 * kSecond;
constexpr uint64_t kOwnPast = 2 * kSecond;
// How far ahead: ranks and worker numbers added to a reading, and clocks of other nodes.
constexpr uint64_t kOffsets = 4096;
constexpr uint64_t kAhead = 60 * kSecond;
constexpr uint64_t kAheadMonotonic = kSecond;
// A monotonic reading within 32 bits means 4.3 s after boot: a seed that somebody wrote is
// likelier.
constexpr uint64_t kLeastMonotonic = uint64_t{1} << 32;
// The seed of a torch.Generator() that nobody seeds: 18.7 hours of uptime in nanoseconds.
constexpr uint64_t kTorchDefaultSeed = 67280421310721;

struct Window {
  uint64_t past_ns;
  uint64_t ahead_ns;
};

ClockMatch match_one(uint64_t value, uint64_t clock_ns, ClockForm form, Window window) noexcept {
  const uint64_t unit = unit_ns(form);
  const uint64_t now = clock_ns / unit;
  const uint64_t oldest = now - std::min(now, window.past_ns / unit);
  const uint64_t newest = now + std::max(kOffsets, window.ahead_ns / unit);
  if (value < oldest || value > newest) return {};
  return {form, PidForm::none, static_cast<int64_t>(value - now)};
}

ClockMatch match_with_pid(uint64_t value, const ClockReading& now) noexcept {
  const Window own{now.age_ns + kOwnPast, kAhead};
  const struct {
    uint64_t reading;
    PidForm form;
  } guesses[] = {{value ^ now.pid, PidForm::xored},
                 {value - now.pid, PidForm::added},
                 {value + now.pid, PidForm::subtracted}};
  for (const auto& guess : guesses) {
    // Finer units need no guess: a process id has 22 bits at most, and the windows are wider.
    for (const ClockForm form : {ClockForm::unix_s, ClockForm::unix_ms}) {
      ClockMatch match = match_one(guess.reading, now.realtime_ns, form, own);
      if (!match) continue;
      match.pid = guess.form;
      return match;
    }
  }
  return {};
}

}  // namespace

uint64_t unit_ns(ClockForm form) noexcept {
  switch (form) {
    case ClockForm::unix_s:
      return kSecond;
    case ClockForm::unix_ms:
      return 1'000'000;
    case ClockForm::unix_us:
      return 1'000;
    default:
      return 1;
  }
}

const char* describe(ClockForm form) noexcept {
  switch (form) {
    case ClockForm::none:
      return "no clock";
    case ClockForm::unix_s:
      return "seconds of the Unix clock";
    case ClockForm::unix_ms:
      return "milliseconds of the Unix clock";
    case ClockForm::unix_us:
      return "microseconds of the Unix clock";
    case ClockForm::unix_ns:
      return "nanoseconds of the Unix clock";
    case ClockForm::monotonic_ns:
      return "nanoseconds of the monotonic clock";
    case ClockForm::boottime_ns:
      return "nanoseconds since boot";
  }
  return "";
}

ClockMatch match_clock(uint64_t value, const ClockReading& now) noexcept {
  if (value == kTorchDefaultSeed) return {};
  const Window unix_window{std::max(kPast, now.age_ns + kPastBeyondAge), kAhead};
  for (const ClockForm form :
       {ClockForm::unix_s, ClockForm::unix_ms, ClockForm::unix_us, ClockForm::unix_ns}) {
    if (const ClockMatch match = match_one(value, now.realtime_ns, form, unix_window)) return match;
  }
  if (value >= kLeastMonotonic) {
    const Window own{now.age_ns + kOwnPast, kAheadMonotonic};
    for (const auto& [form, clock_ns] : {std::pair{ClockForm::monotonic_ns, now.monotonic_ns},
                                         std::pair{ClockForm::boottime_ns, now.boottime_ns}}) {
      if (const ClockMatch match = match_one(value, clock_ns, form, own)) return match;
    }
  }
  return match_with_pid(value, now);
}

}  // namespace detshim::policy
