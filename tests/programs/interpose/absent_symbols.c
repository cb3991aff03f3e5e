/* What nobody provides must look absent, with the C library's texts, although the shim exports the name. */
#include "client.h"
static void report(const char* what, void* found) {
  const char* text = dlerror();
  printf("%s %s [%s]\n", what, found ? "found" : "absent", text ? text : "-");
}
int main(void) {
  dlerror();
  report("default", dlsym(RTLD_DEFAULT, "cudnnGetVersion"));
  report("main", dlsym(dlopen(0, RTLD_NOW), "cudnnGetVersion"));
  report("libm", dlsym(open_or_exit("libm.so.6", RTLD_NOW), "cudnnGetVersion"));
  report("next", dlsym(RTLD_NEXT, "no_such_symbol"));
  report("plain", dlsym(RTLD_DEFAULT, "no_such_symbol"));
  report("versioned", dlvsym(RTLD_DEFAULT, "cudnnGetVersion", "V1"));
  (void)dlsym(RTLD_DEFAULT, "cudnnGetVersion");
  (void)dlopen("/no/such/file", RTLD_NOW);
  report("a later error wins", 0);
  (void)dlsym(RTLD_DEFAULT, "cudnnGetVersion");
  (void)dlsym(RTLD_DEFAULT, "malloc");
  report("a later lookup forgets", 0);
  return 0;
}
