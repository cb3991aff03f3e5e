/* Closes standard error; its number then belongs to a data file. */
#include "driver.h"

int main(int argc, char** argv) { /* reuses_standard_error DRIVER */
  (void)argc;
  open_driver(argv[1]);
  close(STDERR_FILENO);
  if (open("data", O_RDWR | O_CREAT | O_TRUNC, 0600) != STDERR_FILENO) return 1;
  cu_init(0);
  launch(5);
  return write(STDERR_FILENO, "data", 4) == 4 ? 0 : 1;
}
