/* Driver functions by cuGetProcAddress, both versions of it: flavours, odd arguments, itself. */
#include "client.h"
typedef int (*Any)(void*, u64);
typedef int (*Get)(const char*, void**, int, u64);
typedef int (*GetV2)(const char*, void**, int, u64, int*);

int main(int argc, char** argv) {
  (void)argc;
  void* driver = open_or_exit(argv[1], RTLD_NOW | RTLD_LOCAL);
  int (*count)(const char*) = (int (*)(const char*))dlsym(driver, "fake_count");
  GetV2 get = (GetV2)dlsym(driver, "cuGetProcAddress_v2");
  Get get1 = (Get)dlsym(driver, "cuGetProcAddress");
  void* f = 0;
  int status = -1;
  u64 address;
  printf("empty %d\n", get("", &f, 0, 0, 0));
  printf("null name %d\n", get(0, &f, 12000, 0, &status));
  printf("null out %d %d\n", get("cuInit", 0, 12000, 0, 0), get1("cuInit", 0, 12000, 0));
  get("cuLaunchKernel", &f, 12000, 0, &status);
  ((Any)f)(0, 0);
  get("cuLaunchKernel", &f, 12000, 2, &status);
  ((Any)f)(0, 0);
  ((Any)f)(0, 0);
  get1("cuLaunchKernelEx", &f, 13000, 2);
  ((Any)f)(0, 0);
  get("cuLaunchKernelEx", &f, 13000, 0, 0);
  ((Any)f)(0, 0);
  printf("launch %d ptsz %d ex %d ex_ptsz %d\n", count("cuLaunchKernel"),
         count("cuLaunchKernel_ptsz"), count("cuLaunchKernelEx"), count("cuLaunchKernelEx_ptsz"));
  get("cuMemAlloc", &f, 2000, 0, 0);
  printf("alloc v1 %d", ((Any)f)(&address, 8));
  get("cuMemAlloc", &f, 3020, 0, 0);
  printf(" v2 %d null %d counts %d %d\n", ((Any)f)(&address, 8), ((Any)f)(0, 8),
         count("cuMemAlloc"), count("cuMemAlloc_v2"));
  void *self1 = 0, *self2 = 0, *init = 0;
  get("cuGetProcAddress", &self1, 11030, 0, 0);
  get("cuGetProcAddress", &self2, 12000, 0, 0);
  status = -1;
  int r1 = ((Get)self1)("cuInit", &init, 12000, 0);
  int r2 = ((GetV2)self2)("cuInit", &init, 12000, 0, &status);
  ((Any)init)(0, 0);
  printf("self %d %d status %d init %d not found %d\n", r1, r2, status, count("cuInit"),
         get("cuNoSuch", &f, 12000, 0, &status));
  return 0;
}
