// Draws twice from each named source and writes each draw to a file of its own.
#include <cstdio>
#include <string>

#include "draw.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    for (const char* turn : {"1", "2"}) {
      char hex[33];
      draw(argv[i], hex);
      FILE* out = fopen((std::string(argv[i]) + turn).c_str(), "w");
      if (out == nullptr || fprintf(out, "%s\n", hex) < 0 || fclose(out) != 0) return 1;
    }
  return 0;
}
