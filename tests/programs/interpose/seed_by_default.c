/* RTLD_DEFAULT; with -DOWN the program itself exports the function. */
#include "client.h"
#ifdef OWN
int curandSetPseudoRandomGeneratorSeed(void* generator, u64 seed) {
  *(u64*)generator = seed;
  return 9;
}
#endif
int main(void) {
  print_seeding((SeedFunction)dlsym(RTLD_DEFAULT, SEED));
  return 0;
}
