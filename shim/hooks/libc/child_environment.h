// The environment of a program about to be started: the caller's, with this child's DETSHIM_TREE.
// Thread rule: async-signal-safe, also in a vfork child: no allocation, no lock; the copy lies on
// the stack.
#pragma once
#include <alloca.h>

#include <cstddef>

#include "shim/boot/identity.h"

namespace detshim::libc_hooks {

// Pointers that a copy of `environment` takes; 0: hand it on as it is. That is so in observe mode,
// if its LD_PRELOAD does not name this library (the child is not ours, or has lost its settings: it
// is left alone), and beyond kMostEntries (said once).
inline constexpr size_t kMostEntries = 8192;
size_t copy_size(char* const* environment) noexcept;
// `out` holds copy_size() pointers, `entry` the text of DETSHIM_TREE.
void copy_with_entry(char* const* environment, char* entry, char** out) noexcept;

// Calls start(environment of the child); it returns non-zero if nothing was started (what exec
// functions and posix_spawn do alike).
template <typename Start>
int start_child(char* const* environment, Start start) {
  const size_t size = copy_size(environment);
  if (size == 0) return start(environment);
  char entry[identity::kTreeEntrySize];
  identity::format_child_tree(entry);
  auto** const copy = static_cast<char**>(alloca(size * sizeof(char*)));
  copy_with_entry(environment, entry, copy);
  const int failed = start(static_cast<char* const*>(copy));
  if (failed != 0) identity::child_not_started();
  return failed;
}

}  // namespace detshim::libc_hooks
