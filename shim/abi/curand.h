// The cuRAND host API: function types and the values that hooks look at, written from the
// documented interface (cuRAND library reference, 13.0). Generators are opaque pointers.
// curandGenerateBinomial is declared by the vendor's header but exported by no libcurand seen
// (10.4.0), so it has no row in hooks.toml.
#pragma once
#include <cstddef>

namespace detshim::abi {

enum curandStatus_t : unsigned {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
};

// 100 to 199 are pseudo-random, from 200 on quasi-random; other values are passed on unread.
enum curandRngType_t : unsigned {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
};

enum curandOrdering_t : unsigned {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,  // adjusted to the device: differs between GPU models
  CURAND_ORDERING_QUASI_DEFAULT = 201,
};

enum curandDirectionVectorSet_t : unsigned {};
enum curandMethod_t : unsigned {};
enum libraryPropertyType : unsigned {};

using curandGenerator_t = struct curandGenerator_st*;
using curandDiscreteDistribution_t = struct curandDiscreteDistribution_st*;
using curandDirectionVectors32_t = unsigned[32];
using curandDirectionVectors64_t = unsigned long long[64];
using curandStream_t = void*;  // cudaStream_t

// The life of a generator
using curandCreateGenerator = curandStatus_t(curandGenerator_t* generator, curandRngType_t type);
using curandCreateGeneratorHost = curandStatus_t(curandGenerator_t* generator,
                                                 curandRngType_t type);
using curandDestroyGenerator = curandStatus_t(curandGenerator_t generator);
using curandSetStream = curandStatus_t(curandGenerator_t generator, curandStream_t stream);

// What its numbers depend on
using curandSetPseudoRandomGeneratorSeed = curandStatus_t(curandGenerator_t generator,
                                                          unsigned long long seed);
using curandSetGeneratorOffset = curandStatus_t(curandGenerator_t generator,
                                                unsigned long long offset);
using curandSetGeneratorOrdering = curandStatus_t(curandGenerator_t generator,
                                                  curandOrdering_t order);
using curandSetQuasiRandomGeneratorDimensions = curandStatus_t(curandGenerator_t generator,
                                                               unsigned dimensions);
using curandGenerateSeeds = curandStatus_t(curandGenerator_t generator);

// Numbers: `count` values into device memory, or host memory for a host generator
using curandGenerate = curandStatus_t(curandGenerator_t generator, unsigned* out, size_t count);
using curandGenerateLongLong = curandStatus_t(curandGenerator_t generator, unsigned long long* out,
                                              size_t count);
using curandGenerateUniform = curandStatus_t(curandGenerator_t generator, float* out, size_t count);
using curandGenerateUniformDouble = curandStatus_t(curandGenerator_t generator, double* out,
                                                   size_t count);
using curandGenerateNormal = curandStatus_t(curandGenerator_t generator, float* out, size_t count,
                                            float mean, float deviation);
using curandGenerateNormalDouble = curandStatus_t(curandGenerator_t generator, double* out,
                                                  size_t count, double mean, double deviation);
using curandGenerateLogNormal = curandGenerateNormal;
using curandGenerateLogNormalDouble = curandGenerateNormalDouble;
using curandGeneratePoisson = curandStatus_t(curandGenerator_t generator, unsigned* out,
                                             size_t count, double lambda);
using curandGeneratePoissonMethod = curandStatus_t(curandGenerator_t generator, unsigned* out,
                                                   size_t count, double lambda,
                                                   curandMethod_t method);
using curandGenerateBinomial = curandStatus_t(curandGenerator_t generator, unsigned* out,
                                              size_t count, unsigned trials, double probability);
using curandGenerateBinomialMethod = curandStatus_t(curandGenerator_t generator, unsigned* out,
                                                    size_t count, unsigned trials,
                                                    double probability, curandMethod_t method);

// Tables and versions
using curandCreatePoissonDistribution = curandStatus_t(double lambda,
                                                       curandDiscreteDistribution_t* distribution);
using curandDestroyDistribution = curandStatus_t(curandDiscreteDistribution_t distribution);
using curandGetDirectionVectors32 = curandStatus_t(curandDirectionVectors32_t** vectors,
                                                   curandDirectionVectorSet_t set);
using curandGetDirectionVectors64 = curandStatus_t(curandDirectionVectors64_t** vectors,
                                                   curandDirectionVectorSet_t set);
using curandGetScrambleConstants32 = curandStatus_t(unsigned** constants);
using curandGetScrambleConstants64 = curandStatus_t(unsigned long long** constants);
using curandGetVersion = curandStatus_t(int* version);
using curandGetProperty = curandStatus_t(libraryPropertyType type, int* value);

}  // namespace detshim::abi
