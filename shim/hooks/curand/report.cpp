#include "shim/hooks/curand/report.h"

#include <cstdio>

#include "shim/boot/boot.h"
#include "shim/record/record.h"

namespace detshim::curand {

void report_seed(const char* function, uint64_t old_value, const policy::SeedRules& rules,
                 const policy::SeedDecision& decision, uint64_t generator_key,
                 bool count) noexcept {
  using policy::SeedReason;
  if (boot::armed()) seeding::taken(decision);
  if (decision.reason == SeedReason::overridden) seeding::watch_override(generator_key);
  if (decision.value != old_value) {
    if (decision.reason == SeedReason::clock)
      record::count(record::What::curand_clock_seed_pinned);
    else if (count)
      record::count(record::What::curand_seed_rewritten);
  }
  seeding::log_change(function, "seed", old_value, rules, decision);
}

void complain_unreachable(const char* function, const char* needed) noexcept {
  char line[320];
  const int length = snprintf(
      line, sizeof line,
      "%s was answered by a library in which %s is not found: the new generator is left as it "
      "is. Is another preloaded library in between? Name libdetshim.so before it.",
      function, needed);
  if (length > 0) record::complain("seeds.curand", {line, static_cast<size_t>(length)});
}

}  // namespace detshim::curand
