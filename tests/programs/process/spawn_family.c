/* posix_spawn, posix_spawnp, system and popen, twice each; a failing start in between changes
 * nothing. */
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static void wait_for(pid_t pid) {
  int status;
  if (waitpid(pid, &status, 0) != pid || status) exit(4);
}

int main(int argc, char** argv) {
  const char* own = getenv("DETSHIM_TREE");
  char before[64] = "";
  if (argc < 2) return 1;
  if (own) snprintf(before, sizeof before, "%s", own);
  for (int i = 0; i < 2; ++i) {
    char name[32], command[4096];
    pid_t pid;
    char* arguments[] = {"say", name, NULL};
    snprintf(name, sizeof name, "spawn_%d", i);
    if (posix_spawn(&pid, argv[1], NULL, NULL, arguments, environ)) return 5;
    wait_for(pid);
    if (getenv("FAIL_BETWEEN") &&
        !posix_spawn(&pid, "/nonexistent", NULL, NULL, arguments, environ))
      return 5;
    snprintf(name, sizeof name, "spawnp_%d", i);
    if (posix_spawnp(&pid, argv[1], NULL, NULL, arguments, environ)) return 5;
    wait_for(pid);
    snprintf(command, sizeof command, "%s system_%d", argv[1], i);
    if (system(command)) return 6;
    snprintf(command, sizeof command, "%s popen_%d", argv[1], i);
    FILE* pipe = popen(command, "r");
    if (!pipe || pclose(pipe)) return 7;
  }
  say("parent");
  /* system and popen leave the environment as they found it. */
  own = getenv("DETSHIM_TREE");
  return strcmp(own ? own : "", before) != 0 ? 8 : 0;
}
