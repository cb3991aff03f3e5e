#include "shim/record/complaints.h"

#include <cstring>

#include "shim/record/log.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/record.h"
#include "shim/record/standard_error.h"

namespace detshim::record {
namespace {
constinit Complaints noted;
}

Complaints& complaints() noexcept { return noted; }

bool Complaints::note(const char* id) noexcept {
  for (Slot& slot : slots_) {
    const char* there = nullptr;
    // Either the slot was free and is ours now, or `there` is what stands in it.
    if (slot.id.compare_exchange_strong(there, id, std::memory_order_acq_rel) ||
        std::strcmp(there, id) == 0) {
      slot.times.fetch_add(1, std::memory_order_relaxed);
      return !slot.said.exchange(true, std::memory_order_relaxed);
    }
  }
  return false;
}

void Complaints::after_fork_in_child() noexcept {
  for (Slot& slot : slots_) slot.times.store(0, std::memory_order_relaxed);
}

void complain(const char* id, std::string_view line) noexcept {
  const QuietScope unnoticed;
  const bool first = noted.note(id);
  if (!log_is_being_written()) log(Level::warn, line);
  if (!first || (log_is_standard_error() && logs(Level::warn))) return;  // it is there already
  FixedText<kLineCapacity> text;
  add_mark(text);
  write_standard_error(text.add_clean(line).end_line().view());
}

}  // namespace detshim::record
