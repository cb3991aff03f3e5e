/* Linked to copy A; opens copy B by path and looks it up first. A direct call must still reach A. */
#include "client.h"
int curandSetPseudoRandomGeneratorSeed(void*, u64);
int main(int argc, char** argv) {
  (void)argc;
  SeedFunction in_b = (SeedFunction)dlsym(open_or_exit(argv[1], RTLD_NOW | RTLD_LOCAL), SEED);
  print_seeding(in_b);
  print_seeding(curandSetPseudoRandomGeneratorSeed);
  print_seeding(in_b);
  return 0;
}
