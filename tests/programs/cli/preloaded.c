/* Stands in for the library where a test is about the command: says that the loader took it. */
#include <stdlib.h>

__attribute__((constructor)) static void on_load(void) { setenv("PRELOADED_BY_TEST", "1", 1); }
