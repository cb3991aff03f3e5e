// Name -> row. On the path of every dlsym of the process: no allocation, no lock, one comparison.
#pragma once
#include <cstring>

#include "shim/interpose/hook_info.h"

namespace detshim::interpose {

inline constexpr uint64_t kHashMultiplier = 0x9E3779B97F4A7C15u;

// Eight bytes a step: a byte-wise hash of a 34-letter name costs as much as the dlsym itself. The
// last step takes the last eight bytes, some of them a second time, rather than a short rest.
inline uint64_t hash_name(const char* name) noexcept {
  const auto step = [](uint64_t h, uint64_t word) {
    h = (h ^ word) * kHashMultiplier;
    return h ^ h >> 29;
  };
  const size_t size = strlen(name);
  uint64_t h = 0, word = 0;
  if (size < 8) {
    for (size_t i = 0; i < size; ++i)
      word |= uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
    return step(h, word);
  }
  const char* const last = name + size - 8;
  for (; name < last; name += 8) {
    memcpy(&word, name, 8);
    h = step(h, word);
  }
  memcpy(&word, last, 8);
  return step(h, word);
}

// False for most names that are no rows, from their first six letters alone.
inline bool may_be_hooked(const char* name) noexcept {
  if (name[0] == '\0' || name[1] == '\0' || name[2] == '\0' || name[3] == '\0' || name[4] == '\0' ||
      name[5] == '\0')
    return true;  // too short to tell
  uint32_t first;
  uint16_t rest;
  memcpy(&first, name, sizeof first);
  memcpy(&rest, name + sizeof first, sizeof rest);
  const uint64_t letters = first | uint64_t{rest} << 32;
  return (kPrefixFilter >> (letters * kHashMultiplier >> 58) & 1) != 0;
}

// The row of `name`, or -1.
inline int find_hook(const char* name) noexcept {
  if (!may_be_hooked(name)) return -1;
  const uint64_t h = hash_name(name);
  const uint64_t displaced = (h ^ kDisplacements[h >> (64 - kBucketBits)]) * kHashMultiplier;
  const int row = kSlotRows[displaced >> (64 - kSlotBits)];
  return row >= 0 && kNameHashes[row] == h && strcmp(kHooks[row].name, name) == 0 ? row : -1;
}

}  // namespace detshim::interpose
