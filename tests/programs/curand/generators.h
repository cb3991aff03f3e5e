// What the programs of this folder share: plain cuRAND as any program uses it, host generators, bits printed in full.
#pragma once
#include <curand.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct NamedType {
  const char* name;
  curandRngType_t type;
};
inline constexpr NamedType kTypes[] = {{"DEFAULT", CURAND_RNG_PSEUDO_DEFAULT},
                                       {"XORWOW", CURAND_RNG_PSEUDO_XORWOW},
                                       {"MRG32K3A", CURAND_RNG_PSEUDO_MRG32K3A},
                                       {"MTGP32", CURAND_RNG_PSEUDO_MTGP32},
                                       {"MT19937", CURAND_RNG_PSEUDO_MT19937},
                                       {"PHILOX", CURAND_RNG_PSEUDO_PHILOX4_32_10},
                                       {"QDEFAULT", CURAND_RNG_QUASI_DEFAULT},
                                       {"SOBOL32", CURAND_RNG_QUASI_SOBOL32},
                                       {"SCRAMBLED32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32},
                                       {"SOBOL64", CURAND_RNG_QUASI_SOBOL64},
                                       {"SCRAMBLED64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}};

inline curandRngType_t type_named(const char* name) {
  for (const NamedType& known : kTypes)
    if (strcmp(known.name, name) == 0) return known.type;
  fprintf(stderr, "no generator type %s\n", name);
  exit(2);
}

inline void check(curandStatus_t status, const char* what) {
  if (status == CURAND_STATUS_SUCCESS) return;
  fprintf(stderr, "%s: %d\n", what, status);
  exit(2);
}

inline curandGenerator_t make(curandRngType_t type) {
  curandGenerator_t generator;
  check(curandCreateGeneratorHost(&generator, type), "create");
  return generator;
}

// 64-bit quasi-random generators know curandGenerateLongLong alone.
inline std::vector<uint64_t> draw(curandGenerator_t generator, curandRngType_t type, size_t count) {
  std::vector<uint64_t> out(count);
  if (type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) {
    std::vector<unsigned long long> wide(count);
    check(curandGenerateLongLong(generator, wide.data(), count), "generate");
    out.assign(wide.begin(), wide.end());
  } else {
    std::vector<unsigned> narrow(count);
    check(curandGenerate(generator, narrow.data(), count), "generate");
    out.assign(narrow.begin(), narrow.end());
  }
  return out;
}

inline uint64_t digest(const std::vector<uint64_t>& values) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const uint64_t value : values)
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (value >> 8 * byte & 255)) * 0x100000001b3u;
  return hash;
}
