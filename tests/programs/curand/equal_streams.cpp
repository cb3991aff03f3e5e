// equal_streams SEED...: one generator for each seed ("none": not seeded); prints for each the number of the first one
// with the same stream. "0 0 1": the first two are alike, the third is not.
#include "generators.h"

int main(int argc, char** argv) {
  std::vector<uint64_t> digests;
  int classes = 0;
  std::vector<int> numbers;
  for (int i = 1; i < argc; ++i) {
    curandGenerator_t generator = make(CURAND_RNG_PSEUDO_PHILOX4_32_10);
    if (strcmp(argv[i], "none") != 0)
      check(curandSetPseudoRandomGeneratorSeed(generator, strtoull(argv[i], nullptr, 0)), "seed");
    const uint64_t mine = digest(draw(generator, CURAND_RNG_PSEUDO_PHILOX4_32_10, 64));
    int number = -1;
    for (size_t k = 0; k < digests.size(); ++k)
      if (digests[k] == mine && number < 0) number = numbers[k];
    if (number < 0) number = classes++;
    digests.push_back(mine);
    numbers.push_back(number);
    printf("%d\n", number);
    curandDestroyGenerator(generator);
  }
}
