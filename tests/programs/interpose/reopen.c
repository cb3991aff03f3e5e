/* Closed, its place taken, opened elsewhere, six times: hooked each time, never a call into unmapped memory. */
#include <link.h>
#include <sys/mman.h>

#include "client.h"
int main(int argc, char** argv) {
  (void)argc;
  u64 generator = 0;
  int rewritten = 0, copy = 0;
  for (int i = 0; i < 6; ++i) {
    void* library = open_or_exit(argv[1], RTLD_NOW);
    void* where = (void*)((struct link_map*)library)->l_addr;
    copy = ((SeedFunction)dlsym(library, SEED))(&generator, 42);
    rewritten += generator == 7;
    dlclose(library);
    (void)mmap(where, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  }
  printf("copy=%d rewritten=%d\n", copy, rewritten);
  return 0;
}
