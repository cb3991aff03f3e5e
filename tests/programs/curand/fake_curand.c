/* A cuRAND that prints each call with its values and accepts what a device generator accepts, DYNAMIC included: what
   reaches the library, in which order, without a GPU. FAKE_CURAND_REFUSES names a call that fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int answer(const char* call) {
  const char* refused = getenv("FAKE_CURAND_REFUSES");
  return refused && strcmp(refused, call) == 0 ? 202 : 0;
}

int curandCreateGenerator(void** generator, int type) {
  static long generators[16];
  static int used;
  printf("create %d\n", type);
  if (generator == NULL) return 101;
  if (answer("create")) return 202;
  *generator = &generators[used++ % 16];
  return 0;
}
int curandSetPseudoRandomGeneratorSeed(void* generator, unsigned long long seed) {
  printf("seed %llu\n", seed);
  if (generator == NULL) return 101;
  return answer("seed");
}
int curandSetGeneratorOffset(void* generator, unsigned long long offset) {
  (void)generator;
  printf("offset %s\n", offset >> 32 ? "beyond 32 bits" : "within 32 bits");
  return answer("offset");
}
int curandSetGeneratorOrdering(void* generator, int order) {
  (void)generator;
  printf("order %d\n", order);
  return answer("order");
}
int curandGenerate(void* generator, unsigned* out, unsigned long count) {
  (void)generator;
  (void)out;
  printf("generate %lu\n", count);
  return 0;
}
int curandDestroyGenerator(void* generator) {
  (void)generator;
  puts("destroy");
  return 0;
}
