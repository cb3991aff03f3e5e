// Name -> row. On the path of every dlsym of the process: no allocation, no lock, one comparison.
#pragma once
#include <cstring>

#include "shim/interpose/hook_info.h"

namespace detshim::interpose {

inline constexpr uint64_t kHashMultiplier = 0x9E3779B97F4A7C15u;

// Eight bytes a step: a byte-wise hash of a 34-letter name costs as much as the dlsym itself.
inline uint64_t hash_name(const char* name) noexcept {
  uint64_t h = 0;
  for (size_t left = strlen(name); left != 0; name += 8) {
    uint64_t word = 0;
    const size_t step = left < 8 ? left : 8;
    if (step == 8) {
      memcpy(&word, name, 8);
    } else {
      for (size_t i = 0; i < step; ++i)
        word |= uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
    }
    h = (h ^ word) * kHashMultiplier;
    h ^= h >> 29;
    left -= step;
  }
  return h;
}

// The row of `name`, or -1.
inline int find_hook(const char* name) noexcept {
  if (!may_begin_name(name[0])) return -1;
  const uint64_t h = hash_name(name);
  const uint64_t displaced = (h ^ kDisplacements[h >> (64 - kBucketBits)]) * kHashMultiplier;
  const int row = kSlotRows[displaced >> (64 - kSlotBits)];
  return row >= 0 && strcmp(kHooks[row].name, name) == 0 ? row : -1;
}

}  // namespace detshim::interpose
