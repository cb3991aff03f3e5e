/* A pending dlerror outlives the first hooked call; errno outlives lookup and call. */
#include "client.h"
int curandSetPseudoRandomGeneratorSeed(void*, u64);
int main(int argc, char** argv) {
  (void)argc;
  u64 generator = 0;
  dlopen("/no/such/file", RTLD_NOW);
  curandSetPseudoRandomGeneratorSeed(&generator, 42);
  const char* text = dlerror();
  puts(text ? text : "lost");
  void* library = open_or_exit(argv[1], RTLD_NOW);
  errno = 77;
  ((SeedFunction)dlsym(library, SEED))(&generator, 42);
  printf("errno=%d\n", errno);
  return 0;
}
