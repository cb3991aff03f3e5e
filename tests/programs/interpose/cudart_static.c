/* A static cudart asks the driver for 440 functions; the answer to this call is as without the shim. */
#include <stdio.h>
int cudaGetDeviceCount(int*);
int main(void) {
  int devices = -1;
  printf("status %d\n", cudaGetDeviceCount(&devices));
  return 0;
}
