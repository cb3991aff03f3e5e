/* An RTLD_DEEPBIND plugin binds to its own dependencies before the preload: a documented miss. */
#include "client.h"
int main(int argc, char** argv) {
  (void)argc;
  print_seeding(
      (SeedFunction)dlsym(open_or_exit(argv[1], RTLD_NOW | RTLD_DEEPBIND), "plugin_direct"));
  return 0;
}
