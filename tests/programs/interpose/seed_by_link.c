/* Seeds by a direct call. With libchain_*.so linked in front, their wrappers use RTLD_NEXT. */
#include "client.h"
int curandSetPseudoRandomGeneratorSeed(void*, u64);
const char* probe(void) __attribute__((weak));

int main(void) {
  print_seeding(curandSetPseudoRandomGeneratorSeed);
  if (probe) puts(probe());
  return 0;
}
