/* Is the shim mapped into this process? */
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4096];
  int mapped = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) mapped |= strstr(line, "libdetshim") != 0;
  printf("mapped %d\n", mapped);
}
