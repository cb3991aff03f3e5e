// A CUDA program that seeds itself from std::random_device.
#include <cstdio>
#include <random>

extern "C" int cuInit(void*, unsigned long);  // as the stand-in driver has it

int main() {
  cuInit(nullptr, 0);
  std::random_device device;
  for (int i = 0; i < 4; ++i) printf("%08x", device());
  printf("\n");
  return 0;
}
