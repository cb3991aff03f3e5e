// The exit summary: what detshim did in this process, in at most 25 lines for people.
// Place in the flow: boot calls print_summary() (record.h) at exit; compose() is its pure part.
// Thread rule: at exit, with other threads possibly still running; no lock, no heap. Not on a
// launch path.
#pragma once
#include <array>
#include <cstdint>

#include "config/settings.h"
#include "shim/record/complaints.h"
#include "shim/record/record.h"
#include "shim/record/text.h"

namespace detshim::record {

struct SummaryFacts {
  config::Mode mode = config::Mode::enforce;
  config::OptionalU64 master;
  std::array<uint64_t, static_cast<size_t>(What::count_)> counts{};
  std::array<Complaint, Complaints::kCapacity> complaints{};  // the first without an id ends them
  uint64_t lost_log_lines = 0;
  bool has_log = false;

  bool nothing_happened() const noexcept;
};

inline constexpr int kSummaryLines = 25;

// Adds the lines, each beginning with `mark`; nothing if nothing happened.
void compose_summary(TextBuilder& out, std::string_view mark, const SummaryFacts& facts) noexcept;

}  // namespace detshim::record
