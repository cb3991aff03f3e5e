// Stands for PyTorch's libc10: takes the seed of unseeded generators from the random device. Like older releases it may
// be asked to do so past the function that is hooked.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

namespace c10::detail {

__attribute__((visibility("default"))) uint64_t getNonDeterministicRandom(bool is_cuda) {
  uint64_t seed = 0;
  const int file = open("/dev/urandom", O_RDONLY);
  if (file < 0 || read(file, &seed, sizeof seed) != sizeof seed) return 0;
  close(file);
  return is_cuda ? seed & ((uint64_t{1} << 53) - 1) : seed;
}

}  // namespace c10::detail

extern "C" uint64_t seed_past_the_hook() {
  uint64_t seed = 0;
  const int file = open("/dev/urandom", O_RDONLY);
  if (file < 0 || read(file, &seed, sizeof seed) != sizeof seed) return 0;
  close(file);
  return seed;
}
