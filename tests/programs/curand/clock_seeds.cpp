// clock_seeds FORM: seeds two generators as programs do that want other numbers in every run; the second is a replica
// of the first. Prints both streams.
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "generators.h"

static unsigned long long reading(const std::string& form) {
  using namespace std::chrono;
  if (form == "seconds") return static_cast<unsigned long long>(time(nullptr));
  if (form == "seconds_plus_rank") return static_cast<unsigned long long>(time(nullptr)) + 7;
  if (form.rfind("milliseconds", 0) == 0) {
    const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
    const unsigned pid = form == "milliseconds_xor_pid" ? static_cast<unsigned>(getpid()) : 0;
    return static_cast<unsigned long long>(now) ^ pid;
  }
  if (form == "microseconds") {
    timeval now;
    gettimeofday(&now, nullptr);
    return static_cast<unsigned long long>(now.tv_sec) * 1000000 +
           static_cast<unsigned long long>(now.tv_usec);
  }
  if (form == "system_clock")
    return static_cast<unsigned long long>(system_clock::now().time_since_epoch().count());
  if (form == "steady_clock")
    return static_cast<unsigned long long>(steady_clock::now().time_since_epoch().count());
  if (form == "tv_nsec") {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<unsigned long long>(now.tv_nsec);
  }
  fprintf(stderr, "no form %s\n", form.c_str());
  exit(2);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string form = argv[1];
  if (form.rfind("seconds", 0) == 0) usleep(1100000);  // another second in every run
  const unsigned long long seed = reading(form);
  for (int replica = 0; replica < 2; ++replica) {
    curandGenerator_t generator = make(CURAND_RNG_PSEUDO_PHILOX4_32_10);
    if (argc > 2)
      check(curandSetGeneratorOffset(generator, seed), "offset");
    else
      check(curandSetPseudoRandomGeneratorSeed(generator, seed), "seed");
    printf("%016llx\n", static_cast<unsigned long long>(
                            digest(draw(generator, CURAND_RNG_PSEUDO_PHILOX4_32_10, 64))));
  }
}
