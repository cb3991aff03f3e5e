/* Pointers that cannot be read: the kernel says EFAULT, and nobody dies. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char* what, int result) {
  printf("%s %s\n", what, result < 0 ? strerrorname_np(errno) : "succeeds");
  fflush(stdout);
}

static void start(const char* what, char** environment) {
  char* arguments[] = {(char*)"true", NULL};
  pid_t child;
  int status, failed = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environment);
  printf("spawn with %s: %s\n", what, failed ? strerrorname_np(failed) : "succeeds");
  if (!failed) waitpid(child, &status, 0);
  fflush(stdout);
  if (fork() == 0) {
    say(what, execve("/bin/true", arguments, environment));
    _exit(0);
  }
  wait(&status);
}

int main(void) {
  /* `volatile`: the compiler knows that these pointers are bad. */
  char* volatile bad = (char*)8;
  char* page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(page + 4096, 4096);
  char* unterminated = page + 4096 - 7;
  memcpy(unterminated, "LD_PREL", 7);
  char** cut_off = (char**)(page + 2048 - sizeof(char*));

  say("open", open(bad, O_RDONLY));
  say("openat", openat(AT_FDCWD, bad, O_RDONLY));
  say("open null", open((char* volatile){NULL}, O_RDONLY));
  start("a bad array", (char**)bad);
  start("a bad entry", (char*[]){bad, NULL});
  start("an unterminated entry", (char*[]){(char*)"LD_PRELOAD=libdetshim.so", unterminated, NULL});
  for (int i = 0; i < 257; ++i) cut_off[i] = (char*)"A=1";
  start("an array without end", cut_off);
  const char preload[] = "LD_PRELOAD=/nowhere/libdetshim.so";
  char* open_ended = memcpy(page + 4096 - (sizeof preload - 1), preload, sizeof preload - 1);
  start("an unterminated list of preloads", (char*[]){open_ended, NULL});
  start("an array that ends within a pointer", (char**)(page + 4096 - 4));
  return 0;
}
