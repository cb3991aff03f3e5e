/* What the shim hooks is called where there is little room: in a thread with the smallest stack that pthread allows, also
 * with a large environment, and in a signal handler on an alternate stack of 8 KiB. */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGE = 2000 };

extern char** environ;
static char** large;
static volatile sig_atomic_t handled;

static int draw(void) {
  char bytes[24];
  int good = getrandom(bytes, sizeof bytes, GRND_NONBLOCK) == sizeof bytes;
  good &= getrandom(bytes, 16, 0) == 16;
  int device = open("/dev/urandom", O_RDONLY);
  good &= read(device, bytes, 8) == 8;
  close(device);
  return good;
}

static int ends_well(pid_t child) {
  int status = -1;
  return waitpid(child, &status, 0) == child && status == 0;
}

static int start(char** environment) {
  char* arguments[] = {(char*)"true", 0};
  pid_t child;
  int good =
      posix_spawn(&child, "/bin/true", 0, 0, arguments, environment) == 0 && ends_well(child);
  child = fork();
  if (child == 0) {
    execve("/bin/true", arguments, environment);
    _exit(5);
  }
  return good && ends_well(child);
}

static void* nothing(void* argument) { return argument; }

static void* work(void* argument) {
  pthread_t thread;
  int good = draw();
  good &= dlsym(RTLD_DEFAULT, "curandCreateGenerator") == 0;
  good &= pthread_create(&thread, 0, nothing, 0) == 0 && pthread_join(thread, 0) == 0;
  good &= start(environ) && start(large);
  puts(good ? "good" : "bad");
  return argument;
}

static void on_signal(int number) {
  (void)number;
  handled = draw() && start(environ) && start(large) ? 1 : 2;
}

int main(void) {
  static char stack[8192];
  pthread_attr_t attributes;
  pthread_t thread;
  int count = 0;
  large = calloc(LARGE + 1, sizeof *large);
  for (char** e = environ; *e && count < 99; ++e) large[count++] = *e;
  while (count < LARGE) large[count++] = strdup("FILLER=x");

  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
  if (pthread_create(&thread, &attributes, work, 0) != 0) return 1;
  pthread_join(thread, 0);

  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  if (sigaltstack(&alternate, 0) != 0 || sigaction(SIGUSR1, &action, 0) != 0) return 2;
  raise(SIGUSR1);
  puts(handled == 1 ? "good" : "bad");
  return 0;
}
