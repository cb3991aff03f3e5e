/* Stand-ins for NVIDIA's libraries and for what programs put around them, one per -D. Each answer carries a number, so
 * that a test sees which copy answered. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
typedef unsigned long long u64;
typedef int (*SeedFunction)(void*, u64);

#ifdef CURAND /* the seed is stored in the "generator" */
int curandSetPseudoRandomGeneratorSeed(void* generator, u64 seed) {
  if (generator) *(u64*)generator = seed;
  return CURAND;
}
int curandCreateGeneratorHost(void** generator, int type) {
  (void)type;
  return generator ? CURAND : -1;
}
int stand_in_id(void) { return CURAND; }
#endif
#ifdef SLOW /* seeds until its thread is cancelled */
int curandSetPseudoRandomGeneratorSeed(void* generator, u64 seed) {
  (void)generator;
  (void)seed;
  for (;;) pause();
}
#endif
#ifdef CUDART
int __cudaLaunchKernel(void* kernel) {
  (void)kernel;
  return CUDART;
}
#endif
#ifdef CUDNN_SUB
size_t cudnnGetVersion(void) { return CUDNN_SUB; }
#endif
#ifdef CUDNN /* forwards to its sub-library by the name of its own export, as cuDNN 9 does */
size_t cudnnGetVersion(void) {
  void* sub = dlopen("libcudnn_graph.so.9", RTLD_NOW);
  size_t (*version)(void) = sub ? (size_t(*)(void))dlsym(sub, "cudnnGetVersion") : 0;
  return version ? version() : 0;
}
#endif
#ifdef INNER /* knows nothing of cuRAND, finds it through the plugin that loaded it */
int inner(void* generator, u64 seed) {
  SeedFunction set_seed = (SeedFunction)dlsym(RTLD_DEFAULT, "curandSetPseudoRandomGeneratorSeed");
  return set_seed ? set_seed(generator, seed) : -1;
}
#endif
#ifdef OUTER
int inner(void*, u64);
int outer(void* generator, u64 seed) { return inner(generator, seed); }
#endif
#ifdef NESTED /* named like cuRAND; allocates through the driver inside and outside a hooked call */
int cuMemAlloc_v2(u64*, unsigned long);
int allocate(void) {
  u64 address;
  return cuMemAlloc_v2(&address, 64);
}
int curandSetPseudoRandomGeneratorSeed(void* generator, u64 seed) {
  (void)generator;
  (void)seed;
  return allocate();
}
#endif
#ifdef CHAIN /* wraps a plain and a hooked function by RTLD_NEXT */
const char* probe(void) {
  static char text[64];
  const char* (*next)(void) = (const char* (*)(void))dlsym(RTLD_NEXT, "probe");
  snprintf(text, sizeof text, "%s>%s", CHAIN, next ? next() : "end");
  return text;
}
int curandSetPseudoRandomGeneratorSeed(void* generator, u64 seed) {
  SeedFunction next = (SeedFunction)dlsym(RTLD_NEXT, "curandSetPseudoRandomGeneratorSeed");
  return next ? 1000 + next(generator, seed) : -1;
}
#endif
#ifdef PLUGIN /* linked with cuRAND; opened with RTLD_LOCAL */
int curandSetPseudoRandomGeneratorSeed(void*, u64);
int plugin_direct(void* generator, u64 seed) {
  return curandSetPseudoRandomGeneratorSeed(generator, seed);
}
int plugin_default(void* generator, u64 seed) {
  SeedFunction set_seed = (SeedFunction)dlsym(RTLD_DEFAULT, "curandSetPseudoRandomGeneratorSeed");
  return set_seed ? set_seed(generator, seed) : -1;
}
int plugin_default_id(void* generator, u64 seed) {
  int (*id)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "stand_in_id");
  (void)generator;
  (void)seed;
  return id ? id() : -1;
}
#endif
#ifdef OTHER_DLSYM /* another dlsym interposer, the usual C kind */
static int calls;
void* dlsym(void* handle, const char* name) {
  static void* (*real)(void*, const char*);
  if (!real) real = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  if (!strcmp(name, "other_dlsym_calls")) return &calls;
  if (!strcmp(name, "curandSetPseudoRandomGeneratorSeed") || !strcmp(name, "stand_in_id")) ++calls;
  return real(handle, name);
}
#endif
