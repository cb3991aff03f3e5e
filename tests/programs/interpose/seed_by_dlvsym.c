/* The right version of the symbol, and a wrong one that must look absent with the C library's text. */
#include "client.h"
int main(int argc, char** argv) {
  (void)argc;
  void* library = open_or_exit(argv[1], RTLD_NOW);
  print_seeding((SeedFunction)dlvsym(library, SEED, "libcurand.so.10"));
  void* wrong = dlvsym(library, SEED, "libcurand.so.9");
  const char* text = dlerror();
  printf("wrong version: %s [%s]\n", wrong ? "found" : "absent", text ? text : "-");
  return 0;
}
