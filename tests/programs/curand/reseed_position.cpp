// Seeds a generator that has drawn 8 numbers and prints where in the new seed's stream it goes on.
#include "generators.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const curandRngType_t type = type_named(argv[i]);
    curandGenerator_t whole = make(type), used = make(type);
    check(curandSetPseudoRandomGeneratorSeed(whole, 1234), "seed");
    const std::vector<uint64_t> stream = draw(whole, type, 64);
    check(curandSetPseudoRandomGeneratorSeed(used, 99), "seed");
    draw(used, type, 8);
    check(curandSetPseudoRandomGeneratorSeed(used, 1234), "seed");
    const std::vector<uint64_t> tail = draw(used, type, 8);
    int position = -1;
    for (int at = 0; at <= 56 && position < 0; ++at)
      if (memcmp(&stream[at], tail.data(), 8 * sizeof(uint64_t)) == 0) position = at;
    printf("%s=%d\n", argv[i], position);
  }
}
