/* A library named like NVIDIA's calls the driver inside a hooked call and outside of one. */
#include "client.h"
int main(int argc, char** argv) {
  (void)argc;
  void* library = open_or_exit(argv[1], RTLD_NOW);
  int (*seed)(void*, u64) = (SeedFunction)dlsym(library, SEED);
  int (*allocate)(void) = (int (*)(void))dlsym(library, "allocate");
  printf("%d ", seed(0, 1));
  printf("%d\n", allocate());
  return 0;
}
