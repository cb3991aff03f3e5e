/* A daemon's habit: closes every descriptor that it does not know. */
#include "driver.h"

int main(int argc, char** argv) { /* closes_descriptors DRIVER */
  (void)argc;
  open_driver(argv[1]);
  for (int round = 0; round < 4; ++round) {
    cu_init(0);
    closefrom(3);
  }
  cu_init(0);
  int lowest = open("/dev/null", O_RDONLY);
  printf("lowest free descriptor %d\n", lowest); /* nobody keeps a small number busy */
}
