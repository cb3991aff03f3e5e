/* Calls the driver, launches kernels and ends in one of several ways. */
#include "driver.h"

int main(int argc,
         char** argv) { /* calls DRIVER INITS LAUNCHES exit|_exit|abort|kill|term [FOLDER] */
  if (argc > 5 && chdir(argv[5]) != 0) return 4;
  open_driver(argv[1]);
  for (int i = atoi(argv[2]); i > 0; --i) cu_init(0);
  launch(atoi(argv[3]));
  puts("called");
  fflush(stdout);
  if (!strcmp(argv[4], "_exit")) _exit(3);
  if (!strcmp(argv[4], "abort")) abort();
  if (!strcmp(argv[4], "kill")) raise(SIGKILL);
  if (!strcmp(argv[4], "term")) raise(SIGTERM);
  return 3;
}
