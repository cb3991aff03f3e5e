// The environment of a program about to be started: the caller's, with this child's DETSHIM_TREE.
// Thread rule: async-signal-safe, also in a vfork child: no allocation, no lock.
#pragma once
#include <alloca.h>

#include <cstddef>

#include "shim/boot/identity.h"

namespace detshim::libc_hooks {

// Pointers that a copy of `environment` takes; 0: hand it on as it is. That is so in observe mode, if
// its LD_PRELOAD does not name this library (the child is not ours, or has lost its settings: it is
// left alone), and if it cannot be read (the kernel says so in its own way).
size_t copy_size(char* const* environment) noexcept;
// `out` holds copy_size() pointers, `entry` the text of DETSHIM_TREE.
void copy_with_entry(char* const* environment, char* entry, char** out) noexcept;

// Where the copy lies. A stack may have 16 KiB in all, so a large copy gets pages of its own; exec
// takes them along. In a vfork child, whose pages would stay in its parent, the stack has to do.
inline constexpr size_t kMostOnStack = 256;
inline constexpr size_t kMostOnStackOfVforkChild = 8192;
char** map_copy(size_t size) noexcept;  // null: none to be had, or a vfork child
void unmap_copy(char** copy, size_t size) noexcept;
void complain_too_large() noexcept;

// Calls start(environment of the child); it returns non-zero if nothing was started (what exec
// functions and posix_spawn do alike). None of them is a cancellation point.
template <typename Start>
int start_child(char* const* environment, Start start) {
  const size_t size = copy_size(environment);
  if (size == 0) return start(environment);
  char** const mapped = size > kMostOnStack ? map_copy(size) : nullptr;
  if (mapped == nullptr && size > kMostOnStackOfVforkChild) {
    complain_too_large();
    return start(environment);
  }
  char entry[identity::kTreeEntrySize];
  identity::format_child_tree(entry);
  auto** const copy =
      mapped != nullptr ? mapped : static_cast<char**>(alloca(size * sizeof(char*)));
  copy_with_entry(environment, entry, copy);
  const int failed = start(static_cast<char* const*>(copy));
  if (mapped != nullptr) unmap_copy(mapped, size);
  if (failed != 0) identity::child_not_started();
  return failed;
}

}  // namespace detshim::libc_hooks
