/* A program that makes the calls it is told: cudnn_calls [--dlopen FILE] STEP...
 *   data=A:BYTES filter=A:BYTES       a backward convolution by algorithm A in so much workspace (beta 0.5)
 *   size_data=A size_filter=A         the workspace that A needs
 *   LIST_PASS=N                       LIST get, find, find_ex; PASS forward, data, filter: a list of at most N
 *   ctc=A:BYTES ctc_v8=A:BYTES size_ctc=A size_ctc_v8=A
 *   dropout=SEED dropout_null=SEED restore=SEED
 *   sampler null_list
 *   pool=MODE pool_nd=MODE            sets and gets a pooling descriptor; pool_null: gets without a place for the mode
 */
#include <cudnn.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* library;
#define CALL(name) (library ? (__typeof__(&name))dlsym(library, #name) : &name)

static char memory[1 << 16];
static cudnnHandle_t handle = (cudnnHandle_t)memory;

static void* room(size_t bytes) { return bytes ? memory : NULL; }

static void say(cudnnStatus_t status) {
  if (status) printf("-> %d\n", (int)status);
}

static void show_list(cudnnStatus_t status, int count, const cudnnConvolutionFwdAlgoPerf_t* list) {
  if (status) return say(status);
  printf("list");
  for (int i = 0; i < count; ++i) printf(" %d%s", (int)list[i].algo, list[i].status ? "!" : "");
  puts("");
}

#define LIST(Kind, Pass, Perf, ...)                                            \
  do {                                                                         \
    Perf list[40];                                                             \
    int count = -1;                                                            \
    cudnnStatus_t status = CALL(Kind##Convolution##Pass)(handle, __VA_ARGS__); \
    show_list(status, count, (const cudnnConvolutionFwdAlgoPerf_t*)list);      \
  } while (0)
#define LISTS(pass, Pass, Perf)                                                                 \
  if (!strcmp(step, "get_" pass))                                                               \
    LIST(cudnnGet, Pass##Algorithm_v7, Perf, NULL, NULL, NULL, NULL, a, &count, list);          \
  if (!strcmp(step, "find_" pass))                                                              \
    LIST(cudnnFind, Pass##Algorithm, Perf, NULL, NULL, NULL, NULL, a, &count, list);            \
  if (!strcmp(step, "find_ex_" pass))                                                           \
  LIST(cudnnFind, Pass##AlgorithmEx, Perf, NULL, NULL, NULL, NULL, NULL, NULL, NULL, a, &count, \
       list, memory, 77)

static void take(const char* step, int a, unsigned long long b) {
  const float one = 1, half = 0.5f;
  size_t bytes = 0;
  cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
  if (!strcmp(step, "data"))
    say(CALL(cudnnConvolutionBackwardData)(handle, &one, NULL, NULL, NULL, NULL, NULL,
                                           (cudnnConvolutionBwdDataAlgo_t)a, room(b), b, &half,
                                           NULL, NULL));
  if (!strcmp(step, "filter"))
    say(CALL(cudnnConvolutionBackwardFilter)(handle, &one, NULL, NULL, NULL, NULL, NULL,
                                             (cudnnConvolutionBwdFilterAlgo_t)a, room(b), b, &half,
                                             NULL, NULL));
  if (!strncmp(step, "size_", 5)) {
    if (!strcmp(step, "size_data"))
      status = CALL(cudnnGetConvolutionBackwardDataWorkspaceSize)(
          handle, NULL, NULL, NULL, NULL, (cudnnConvolutionBwdDataAlgo_t)a, &bytes);
    if (!strcmp(step, "size_filter"))
      status = CALL(cudnnGetConvolutionBackwardFilterWorkspaceSize)(
          handle, NULL, NULL, NULL, NULL, (cudnnConvolutionBwdFilterAlgo_t)a, &bytes);
    if (!strcmp(step, "size_ctc"))
      status = CALL(cudnnGetCTCLossWorkspaceSize)(handle, NULL, NULL, NULL, NULL, NULL,
                                                  (cudnnCTCLossAlgo_t)a, NULL, &bytes);
    if (!strcmp(step, "size_ctc_v8"))
      status = CALL(cudnnGetCTCLossWorkspaceSize_v8)(handle, (cudnnCTCLossAlgo_t)a, NULL, NULL,
                                                     NULL, &bytes);
    printf("size %zu\n", bytes);
    say(status);
  }
  LISTS("forward", Forward, cudnnConvolutionFwdAlgoPerf_t);
  LISTS("data", BackwardData, cudnnConvolutionBwdDataAlgoPerf_t);
  LISTS("filter", BackwardFilter, cudnnConvolutionBwdFilterAlgoPerf_t);
  if (!strcmp(step, "ctc"))
    say(CALL(cudnnCTCLoss)(handle, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                           (cudnnCTCLossAlgo_t)a, NULL, room(b), b));
  if (!strcmp(step, "ctc_v8"))
    say(CALL(cudnnCTCLoss_v8)(handle, (cudnnCTCLossAlgo_t)a, NULL, NULL, NULL, NULL, NULL, NULL,
                              NULL, NULL, NULL, b, room(b)));
  if (!strcmp(step, "dropout"))
    say(CALL(cudnnSetDropoutDescriptor)(NULL, handle, 0.5f, memory, 8, (unsigned long long)a));
  if (!strcmp(step, "dropout_null"))
    say(CALL(cudnnSetDropoutDescriptor)(NULL, handle, 0.5f, NULL, 0, (unsigned long long)a));
  if (!strcmp(step, "restore"))
    say(CALL(cudnnRestoreDropoutDescriptor)(NULL, handle, 0.5f, memory, 8, (unsigned long long)a));
  if (!strcmp(step, "sampler"))
    say(CALL(cudnnSpatialTfSamplerBackward)(handle, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                            NULL, NULL, NULL, NULL, NULL));
  if (!strncmp(step, "pool", 4)) {
    static int descriptor;
    cudnnPoolingDescriptor_t pool = (cudnnPoolingDescriptor_t)(void*)&descriptor;
    cudnnPoolingMode_t mode = (cudnnPoolingMode_t)a, seen = (cudnnPoolingMode_t)-1;
    if (!strcmp(step, "pool_nd")) {
      say(CALL(cudnnSetPoolingNdDescriptor)(pool, mode, CUDNN_NOT_PROPAGATE_NAN, 2, NULL, NULL,
                                            NULL));
      say(CALL(cudnnGetPoolingNdDescriptor)(pool, 2, &seen, NULL, NULL, NULL, NULL, NULL));
    } else if (!strcmp(step, "pool")) {
      say(CALL(cudnnSetPooling2dDescriptor)(pool, mode, CUDNN_NOT_PROPAGATE_NAN, 1, 1, 0, 0, 1, 1));
      say(CALL(cudnnGetPooling2dDescriptor)(pool, &seen, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    } else {
      say(CALL(cudnnGetPooling2dDescriptor)(pool, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    }
    printf("get %d\n", (int)seen);
  }
  if (!strcmp(step, "null_list")) {
    say(CALL(cudnnGetConvolutionBackwardDataAlgorithm_v7)(handle, NULL, NULL, NULL, NULL, 3, NULL,
                                                          NULL));
    say(CALL(cudnnFindConvolutionBackwardFilterAlgorithm)(handle, NULL, NULL, NULL, NULL, 3, NULL,
                                                          NULL));
  }
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    char step[32] = "";
    int a = 0;
    unsigned long long b = 0;
    if (!strcmp(argv[i], "--dlopen")) {
      library = dlopen(argv[++i], RTLD_NOW | RTLD_LOCAL);
      if (!library) return puts(dlerror()), 3;
      continue;
    }
    if (sscanf(argv[i], "%31[a-z0-9_]=%d:%llu", step, &a, &b) < 1) return 2;
    take(step, a, b);
  }
  return 0;
}
