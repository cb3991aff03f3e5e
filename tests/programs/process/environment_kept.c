/* What a program hands to another one arrives as it is, if that one is not (or no longer) ours. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void child(char* const* environment) {
  char* arguments[] = {"env", NULL};
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    execve("/usr/bin/env", arguments, environment);
    _exit(5);
  }
  waitpid(pid, NULL, 0);
}

int main(void) {
  char* no_preload[] = {"A=1", "LD_PRELOADED=libdetshim.so", NULL};
  char* empty[] = {NULL};
  char* other_preload[] = {"LD_PRELOAD=", "B=2", NULL};
  child(no_preload);
  child(empty);
  child(other_preload);
  child(NULL);
  return 0;
}
