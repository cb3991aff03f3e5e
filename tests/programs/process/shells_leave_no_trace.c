/* system() leaves the environment as it was: when its thread is cancelled, in the child of a fork that another thread makes
 * meanwhile, and where `environ` is an array of the program's own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void* sleep_in_shell(void* argument) {
  int unused = system("exec sleep 30");
  (void)unused;
  return argument;
}

static const char* own_entry(void) {
  const char* entry = getenv("DETSHIM_TREE");
  return entry ? entry : "";
}

static void sleep_until_shell_runs(void) { usleep(200000); }

int main(void) {
  char before[64];
  pthread_t thread;
  int status;
  snprintf(before, sizeof before, "%s", own_entry());

  pthread_create(&thread, NULL, sleep_in_shell, NULL);
  sleep_until_shell_runs();
  pid_t child = fork();
  if (child == 0) _exit(strcmp(own_entry(), before) != 0);
  waitpid(child, &status, 0);
  printf("child of a fork: %s\n", status == 0 ? "as before" : "another");
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  if (system("true") != 0) return 2;
  printf("after a cancelled call: %s\n",
         strcmp(own_entry(), before) == 0 ? "as before" : "another");

  static char* own[512];
  int count = 0;
  for (char** e = environ; *e && count < 500; ++e) own[count++] = *e;
  environ = own;
  if (system("true") != 0) return 3;
  FILE* shell = popen("true", "r");
  if (!shell || pclose(shell) != 0) return 4;
  printf("own array: %s\n", environ == own && own[count] == NULL ? "kept" : "replaced");
  printf("own entry: %s\n", strcmp(own_entry(), before) == 0 ? "as before" : "another");
  return 0;
}
