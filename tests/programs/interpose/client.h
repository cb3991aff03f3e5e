/* Shared by the programs of this folder: unmodified programs that reach CUDA functions in different ways. */
#pragma once
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long u64;
typedef int (*SeedFunction)(void* generator, u64 seed);
#define SEED "curandSetPseudoRandomGeneratorSeed"

/* The stand-in generator is a place that the seed is stored in; the status is the number of the copy that answered. */
static inline void* open_or_exit(const char* path, int flags) {
  void* handle = dlopen(path, flags);
  if (!handle) {
    printf("dlopen: %s\n", dlerror());
    exit(2);
  }
  return handle;
}

static inline void print_seeding(SeedFunction set_seed) {
  u64 generator = 0;
  int copy = set_seed ? set_seed(&generator, 42) : -1;
  printf("copy=%d seed=%llu\n", copy, generator);
}
