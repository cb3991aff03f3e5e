// An ordinary Monte Carlo program that nobody made repeatable: it seeds cuRAND from the clock, as
// textbooks do. Two of cuRAND's host generators (they compute on the CPU: no GPU is needed) share
// the darts that estimate pi. Prints the estimate and a hash of all the bits drawn. Bare every run
// differs; under the shim all are alike.
#include <curand.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

void check(curandStatus_t status, const char* what) {
  if (status == CURAND_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: cuRAND status %d\n", what, static_cast<int>(status));
  std::exit(1);
}

std::vector<float> uniform(curandRngType_t type, size_t count) {
  curandGenerator_t generator = nullptr;
  check(curandCreateGeneratorHost(&generator, type), "create");
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  check(curandSetPseudoRandomGeneratorSeed(
            generator, static_cast<uint64_t>(
                           std::chrono::duration_cast<std::chrono::nanoseconds>(now).count())),
        "seed");
  std::vector<float> values(count);
  check(curandGenerateUniform(generator, values.data(), count), "generate");
  check(curandDestroyGenerator(generator), "destroy");
  return values;
}

// FNV-1a, 64 bits.
uint64_t hash(const std::vector<float>& values, uint64_t state) {
  for (const float value : values) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes) state = (state ^ byte) * 0x100000001b3ULL;
  }
  return state;
}

}  // namespace

int main() {
  constexpr size_t kDarts = 1 << 18;
  const auto x = uniform(CURAND_RNG_PSEUDO_XORWOW, kDarts);
  const auto y = uniform(CURAND_RNG_PSEUDO_PHILOX4_32_10, kDarts);
  size_t inside = 0;
  for (size_t i = 0; i < kDarts; ++i) inside += x[i] * x[i] + y[i] * y[i] <= 1.0F ? 1 : 0;
  std::printf("pi %.6f  bits %016llx\n", 4.0 * static_cast<double>(inside) / kDarts,
              static_cast<unsigned long long>(hash(y, hash(x, 0xcbf29ce484222325ULL))));
}
