// Comparing text without the C library. A sanitizer that is preloaded before us looks functions up while it starts, and
// until then its own strcmp and its like end in a null pointer.
#pragma once

namespace detshim::interpose {

constexpr bool same_text(const char* a, const char* b) noexcept {
  for (; *a == *b; ++a, ++b)
    if (*a == '\0') return true;
  return false;
}

constexpr bool begins_with(const char* text, const char* prefix) noexcept {
  for (; *prefix != '\0'; ++text, ++prefix)
    if (*text != *prefix) return false;
  return true;
}

}  // namespace detshim::interpose
