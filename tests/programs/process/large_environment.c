/* An environment of 9000 entries reaches the child whole, by a copy or none. With an argument: a vfork child starts it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  (void)argv;
  int count = 0;
  char** environment = calloc(9100, sizeof *environment);
  for (char** e = environ; *e && count < 99; ++e) environment[count++] = *e;
  const int own = count;
  while (count < own + 9000) {
    environment[count] = malloc(16);
    snprintf(environment[count], 16, "V%d=x", count);
    ++count;
  }
  pid_t pid = argc > 1 ? vfork() : fork();
  if (pid == 0) {
    char* arguments[] = {"sh", "-c", "env | grep -c '^V[0-9]*=x$'", NULL};
    execve("/bin/sh", arguments, environment);
    _exit(5);
  }
  int status;
  waitpid(pid, &status, 0);
  return status != 0;
}
