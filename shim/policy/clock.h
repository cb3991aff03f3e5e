// Does a seed look like a clock reading? Told from the value and the clocks of now alone: no clock
// is hooked. Place in the flow: decide_seed() and decide_offset() ask it before any rule about
// seeds that a program chose. Thread rule: pure; any thread. Not for launch paths.
//
// Recognised: seconds, milliseconds, microseconds and nanoseconds of the Unix clock, each with a
// small number (a rank, a worker) added or taken off, and with the process id xored, added or taken
// off; nanoseconds of the monotonic and the boot clock. Missed, since no bound would separate them
// from seeds that people write: tv_nsec or tv_usec alone, clock(), rdtsc, monotonic milliseconds,
// readings cut to 32 bits, readings times a factor. The windows and how often a random number falls
// into them: docs/facts/seeds.md.
#pragma once
#include <cstdint>

namespace detshim::policy {

struct ClockReading {
  uint64_t realtime_ns;
  uint64_t monotonic_ns;
  uint64_t boottime_ns;
  uint64_t age_ns;  // since this process (or the one it was forked from) started
  uint32_t pid;
};

enum class ClockForm : uint8_t {
  none,
  unix_s,
  unix_ms,
  unix_us,
  unix_ns,
  monotonic_ns,
  boottime_ns
};
enum class PidForm : uint8_t { none, xored, added, subtracted };

struct ClockMatch {
  ClockForm form = ClockForm::none;
  PidForm pid = PidForm::none;
  int64_t lead = 0;  // units of the form by which the reading in the seed is ahead of now; mostly 0
                     // or negative

  explicit operator bool() const noexcept { return form != ClockForm::none; }
};

ClockMatch match_clock(uint64_t value, const ClockReading& now) noexcept;
uint64_t unit_ns(ClockForm form) noexcept;
// For log lines: "seconds of the Unix clock".
const char* describe(ClockForm form) noexcept;

}  // namespace detshim::policy
