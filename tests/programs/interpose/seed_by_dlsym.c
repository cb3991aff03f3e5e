/* Opens each library, looks the function up, calls it. */
#include "client.h"
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    print_seeding((SeedFunction)dlsym(open_or_exit(argv[i], RTLD_NOW | RTLD_LOCAL), SEED));
  return 0;
}
