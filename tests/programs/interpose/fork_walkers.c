/* Children of a process whose threads hold the loader's lock in dl_iterate_phdr: a lookup must not hang there. */
#include <link.h>
#include <pthread.h>
#include <sys/wait.h>

#include "client.h"
static int each(struct dl_phdr_info* info, size_t size, void* data) {
  (void)info;
  (void)size;
  for (volatile int k = 0; k < 200; ++k) {
  }
  return data != 0;
}
static void* walk(void* unused) {
  for (;;) dl_iterate_phdr(each, 0);
  return unused;
}

int main(int argc, char** argv) {
  (void)argc;
  void* library = open_or_exit(argv[1], RTLD_NOW);
  int bad = 0;
  pthread_t thread;
  for (int i = 0; i < 2; ++i) pthread_create(&thread, 0, walk, 0);
  for (int i = 0; i < 20; ++i) {
    pid_t child = fork();
    if (!child) {
      u64 generator = 0;
      alarm(10);
      SeedFunction set_seed = (SeedFunction)dlsym(library, SEED);
      _exit(set_seed && set_seed(&generator, 42) == 1 && !dlsym(RTLD_DEFAULT, "cuInit") ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    bad += status != 0;
  }
  printf("bad=%d\n", bad);
  fflush(stdout);
  _exit(0);
}
