// What the rest of record needs to know of the log; its use is declared in record.h.
#pragma once
#include <cstddef>
#include <cstdint>

namespace detshim::record {

// A line that is longer is cut. PIPE_BUF: that much one write(2) puts into a pipe without mixing it
// with others'.
inline constexpr size_t kLineCapacity = 4096;

// True if log lines go to standard error.
bool log_is_standard_error() noexcept;
// True in code that the log itself calls on this thread.
bool log_is_being_written() noexcept;
// Lines that were to be logged and could not be written.
uint64_t lost_log_lines() noexcept;
void log_after_fork_in_child() noexcept;

}  // namespace detshim::record
