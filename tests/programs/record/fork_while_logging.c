/* Two threads call a hooked function all the time, while children are forked that call it once. A child that waits for
 * a lock which a thread of its parent holds is ended by its alarm. */
#include <pthread.h>

#include "driver.h"
static volatile int stop;

static void* call(void* unused) {
  while (!stop) cu_init(0);
  return unused;
}

int main(int argc, char** argv) { /* fork_while_logging DRIVER FORKS */
  (void)argc;
  int hung = 0, crashed = 0;
  pthread_t threads[2];
  open_driver(argv[1]);
  cu_init(0);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, call, 0);
  for (int i = atoi(argv[2]); i > 0 && hung < 3; --i) {
    pid_t child = fork();
    if (!child) {
      alarm(20);
      cu_init(0);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
      ++hung;
    else
      crashed += status != 0;
  }
  stop = 1;
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  printf("hung=%d crashed=%d\n", hung, crashed);
}
