/* A weak reference to a function that the shim exports: looks present, answers "unavailable". Documented. */
#include "client.h"
size_t cudnnGetVersion(void) __attribute__((weak));
int main(void) {
  printf("%s", cudnnGetVersion ? "present" : "absent");
  if (cudnnGetVersion) printf(" %zu", cudnnGetVersion());
  puts("");
  return 0;
}
