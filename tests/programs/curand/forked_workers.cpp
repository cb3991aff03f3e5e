// Three forked workers, each seeding a generator from the clock (or with the seed given), each with a file of its own.
// Prints how many different streams they and their parent have.
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <set>
#include <string>

#include "generators.h"

static uint64_t stream(const char* given) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const unsigned long long seed =
      given ? strtoull(given, nullptr, 0)
            : static_cast<unsigned long long>(now.tv_sec) * 1000000000ull +
                  static_cast<unsigned long long>(now.tv_nsec);
  curandGenerator_t generator = make(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  check(curandSetPseudoRandomGeneratorSeed(generator, seed), "seed");
  return digest(draw(generator, CURAND_RNG_PSEUDO_PHILOX4_32_10, 64));
}

static std::string file_of(int worker) { return "worker" + std::to_string(worker); }

int main(int argc, char** argv) {
  const char* given = argc > 1 ? argv[1] : nullptr;
  std::set<uint64_t> streams;
  for (int worker = 0; worker < 3; ++worker) {
    if (fork() != 0) continue;
    FILE* out = fopen(file_of(worker).c_str(), "w");
    fprintf(out, "%016llx\n", static_cast<unsigned long long>(stream(given)));
    fclose(out);
    _exit(0);
  }
  while (wait(nullptr) > 0) continue;
  for (int worker = 0; worker < 3; ++worker) {
    unsigned long long value = 0;
    FILE* in = fopen(file_of(worker).c_str(), "r");
    if (in == nullptr || fscanf(in, "%llx", &value) != 1) return 1;
    fclose(in);
    streams.insert(value);
  }
  streams.insert(stream(given));
  printf("%zu\n", streams.size());
}
