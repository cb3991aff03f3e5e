/* An AddressSanitizer program: its runtime, preloaded first, looks functions up before anything else has started. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void* work(void* argument) { return argument; }
int main(void) {
  pthread_t thread;
  free(malloc(3));
  if (pthread_create(&thread, 0, work, 0) || pthread_join(thread, 0) || system("true")) return 1;
  puts("fine");
  return 0;
}
