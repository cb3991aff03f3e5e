/* Each exec function, in a forked and in a vforked child; then this program itself by exec without
 * fork. */
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static const char* program;

/* In a child: only what may be called after vfork. */
static void replace(int how, char* const* arguments) {
  const char* name = arguments[1];
  switch (how) {
    case 0:
      execve(program, arguments, environ);
      break;
    case 1:
      execv(program, arguments);
      break;
    case 2:
      execvp(program, arguments);
      break;
    case 3:
      execvpe(program, arguments, environ);
      break;
    case 4:
      execl(program, "say", name, (char*)NULL);
      break;
    case 5:
      execle(program, "say", name, (char*)NULL, environ);
      break;
    case 6:
      execlp(program, "say", name, (char*)NULL);
      break;
    case 7:
      fexecve(open(program, O_RDONLY | O_CLOEXEC), arguments, environ);
      break;
    case 8:
      execveat(AT_FDCWD, program, arguments, environ, 0);
      break;
  }
  _exit(5);
}

static int start_and_wait(int how, int vforked) {
  char name[32];
  snprintf(name, sizeof name, "%s_%d", vforked ? "vfork" : "fork", how);
  char* arguments[] = {"say", name, NULL};
  pid_t pid = vforked ? vfork() : fork();
  if (pid == 0) replace(how, arguments);
  int status;
  return waitpid(pid, &status, 0) == pid && status == 0;
}

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  program = argv[1];
  for (int how = 0; how < 9; ++how)
    if (!start_and_wait(how, 0) || !start_and_wait(how, 1)) return 4;
  say("parent");
  execl(program, "say", "in_place", (char*)NULL);
  return 5;
}
