/* A driver with one context, for a workspace of the shim's own.
 *   DOUBLE_CAPTURES       the stream is captured
 *   DOUBLE_FULL=N         there is memory for less than N bytes
 *   DOUBLE_SLOW           memory takes a while
 *   DOUBLE_NEW_STREAMS    each time a stream's id is asked for, another stream has been made at its address
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local int
    capture_mode; /* 0: a call that allocates ends every capture, 2: it ends none */

int cuCtxGetCurrent(void** context) {
  *context = (void*)1;
  return 0;
}
int cuStreamIsCapturing(void* stream, int* status) {
  (void)stream;
  *status = getenv("DOUBLE_CAPTURES") != NULL;
  return 0;
}
int cuStreamGetId(void* stream, unsigned long long* id) {
  static atomic_ullong made = 1 << 20;
  static _Thread_local unsigned long long of_thread;
  *id = (unsigned long long)stream;
  if (stream == (void*)2) *id = of_thread ? of_thread : (of_thread = ++made);
  if (getenv("DOUBLE_NEW_STREAMS")) *id = ++made;
  return 0;
}
int cuThreadExchangeStreamCaptureMode(int* mode) {
  const int before = capture_mode;
  capture_mode = *mode;
  *mode = before;
  return 0;
}
int cuCtxSynchronize(void) {
  puts("synchronized");
  return 0;
}
int cuMemAlloc_v2(unsigned long long* memory, size_t bytes) {
  const char* const full = getenv("DOUBLE_FULL");
  if (full && bytes >= strtoull(full, NULL, 10)) return 2; /* CUDA_ERROR_OUT_OF_MEMORY */
  if (getenv("DOUBLE_SLOW")) usleep(5000);
  printf(capture_mode == 2 ? "allocated %zu\n" : "allocated %zu in the midst of captures\n", bytes);
  *memory = (unsigned long long)malloc(bytes);
  return 0;
}
int cuMemFree_v2(unsigned long long memory) {
  puts("freed");
  free((void*)memory);
  return 0;
}
