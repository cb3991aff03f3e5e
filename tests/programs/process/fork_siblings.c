/* Children and grandchildren by fork and _Fork, also from a thread. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static void child_of(pid_t (*how)(void), const char* name, int depth) {
  pid_t pid = how();
  if (pid == 0) {
    char deeper[64];
    snprintf(deeper, sizeof deeper, "%s_%d", name, depth);
    say(deeper);
    if (depth > 0) child_of(how, deeper, depth - 1);
    _exit(0);
  }
  int status;
  if (waitpid(pid, &status, 0) != pid || status) _exit(4);
}

static void* in_thread(void* name) {
  child_of(fork, name, 0);
  return NULL;
}

int main(void) {
  say("parent");
  child_of(fork, "fork_a", 1);
  child_of(fork, "fork_b", 1);
  child_of(_Fork, "underscore_a", 1);
  child_of(_Fork, "underscore_b", 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, in_thread, i ? "thread_b" : "thread_a");
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  say("parent_again");
  return 0;
}
