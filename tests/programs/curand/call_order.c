/* call_order STEP...: what a program asks of a device generator; the statuses it gets go to standard error's place in
   a file, so that standard output shows the library's calls alone.
     create=TYPE  null (create into no pointer)  nobody (seed of a null generator)  seed=N  clock_offset  order=N
     generate  destroy */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int curandCreateGenerator(void** generator, int type);
int curandSetPseudoRandomGeneratorSeed(void* generator, unsigned long long seed);
int curandSetGeneratorOffset(void* generator, unsigned long long offset);
int curandSetGeneratorOrdering(void* generator, int order);
int curandGenerate(void* generator, unsigned* out, unsigned long count);
int curandDestroyGenerator(void* generator);

static int is(const char* step, const char* name) { return strncmp(step, name, strlen(name)) == 0; }

int main(int argc, char** argv) {
  void* generator = NULL;
  unsigned numbers[4];
  int i, status = 0;
  for (i = 1; i < argc; ++i) {
    const char* step = argv[i];
    const char* equals = strchr(step, '=');
    const unsigned long long value = equals ? strtoull(equals + 1, NULL, 0) : 0;
    if (is(step, "create"))
      status = curandCreateGenerator(&generator, (int)value);
    else if (is(step, "null"))
      status = curandCreateGenerator(NULL, 100);
    else if (is(step, "nobody"))
      status = curandSetPseudoRandomGeneratorSeed(NULL, 42);
    else if (is(step, "seed"))
      status = curandSetPseudoRandomGeneratorSeed(generator, value);
    else if (is(step, "clock_offset"))
      status = curandSetGeneratorOffset(generator, (unsigned long long)time(NULL) * 1000000000ull);
    else if (is(step, "order"))
      status = curandSetGeneratorOrdering(generator, (int)value);
    else if (is(step, "generate"))
      status = curandGenerate(generator, numbers, 4);
    else if (is(step, "destroy"))
      status = curandDestroyGenerator(generator);
    else
      return 2;
    if (status) printf("-> %d\n", status);
  }
  return 0;
}
