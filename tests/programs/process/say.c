/* say NAME...: one file for each name. What the other programs here start. */
#include "say.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) say(argv[i]);
  return 0;
}
