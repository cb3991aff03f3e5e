/* cuDNN's main library finds its sub-libraries by $ORIGIN and forwards to them under the names of its own exports. */
#include "client.h"
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    size_t (*version)(void) =
        (size_t(*)(void))dlsym(open_or_exit(argv[i], RTLD_NOW | RTLD_LOCAL), "cudnnGetVersion");
    printf("version=%zu\n", version());
  }
  return 0;
}
