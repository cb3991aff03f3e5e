/* Shared by the programs of this folder: unmodified programs that call two functions of the (stand-in) driver. */
#pragma once
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*Init)(unsigned);
typedef int (*Launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      void*, void**, void**);

static Init cu_init;
static Launch cu_launch;

static inline void open_driver(const char* path) {
  void* driver = dlopen(path, RTLD_NOW);
  cu_init = driver ? (Init)dlsym(driver, "cuInit") : 0;
  cu_launch = driver ? (Launch)dlsym(driver, "cuLaunchKernel") : 0;
  if (!cu_init || !cu_launch) {
    printf("no driver: %s\n", dlerror());
    exit(2);
  }
}

static inline void launch(int times) {
  while (times-- > 0) cu_launch(0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
}
