/* The parent does nothing; one child uses CUDA, another does not. */
#include "driver.h"

int main(int argc, char** argv) { /* child_uses_cuda DRIVER */
  (void)argc;
  for (int child = 0; child < 2; ++child) {
    if (!fork()) {
      if (child == 0) {
        open_driver(argv[1]);
        cu_init(0);
        launch(11);
      }
      exit(0);
    }
    wait(0);
  }
  puts("parent");
}
