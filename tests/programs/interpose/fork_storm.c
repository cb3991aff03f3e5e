/* Eight threads open, look up and close libraries while 200 children look up, call and exec. */
#include <pthread.h>
#include <sys/wait.h>

#include "client.h"
static const char* path;
static volatile int raised;

static void* churn(void* unused) {
  for (;;) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library || !dlsym(library, SEED) || !dlvsym(library, SEED, "libcurand.so.10") ||
        !dlsym(library, "stand_in_id"))
      raised = 1;
    dlclose(library);
    library = dlopen("libm.so.6", RTLD_NOW);
    (void)dlsym(library, "cos");
    (void)dlsym(RTLD_DEFAULT, "cuInit");
    dlclose(library);
  }
  return unused;
}

int main(int argc, char** argv) { /* fork_storm LIBRARY FORKS */
  (void)argc;
  int forks = atoi(argv[2]), bad = 0;
  path = argv[1];
  void* mine = open_or_exit(path, RTLD_NOW | RTLD_LOCAL);
  pthread_t thread;
  for (int i = 0; i < 8; ++i) pthread_create(&thread, 0, churn, 0);
  for (int i = 0; i < forks; ++i) {
    pid_t child = fork();
    if (!child) {
      u64 generator = 0;
      alarm(20);
      SeedFunction set_seed = (SeedFunction)dlsym(mine, SEED);
      int (*create)(void*, int) = (int (*)(void*, int))dlsym(
          mine, "curandCreateGeneratorHost"); /* never looked up in the parent */
      if (!set_seed || set_seed(&generator, 42) != 1 || !create || create(&generator, 100) != 1 ||
          dlsym(RTLD_DEFAULT, "cuInit"))
        _exit(1);
      if (i % 2) execl("/bin/true", "true", (char*)0);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    bad += status != 0;
  }
  printf("bad=%d raised=%d\n", bad, raised);
  fflush(stdout);
  _exit(0);
}
