/* Stands in for the library where a test is about the command: says that the loader took it. */
#include <stdlib.h>

/* What the command knows the library by. */
__attribute__((used)) static const char mark[] = "DETSHIM_TREE=";

__attribute__((constructor)) static void on_load(void) { setenv("PRELOADED_BY_TEST", "1", 1); }
