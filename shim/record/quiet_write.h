// write(2) that the program does not notice: a broken pipe or a file size limit must not raise a
// signal that the bare program would not get. Place in the flow: the last step of every line that
// record puts out. Thread rule: any thread, forked and vforked children, signal context. Five
// system calls; never on a launch path.
#pragma once
#include <cstddef>
#include <string_view>

namespace detshim::record {

struct WriteResult {
  size_t bytes;  // how much of the text was written
  int error;     // errno of the call that failed; 0 if all was written
};

// Writes `text` with one write(2); with more only where the first one was interrupted or short.
WriteResult quiet_write(int descriptor, std::string_view text) noexcept;

}  // namespace detshim::record
