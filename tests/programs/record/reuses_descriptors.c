/* Has a data file of its own under every number that a descriptor can have, also under those that were in use. */
#include <sys/resource.h>

#include "driver.h"

int main(int argc, char** argv) { /* reuses_descriptors DRIVER */
  (void)argc;
  struct rlimit few = {256, 256};
  setrlimit(RLIMIT_NOFILE, &few);
  open_driver(argv[1]);
  cu_init(0);
  int data = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
  for (int number = 3; number < 256; ++number) dup2(data, number);
  cu_init(0); /* no descriptor is left: the line is lost, the data is not */
  if (write(data, "data", 4) != 4) return 1;
  for (int number = 3; number < 256; ++number)
    if (number != data) close(number);
  cu_init(0);
}
