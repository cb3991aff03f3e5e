/* A preload behind the shim: a thread that has opened a random device is cancelled there and then. */
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

typedef int open_function(const char*, int, ...);

int open(const char* path, int flags, ...) {
  open_function* next;
  *(void**)&next = dlsym(RTLD_NEXT, "open");
  int file = next(path, flags, 0);
  if (strcmp(path, "/dev/urandom") == 0) pthread_cancel(pthread_self());
  return file;
}
