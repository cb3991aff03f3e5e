// What the summary and the log say of cuRAND. Rare calls only: formats and writes.
#pragma once
#include "shim/hooks/seeding/seeding.h"

namespace detshim::curand {

// The real library has taken `decision` (in observe mode: it would have been given it). Counts unless `count` is false.
void report_seed(const char* function, uint64_t old_value, const policy::SeedRules& rules,
                 const policy::SeedDecision& decision, uint64_t generator_key, bool count) noexcept;

// `function` belongs to a library in which `needed` is not found.
void complain_unreachable(const char* function, const char* needed) noexcept;

}  // namespace detshim::curand
