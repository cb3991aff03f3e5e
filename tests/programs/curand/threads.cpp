// Six threads that start after delays of chance and seed two generators each from the clock. Prints every stream in the
// order of the threads, or with "count" how many different streams there are.
#include <time.h>

#include <chrono>
#include <random>
#include <set>
#include <thread>

#include "generators.h"

static constexpr int kThreads = 6;

static void work(long delay_ns, unsigned number, uint64_t* digests) {
  const timespec delay{0, delay_ns};
  nanosleep(&delay, nullptr);
  for (int k = 0; k < 2; ++k) {
    curandGenerator_t generator = make(CURAND_RNG_PSEUDO_PHILOX4_32_10);
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    check(curandSetPseudoRandomGeneratorSeed(generator,
                                             static_cast<unsigned long long>(now) + number),
          "seed");
    digests[k] = digest(draw(generator, CURAND_RNG_PSEUDO_PHILOX4_32_10, 64));
    curandDestroyGenerator(generator);
  }
}

int main(int argc, char** argv) {
  (void)argv;
  std::random_device entropy;
  uint64_t digests[2 * kThreads];
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back(work, static_cast<long>(entropy() % 3'000'000), i,
                         digests + size_t{2} * i);
  for (std::thread& thread : threads) thread.join();
  if (argc > 1) {
    printf("%zu\n", std::set<uint64_t>(digests, digests + size_t{2} * kThreads).size());
    return 0;
  }
  for (const uint64_t value : digests) printf("%016llx\n", static_cast<unsigned long long>(value));
}
