// The form of a log line; docs/facts/logging.md describes it for readers.
//
//   2026-12-01T08:05:56.123456Z 4242 4250 info curandSetPseudoRandomGeneratorSeed: seed 42 -> 7
//   (...) time (UTC)                  pid  thread level text
//
// Pure; no lock (gmtime_r takes one, which a forked child may find locked), no heap, no locale.
#pragma once
#include <cstdint>
#include <string_view>

#include "shim/record/record.h"
#include "shim/record/text.h"

namespace detshim::record {

struct LogLine {
  uint64_t microseconds;  // since 1970-01-01 UTC
  uint64_t process;
  uint64_t thread;
  Level level;
  std::string_view text;
};

constexpr std::string_view name_of(Level level) noexcept {
  constexpr std::string_view kNames[] = {"trace", "debug", "info", "warn", "error"};
  return kNames[static_cast<int>(level)];
}

// Adds "2026-12-01T08:05:56.123456Z".
inline void add_time(TextBuilder& out, uint64_t microseconds) noexcept {
  const uint64_t seconds = microseconds / 1'000'000;
  // Days to civil date in the Gregorian calendar, years counted from March so that the leap day
  // comes last.
  const uint64_t days = seconds / 86'400 + 719'468;  // since 0000-03-01
  const uint64_t era = days / 146'097;
  const uint64_t day_of_era = days % 146'097;
  const uint64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const uint64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const uint64_t march_month = (5 * day_of_year + 2) / 153;
  const uint64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
  const uint64_t year = era * 400 + year_of_era + (month <= 2 ? 1 : 0);
  out.add_padded(year, 4).add("-").add_padded(month, 2).add("-");
  out.add_padded(day_of_year - (153 * march_month + 2) / 5 + 1, 2).add("T");
  out.add_padded(seconds / 3600 % 24, 2).add(":").add_padded(seconds / 60 % 60, 2).add(":");
  out.add_padded(seconds % 60, 2).add(".").add_padded(microseconds % 1'000'000, 6).add("Z");
}

inline void add_log_line(TextBuilder& out, const LogLine& line) noexcept {
  add_time(out, line.microseconds);
  out.add(" ")
      .add(line.process)
      .add(" ")
      .add(line.thread)
      .add(" ")
      .add(name_of(line.level))
      .add(" ");
  out.add_clean(line.text).end_line();
}

// On standard error, after the mark "detshim[4242]: ".
inline void add_standard_error_line(TextBuilder& out, Level level, std::string_view text) noexcept {
  out.add(name_of(level)).add(": ").add_clean(text).end_line();
}

}  // namespace detshim::record
