/* `environ` is an array of the program's own that holds little more than the preload. After system() and popen(), also cancelled
 * ones, it is that array again; what other threads put into the environment meanwhile stays. With the program `say` as
 * argument: each shell's child has a place of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "say.h"

static void* sleep_in_shell(void* seconds) {
  char command[32];
  snprintf(command, sizeof command, "exec sleep %s", (char*)seconds);
  int unused = system(command);
  (void)unused;
  return NULL;
}

static pthread_t start(const char* seconds) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, sleep_in_shell, (char*)seconds) != 0) exit(2);
  usleep(200000);
  return thread;
}

static void run_shells(void) {
  if (system("true") != 0) exit(3);
  FILE* shell = popen("true", "r");
  if (!shell || pclose(shell) != 0) exit(4);
}

static int entries(void) {
  int count = 0;
  while (environ[count]) ++count;
  return count;
}

static void tell(const char* what, char** own) {
  const char *user = getenv("USER_OF"), *late = getenv("LATE");
  printf("%s: array %s, %d entries, USER_OF %s, LATE %s\n", what,
         environ == own ? "kept" : "another", entries(), user ? user : "unset",
         late ? late : "unset");
}

static void run_children(const char* program) {
  char command[4096];
  for (int i = 0; i < 2; ++i) {
    snprintf(command, sizeof command, "%s system_%d", program, i);
    if (system(command) != 0) exit(5);
    snprintf(command, sizeof command, "%s popen_%d", program, i);
    FILE* shell = popen(command, "r");
    if (!shell || pclose(shell) != 0) exit(6);
  }
  say("parent");
}

int main(int argc, char** argv) {
  const char* preload = getenv("LD_PRELOAD");
  const char* allow = getenv("DETSHIM_ENTROPY_ALLOW");
  char variable[4096], other[4096] = "OTHER=x";
  char* own[8] = {(char*)"PATH=/usr/bin:/bin", (char*)"USER_OF=one", variable, other, NULL};
  snprintf(variable, sizeof variable, "LD_PRELOAD=%s", preload ? preload : "");
  if (argc > 1) snprintf(other, sizeof other, "DETSHIM_ENTROPY_ALLOW=%s", allow ? allow : "");
  environ = own;
  if (argc > 1) {
    run_children(argv[1]);
    return environ != own || own[4] != NULL;
  }
  run_shells();
  tell("after shells", own);
  own[1] = (char*)"USER_OF=two"; /* the program goes on editing its array */
  tell("edited", own);

  pthread_t thread = start("30");
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  own[1] = (char*)"USER_OF=three";
  run_shells();
  tell("after a cancelled shell", own);

  thread = start("1");
  setenv("USER_OF", "four", 1);
  unsetenv("OTHER");
  pthread_join(thread, NULL);
  tell("changed during a shell", own);

  thread = start("1");
  setenv("LATE", "five", 1);
  pthread_join(thread, NULL);
  run_shells();
  printf("added during a shell: %d entries, LATE %s\n", entries(), getenv("LATE"));
  return getenv("DETSHIM_TREE") ? 8 : 0;
}
