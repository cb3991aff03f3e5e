// Descriptor 2, as long as it is what it was when the process started.
// Place in the flow: complaints, the exit summary and, with log.to = "stderr", log lines end here.
// A program may close descriptor 2 and get the same number for a file of its own: that file is
// never written to. Thread rule: any thread, forked children, signal context. Not on a launch path.
#pragma once
#include <string_view>

#include "shim/record/text.h"

namespace detshim::record {

// Remembers what descriptor 2 is; the first write does it if nobody has. One fstat(2).
void remember_standard_error() noexcept;
// False if the text did not get there: the descriptor is another one now, or the write failed.
bool write_standard_error(std::string_view text) noexcept;
// "detshim[1234]: ", with the rank where there is one: "detshim[1234 rank 3]: ".
void add_mark(TextBuilder& text) noexcept;

}  // namespace detshim::record
