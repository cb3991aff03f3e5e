/* A library that calls the driver when it is unloaded at exit, as CUDA libraries do: long after a preloaded library's
 * own objects would be gone. */
#include "driver.h"

__attribute__((constructor)) static void at_start(void) { open_driver(getenv("DRIVER")); }
__attribute__((destructor)) static void at_exit(void) {
  printf("late call: %d\n", cu_init(0));
  fflush(stdout);
}
int late_library(void) { return cu_init(0); }
