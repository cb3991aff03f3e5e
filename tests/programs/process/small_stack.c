/* A thread with the smallest stack that pthread allows calls what the shim hooks: there must be room left. */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static void* nothing(void* argument) { return argument; }

static void* work(void* argument) {
  char bytes[24];
  pthread_t thread;
  pid_t child;
  int status = -1;
  char* arguments[] = {(char*)"true", 0};
  int good = getrandom(bytes, sizeof bytes, GRND_NONBLOCK) == sizeof bytes;
  int device = open("/dev/urandom", O_RDONLY);
  good &= read(device, bytes, 8) == 8;
  close(device);
  good &= dlsym(RTLD_DEFAULT, "curandCreateGenerator") == 0;
  good &= pthread_create(&thread, 0, nothing, 0) == 0 && pthread_join(thread, 0) == 0;
  good &= posix_spawn(&child, "/bin/true", 0, 0, arguments, environ) == 0;
  good &= waitpid(child, &status, 0) == child && status == 0;
  puts(good ? "good" : "bad");
  return argument;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
  if (pthread_create(&thread, &attributes, work, 0) != 0) return 1;
  pthread_join(thread, 0);
  return 0;
}
