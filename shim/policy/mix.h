// 64-bit mixing for keys and derived values. Not cryptographic: it spreads bits, it hides nothing.
// Pure; no allocation; may be called anywhere. The constants are part of what a run repeats: changing one changes every
// derived value, so it belongs into CHANGELOG.md.
#pragma once
#include <cstdint>
#include <string_view>

namespace detshim::policy {

// A bijection of 64-bit values with full avalanche (the finaliser of splitmix64).
constexpr uint64_t mix64(uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// Order matters: combine(a, b) != combine(b, a). For a fixed `a` it is a bijection of b.
constexpr uint64_t combine(uint64_t a, uint64_t b) noexcept { return mix64(a ^ mix64(b)); }

constexpr uint64_t hash_text(std::string_view text) noexcept {
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return mix64(h ^ text.size());
}

}  // namespace detshim::policy
