/* A vfork child runs on its parent's memory: what it maps before exec stays there. Programs are started so by the thousand
 * (Python's subprocess does), with large environments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ENTRIES = 1000, STARTS = 1000 };

static int mappings(void) {
  FILE* file = fopen("/proc/self/maps", "r");
  int lines = 0;
  for (int c; (c = fgetc(file)) != EOF;) lines += c == '\n';
  fclose(file);
  return lines;
}

static long pages(void) {
  FILE* file = fopen("/proc/self/statm", "r");
  long size = 0;
  if (fscanf(file, "%ld", &size) != 1) exit(2);
  fclose(file);
  return size;
}

static void start(char** environment) {
  char* arguments[] = {(char*)"true", NULL};
  int status;
  pid_t child = vfork();
  if (child == 0) {
    execve("/bin/true", arguments, environment);
    _exit(5);
  }
  if (waitpid(child, &status, 0) != child || status != 0) exit(3);
}

int main(void) {
  char** environment = calloc(ENTRIES + 1, sizeof *environment);
  int count = 0;
  for (char** e = environ; *e && count < 99; ++e) environment[count++] = *e;
  while (count < ENTRIES) environment[count++] = strdup("FILLER=x");
  start(environment);
  const int mappings_before = mappings();
  const long pages_before = pages();
  for (int i = 0; i < STARTS; ++i) start(environment);
  printf("%d more mappings, %ld more pages\n", mappings() - mappings_before,
         pages() - pages_before);
  return 0;
}
