/* seed_by_plugin FUNCTION PLUGIN...: each plugin is opened RTLD_LOCAL and seeds in its own way. */
#include "client.h"
int main(int argc, char** argv) {
  for (int i = 2; i < argc; ++i)
    print_seeding((SeedFunction)dlsym(open_or_exit(argv[i], RTLD_NOW | RTLD_LOCAL), argv[1]));
  return 0;
}
