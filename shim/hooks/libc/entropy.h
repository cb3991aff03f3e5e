// One draw of entropy from question to answer; every entropy hook ends here.
//
//   worth asking? -> who asks -> purpose -> settings -> count -> (armed) key, bytes, log line
//
// Thread rule: any thread, signal handlers, forked children. Allocates nothing for a draw that
// stays real; a pinned one reads the settings and may write a log line.
#pragma once
#include "shim/policy/entropy.h"

namespace detshim::libc_hooks {

struct Pin {
  policy::Purpose purpose = policy::Purpose::none;
  uint64_t key = 0;
  explicit operator bool() const noexcept { return purpose != policy::Purpose::none; }
};

// The key of a draw that is to be pinned, or nothing. `hook` is the function's name, for the log;
// `destination` of getrandom's bytes, else null.
Pin pin(const char* hook, const policy::EntropyRequest& request, const void* destination,
        const void* return_address) noexcept;

}  // namespace detshim::libc_hooks
