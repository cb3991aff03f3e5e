/* Host generator of the real cuRAND: seed argv[3], four numbers. STYLE is linked (-DLINKED), dlsym, dlvsym or plugin. */
#include "client.h"
typedef int (*Create)(void**, int);
typedef int (*Generate)(void*, unsigned*, size_t);
int curandCreateGeneratorHost(void**, int);
int curandSetPseudoRandomGeneratorSeed(void*, u64);
int curandGenerate(void*, unsigned*, size_t);

static int numbers(Create create, SeedFunction set_seed, Generate generate, u64 seed) {
  void* generator = 0;
  unsigned x[4] = {0};
  int status = create(&generator, 100);
  status |= set_seed(generator, seed);
  status |= generate(generator, x, 4);
  printf("%d %08x %08x %08x %08x\n", status, x[0], x[1], x[2], x[3]);
  return 0;
}

int run_linked(u64 seed) {
#ifdef LINKED
  return numbers(curandCreateGeneratorHost, curandSetPseudoRandomGeneratorSeed, curandGenerate,
                 seed);
#else
  return (int)seed;
#endif
}

#ifndef PLUGIN
int main(int argc, char** argv) {
  const char* style = argv[1];
  u64 seed = argc > 3 ? strtoull(argv[3], 0, 0) : 42;
  if (!strcmp(style, "linked")) return run_linked(seed);
  void* library = open_or_exit(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (!strcmp(style, "plugin")) return ((int (*)(u64))dlsym(library, "run_linked"))(seed);
#define GET(name) \
  (!strcmp(style, "dlvsym") ? dlvsym(library, name, "libcurand.so.10") : dlsym(library, name))
  return numbers((Create)GET("curandCreateGeneratorHost"), (SeedFunction)GET(SEED),
                 (Generate)GET("curandGenerate"), seed);
}
#endif
