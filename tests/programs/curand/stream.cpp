// stream TYPE STEP...: a host generator that does each STEP; prints the status of each and the digest of what it draws.
//   seed=N   offset=N   order=N   draw=N   seeds (curandGenerateSeeds)   new (another generator of that type)
#include "generators.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const curandRngType_t type = type_named(argv[1]);
  curandGenerator_t generator = make(type);
  for (int i = 2; i < argc; ++i) {
    const char* step = argv[i];
    const char* equals = strchr(step, '=');
    const unsigned long long value = equals ? strtoull(equals + 1, nullptr, 0) : 0;
    if (strncmp(step, "seed=", 5) == 0)
      printf("%d\n", curandSetPseudoRandomGeneratorSeed(generator, value));
    else if (strncmp(step, "offset=", 7) == 0)
      printf("%d\n", curandSetGeneratorOffset(generator, value));
    else if (strncmp(step, "order=", 6) == 0)
      printf("%d\n", curandSetGeneratorOrdering(generator, static_cast<curandOrdering_t>(value)));
    else if (strncmp(step, "draw=", 5) == 0)
      printf("%016llx\n", static_cast<unsigned long long>(digest(draw(generator, type, value))));
    else if (strcmp(step, "seeds") == 0)
      printf("%d\n", curandGenerateSeeds(generator));
    else if (strcmp(step, "new") == 0)
      generator = make(type);
    else
      return 2;
  }
}
