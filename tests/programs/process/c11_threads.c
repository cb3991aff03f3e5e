/* Threads of C11: each differs, all repeat. */
#include <threads.h>

#include "say.h"

static int speak(void* name) {
  say(name);
  return 7;
}

int main(void) {
  static char* names[] = {"a", "b", "c", "d"};
  thrd_t threads[4];
  int result = 0;
  for (int i = 0; i < 4; ++i)
    if (thrd_create(&threads[i], speak, names[i]) != thrd_success) return 1;
  for (int i = 0; i < 4; ++i)
    if (thrd_join(threads[i], &result) != thrd_success || result != 7) return 2;
  return 0;
}
