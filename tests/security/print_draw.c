/* One draw of 16 bytes. Also linked statically: no preload reaches that one. */
#include <stdio.h>
#include <sys/random.h>

int main(void) {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return 1;
  for (unsigned i = 0; i < sizeof bytes; ++i) printf("%02x", bytes[i]);
  printf("\n");
  return 0;
}
