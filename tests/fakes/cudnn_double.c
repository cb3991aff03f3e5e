/* What the recording double of cuDNN answers (cudnn_double.py makes the rest of it): the calls by algorithm print what
 * reaches them and do as the environment says.
 *
 *   DOUBLE_SIZES="0=0 1=100"      bytes of workspace by algorithm (default 0)
 *   DOUBLE_REFUSED="1 5"          algorithms that are not supported
 *   DOUBLE_RUN_REFUSED="1 5"      algorithms that say so only when they are to run
 *   DOUBLE_LIST="0:n:3 1:d:5"     lists of the Find functions: algorithm, n or d (deterministic), milliseconds;
 *                                 a fourth part is the status
 *   DOUBLE_RANKED="5:d 1:d"       lists of the Get_v7 functions
 *   DOUBLE_TAKES_NULL_COUNT       lists do not mind a null count
 *   DOUBLE_SHOWS_VERSION          what runs says in which version
 *   DOUBLE_RECORD                 every function prints its arguments (cudnn_double_record.h)
 *
 * Built with DOUBLE_VERSION=8 it is cuDNN 8, with that version's status numbers.
 */
#include "cudnn_double.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if DOUBLE_VERSION == 8
enum { kVersion = 8905, kBadParameter = 3, kNotSupported = 9 };
#else
enum {
  kVersion = CUDNN_VERSION,
  kBadParameter = CUDNN_STATUS_BAD_PARAM,
  kNotSupported = CUDNN_STATUS_NOT_SUPPORTED
};
#endif

static const char* setting(const char* name) {
  const char* value = getenv(name);
  return value ? value : "";
}

static size_t size_of(int algo) {
  for (const char* at = setting("DOUBLE_SIZES"); *at;
       at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' ')) {
    int other;
    size_t bytes;
    if (sscanf(at, "%d=%zu", &other, &bytes) == 2 && other == algo) return bytes;
  }
  return 0;
}

static int is_in(const char* name, int algo) {
  for (const char* at = setting(name); *at; at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' '))
    if (atoi(at) == algo) return 1;
  return 0;
}

static cudnnStatus_t run(const char* what, int algo, const void* workspace, size_t bytes) {
  int status = CUDNN_STATUS_SUCCESS;
  if (is_in("DOUBLE_REFUSED", algo) || is_in("DOUBLE_RUN_REFUSED", algo)) status = kNotSupported;
  if (bytes < size_of(algo) || (size_of(algo) && !workspace)) status = kBadParameter;
  printf("%s%s %d in %zu%s\n",
         *setting("DOUBLE_SHOWS_VERSION") ? (kVersion < 9000 ? "8: " : "9: ") : "", what, algo,
         bytes, status == CUDNN_STATUS_SUCCESS ? "" : " refused");
  return (cudnnStatus_t)status;
}

static cudnnStatus_t run_with_beta(const char* what, const void* beta, int algo,
                                   const void* workspace, size_t bytes) {
  char text[40] = "";
  if (beta) snprintf(text, sizeof text, "beta %g %s", *(const float*)beta, what);
  return run(text, algo, workspace, bytes);
}

static cudnnStatus_t size(int algo, size_t* bytes) {
  if (!bytes) return (cudnnStatus_t)kBadParameter;
  if (is_in("DOUBLE_REFUSED", algo)) return (cudnnStatus_t)kNotSupported;
  *bytes = size_of(algo);
  return CUDNN_STATUS_SUCCESS;
}

/* All three result structures are alike but for the type of the algorithm. */
static cudnnStatus_t list(const char* from, int requested, int* returned,
                          cudnnConvolutionFwdAlgoPerf_t* results) {
  int count = 0;
  if (!(returned || *setting("DOUBLE_TAKES_NULL_COUNT")) || !results || requested < 1)
    return (cudnnStatus_t)kBadParameter;
  for (const char* at = setting(from); *at && count < requested;
       at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' ')) {
    int algo, status = 0;
    char kind;
    float time = -1;
    if (sscanf(at, "%d:%c:%f:%d", &algo, &kind, &time, &status) < 2) abort();
    cudnnConvolutionFwdAlgoPerf_t entry = {
        .algo = (cudnnConvolutionFwdAlgo_t)algo,
        .status = (cudnnStatus_t)status,
        .time = time,
        .determinism = kind == 'd' ? CUDNN_DETERMINISTIC : CUDNN_NON_DETERMINISTIC};
    results[count++] = entry;
  }
  if (returned) *returned = count;
  return CUDNN_STATUS_SUCCESS;
}

size_t answer_cudnnGetVersion(void) { return (size_t)kVersion; }
cudnnStatus_t answer_cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  *stream = (cudaStream_t)handle;
  return CUDNN_STATUS_SUCCESS;
}

#define LISTS(Pass, Perf, D1, D2, D3)                                                              \
  cudnnStatus_t answer_cudnnGetConvolution##Pass##AlgorithmMaxCount(cudnnHandle_t h, int* count) { \
    (void)h;                                                                                       \
    *count = 20;                                                                                   \
    return CUDNN_STATUS_SUCCESS;                                                                   \
  }                                                                                                \
  cudnnStatus_t answer_cudnnGetConvolution##Pass##Algorithm_v7(                                    \
      cudnnHandle_t h, const D1 a, const D2 b, const cudnnConvolutionDescriptor_t c, const D3 d,   \
      const int n, int* got, Perf* out) {                                                          \
    (void)h, (void)a, (void)b, (void)c, (void)d;                                                   \
    return list("DOUBLE_RANKED", n, got, (cudnnConvolutionFwdAlgoPerf_t*)out);                     \
  }                                                                                                \
  cudnnStatus_t answer_cudnnFindConvolution##Pass##Algorithm(                                      \
      cudnnHandle_t h, const D1 a, const D2 b, const cudnnConvolutionDescriptor_t c, const D3 d,   \
      const int n, int* got, Perf* out) {                                                          \
    (void)h, (void)a, (void)b, (void)c, (void)d;                                                   \
    return list("DOUBLE_LIST", n, got, (cudnnConvolutionFwdAlgoPerf_t*)out);                       \
  }                                                                                                \
  cudnnStatus_t answer_cudnnFindConvolution##Pass##AlgorithmEx(                                    \
      cudnnHandle_t h, const D1 a, const void* ad, const D2 b, const void* bd,                     \
      const cudnnConvolutionDescriptor_t c, const D3 d, void* dd, const int n, int* got,           \
      Perf* out, void* workspace, size_t bytes) {                                                  \
    (void)h, (void)a, (void)b, (void)c, (void)d, (void)ad, (void)bd, (void)dd, (void)workspace;    \
    printf("workspace of find %zu\n", bytes);                                                      \
    return list("DOUBLE_LIST", n, got, (cudnnConvolutionFwdAlgoPerf_t*)out);                       \
  }
LISTS(Forward, cudnnConvolutionFwdAlgoPerf_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
      cudnnTensorDescriptor_t)
LISTS(BackwardData, cudnnConvolutionBwdDataAlgoPerf_t, cudnnFilterDescriptor_t,
      cudnnTensorDescriptor_t, cudnnTensorDescriptor_t)
LISTS(BackwardFilter, cudnnConvolutionBwdFilterAlgoPerf_t, cudnnTensorDescriptor_t,
      cudnnTensorDescriptor_t, cudnnFilterDescriptor_t)

cudnnStatus_t answer_cudnnGetConvolutionBackwardDataWorkspaceSize(
    cudnnHandle_t h, const cudnnFilterDescriptor_t a, const cudnnTensorDescriptor_t b,
    const cudnnConvolutionDescriptor_t c, const cudnnTensorDescriptor_t d,
    cudnnConvolutionBwdDataAlgo_t algo, size_t* bytes) {
  (void)h, (void)a, (void)b, (void)c, (void)d;
  return size(algo, bytes);
}
cudnnStatus_t answer_cudnnGetConvolutionBackwardFilterWorkspaceSize(
    cudnnHandle_t h, const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t b,
    const cudnnConvolutionDescriptor_t c, const cudnnFilterDescriptor_t d,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t* bytes) {
  (void)h, (void)a, (void)b, (void)c, (void)d;
  return size(algo, bytes);
}
cudnnStatus_t answer_cudnnConvolutionBackwardData(cudnnHandle_t h, const void* alpha,
                                                  const cudnnFilterDescriptor_t a, const void* ad,
                                                  const cudnnTensorDescriptor_t b, const void* bd,
                                                  const cudnnConvolutionDescriptor_t c,
                                                  cudnnConvolutionBwdDataAlgo_t algo,
                                                  void* workspace, size_t bytes, const void* beta,
                                                  const cudnnTensorDescriptor_t d, void* dd) {
  (void)h, (void)alpha, (void)a, (void)ad, (void)b, (void)bd, (void)c, (void)d, (void)dd;
  return run_with_beta("data", beta, algo, workspace, bytes);
}
cudnnStatus_t answer_cudnnConvolutionBackwardFilter(cudnnHandle_t h, const void* alpha,
                                                    const cudnnTensorDescriptor_t a, const void* ad,
                                                    const cudnnTensorDescriptor_t b, const void* bd,
                                                    const cudnnConvolutionDescriptor_t c,
                                                    cudnnConvolutionBwdFilterAlgo_t algo,
                                                    void* workspace, size_t bytes, const void* beta,
                                                    const cudnnFilterDescriptor_t d, void* dd) {
  (void)h, (void)alpha, (void)a, (void)ad, (void)b, (void)bd, (void)c, (void)d, (void)dd;
  return run_with_beta("filter", beta, algo, workspace, bytes);
}

cudnnStatus_t answer_cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t h, cudnnCTCLossAlgo_t algo,
                                                     cudnnCTCLossDescriptor_t l,
                                                     const cudnnTensorDescriptor_t p,
                                                     const cudnnTensorDescriptor_t g,
                                                     size_t* bytes) {
  (void)h, (void)l, (void)p, (void)g;
  return size(algo, bytes);
}
cudnnStatus_t answer_cudnnGetCTCLossWorkspaceSize(cudnnHandle_t h, const cudnnTensorDescriptor_t p,
                                                  const cudnnTensorDescriptor_t g,
                                                  const int* labels, const int* lengths,
                                                  const int* inputs, cudnnCTCLossAlgo_t algo,
                                                  cudnnCTCLossDescriptor_t l, size_t* bytes) {
  (void)h, (void)l, (void)p, (void)g, (void)labels, (void)lengths, (void)inputs;
  return size(algo, bytes);
}
cudnnStatus_t answer_cudnnCTCLoss_v8(cudnnHandle_t h, cudnnCTCLossAlgo_t algo,
                                     cudnnCTCLossDescriptor_t l, const cudnnTensorDescriptor_t p,
                                     const void* pd, const int* labels, const int* lengths,
                                     const int* inputs, void* costs,
                                     const cudnnTensorDescriptor_t g, void* gd, size_t bytes,
                                     void* workspace) {
  (void)h, (void)l, (void)p, (void)pd, (void)labels, (void)lengths, (void)inputs, (void)costs,
      (void)g, (void)gd;
  return run("ctc_v8", algo, workspace, bytes);
}
cudnnStatus_t answer_cudnnCTCLoss(cudnnHandle_t h, const cudnnTensorDescriptor_t p, const void* pd,
                                  const int* labels, const int* lengths, const int* inputs,
                                  void* costs, const cudnnTensorDescriptor_t g, void* gd,
                                  cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t l,
                                  void* workspace, size_t bytes) {
  (void)h, (void)l, (void)p, (void)pd, (void)labels, (void)lengths, (void)inputs, (void)costs,
      (void)g, (void)gd;
  return run("ctc", algo, workspace, bytes);
}

/* A tensor or filter descriptor is where its type, the number of its dimensions and these stand. */
static cudnnStatus_t show_shape(const void* descriptor, int requested, void* type, int* count,
                                int* sizes) {
  const int* from = descriptor;
  if (!from || !type || !count || !sizes) return (cudnnStatus_t)kBadParameter;
  memcpy(type, from, sizeof(int));
  *count = from[1];
  for (int i = 0; i < from[1] && i < requested; ++i) sizes[i] = from[2 + i];
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t answer_cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t d, int requested,
                                                cudnnDataType_t* type, int* count, int sizes[],
                                                int strides[]) {
  (void)strides;
  return show_shape((const void*)d, requested, type, count, sizes);
}
cudnnStatus_t answer_cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t d, int requested,
                                                cudnnDataType_t* type, cudnnTensorFormat_t* format,
                                                int* count, int sizes[]) {
  (void)format;
  return show_shape((const void*)d, requested, type, count, sizes);
}

/* A pooling descriptor is where its mode is kept. */
cudnnStatus_t answer_cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t d,
                                                 cudnnPoolingMode_t mode, cudnnNanPropagation_t nan,
                                                 int h, int w, int vp, int hp, int vs, int hs) {
  (void)nan, (void)h, (void)w, (void)vp, (void)hp, (void)vs, (void)hs;
  printf("set %d\n", (int)mode);
  *(int*)(void*)d = (int)mode;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t answer_cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t d,
                                                 const cudnnPoolingMode_t mode,
                                                 const cudnnNanPropagation_t nan, int n,
                                                 const int* w, const int* p, const int* s) {
  (void)n, (void)w, (void)p, (void)s;
  return answer_cudnnSetPooling2dDescriptor(d, mode, nan, 0, 0, 0, 0, 0, 0);
}
cudnnStatus_t answer_cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t d,
                                                 cudnnPoolingMode_t* mode,
                                                 cudnnNanPropagation_t* nan, int* h, int* w,
                                                 int* vp, int* hp, int* vs, int* hs) {
  (void)nan, (void)h, (void)w, (void)vp, (void)hp, (void)vs, (void)hs;
  if (mode) *mode = (cudnnPoolingMode_t) * (int*)(void*)d;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t answer_cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t d, int requested,
                                                 cudnnPoolingMode_t* mode,
                                                 cudnnNanPropagation_t* nan, int* n, int* w, int* p,
                                                 int* s) {
  (void)requested, (void)n, (void)w, (void)p, (void)s;
  return answer_cudnnGetPooling2dDescriptor(d, mode, nan, NULL, NULL, NULL, NULL, NULL, NULL);
}
cudnnStatus_t answer_cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t d) {
  (void)d;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t answer_cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float p,
                                               void* states, size_t bytes,
                                               unsigned long long seed) {
  (void)d, (void)h, (void)p, (void)bytes;
  printf("dropout %s %llu\n", states ? "seeded" : "without states", seed);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t answer_cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h,
                                                   float p, void* states, size_t bytes,
                                                   unsigned long long seed) {
  (void)d, (void)h, (void)p, (void)bytes, (void)states;
  printf("dropout restored %llu\n", seed);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t answer_cudnnSpatialTfSamplerBackward(
    cudnnHandle_t h, cudnnSpatialTransformerDescriptor_t t, const void* alpha,
    const cudnnTensorDescriptor_t x, const void* xd, const void* beta,
    const cudnnTensorDescriptor_t dx, void* dxd, const void* ag, const cudnnTensorDescriptor_t dy,
    const void* dyd, const void* grid, const void* bg, void* dgrid) {
  (void)h, (void)t, (void)alpha, (void)x, (void)xd, (void)beta, (void)dx, (void)dxd, (void)ag,
      (void)dy, (void)dyd;
  (void)grid, (void)bg, (void)dgrid;
  puts("sampler");
  return CUDNN_STATUS_SUCCESS;
}
