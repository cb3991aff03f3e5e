/* Threads that are cancelled inside a hooked function: one of a library, one of the C library.
 * The thread ends, its clean-up handler runs, the program goes on. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

#include "client.h"
static SeedFunction set_seed;
static int cleaned;

static void clean_up(void* unused) {
  (void)unused;
  ++cleaned;
}

static void* block(void* where) {
  pthread_cleanup_push(clean_up, 0);
  if (where)
    open("fifo", O_RDONLY); /* waits for a writer */
  else
    set_seed(0, 42);
  pthread_cleanup_pop(0);
  return 0;
}

int main(int argc, char** argv) { /* cancelled_inside LIBRARY */
  (void)argc;
  set_seed = (SeedFunction)dlsym(open_or_exit(argv[1], RTLD_NOW), SEED);
  mkfifo("fifo", 0600);
  for (long where = 0; where < 2; ++where) {
    pthread_t thread;
    void* result;
    pthread_create(&thread, 0, block, (void*)where);
    usleep(200000); /* so that it is inside; if it is not yet, the cancellation waits for it */
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%s, cleaned up %d\n", result == PTHREAD_CANCELED ? "cancelled" : "ended", cleaned);
  }
  unlink("fifo");
}
