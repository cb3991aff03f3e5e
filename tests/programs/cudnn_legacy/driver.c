/* A driver with one context, for a workspace of the shim's own. DOUBLE_CAPTURES: the stream is captured; DOUBLE_FULL: there
 * is no memory. */
#include <stdio.h>
#include <stdlib.h>

int cuCtxGetCurrent(void** context) {
  *context = (void*)1;
  return 0;
}
int cuStreamIsCapturing(void* stream, int* status) {
  (void)stream;
  *status = getenv("DOUBLE_CAPTURES") != NULL;
  return 0;
}
int cuMemAlloc_v2(unsigned long long* memory, size_t bytes) {
  if (getenv("DOUBLE_FULL")) return 2; /* CUDA_ERROR_OUT_OF_MEMORY */
  printf("allocated %zu\n", bytes);
  *memory = (unsigned long long)malloc(bytes);
  return 0;
}
