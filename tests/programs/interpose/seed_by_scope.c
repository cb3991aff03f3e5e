/* Opened RTLD_GLOBAL then found by RTLD_DEFAULT; and in a namespace of its own. */
#include "client.h"
int main(int argc, char** argv) {
  (void)argc;
  open_or_exit(argv[1], RTLD_NOW | RTLD_GLOBAL);
  print_seeding((SeedFunction)dlsym(RTLD_DEFAULT, SEED));
  void* other = dlmopen(LM_ID_NEWLM, argv[2], RTLD_NOW);
  print_seeding(other ? (SeedFunction)dlsym(other, SEED) : 0);
  return 0;
}
