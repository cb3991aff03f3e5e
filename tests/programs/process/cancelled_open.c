/* open() has done its work when the thread is cancelled: the caller gets the descriptor, and is cancelled at its own next
 * cancellation point. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>

static void* work(void* argument) {
  int file = open("/dev/urandom", O_RDONLY);
  printf("opened %d\n", file >= 0);
  fflush(stdout);
  pthread_testcancel();
  return argument;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  printf("cancelled %d\n", result == PTHREAD_CANCELED);
  return 0;
}
