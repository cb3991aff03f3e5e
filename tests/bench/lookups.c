/* What a dlsym costs: a name of the C library, a CUDA name that is not hooked, a hooked one. The second is looked up in
 * a real CUDA library where there is one: the stand-in driver has a dozen names, which makes the bare lookup too cheap. */
#include <dlfcn.h>

#include "timing.h"

int main(int argc, char** argv) { /* lookups DRIVER [LIBRARY NAME] */
  void* volatile found;
  void* driver = dlopen(argc > 1 ? argv[1] : "libcuda.so.1", RTLD_NOW);
  void* libc = dlopen("libc.so.6", RTLD_NOW);
  void* library = argc > 3 ? dlopen(argv[2], RTLD_NOW) : driver;
  const char* name = argc > 3 ? argv[3] : "cuCtxCreate_v2";
  if (!driver || !libc || !library || !dlsym(library, name)) return 2;
  MEASURE("dlsym_other", found = dlsym(libc, "strtoull"));
  MEASURE("dlsym_other_cuda", found = dlsym(library, name));
  MEASURE("dlsym_hooked", found = dlsym(driver, "cuLaunchKernel"));
  return found ? 0 : 1;
}
