/* libother_dlsym.so interposes dlsym, too, and counts the lookups that come to it. */
#include "client.h"
int main(int argc, char** argv) {
  (void)argc;
  void* library = open_or_exit(argv[1], RTLD_NOW);
  print_seeding((SeedFunction)dlsym(library, SEED));
  int (*plain)(void) = (int (*)(void))dlsym(library, "stand_in_id");
  int* seen = dlsym(RTLD_DEFAULT, "other_dlsym_calls");
  printf("plain=%d seen=%d\n", plain(), seen ? *seen : -1);
  return 0;
}
