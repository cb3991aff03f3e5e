/* A stand-in for cuDNN's calls by algorithm, written against the vendor's own declarations: it prints what reaches it and
 * answers as the environment says.
 *
 *   DOUBLE_SIZES="0=0 1=100"      bytes of workspace by algorithm (default 0)
 *   DOUBLE_REFUSED="1 5"          algorithms that are not supported
 *   DOUBLE_RUN_REFUSED="1 5"      algorithms that say so only when they are to run
 *   DOUBLE_LIST="0:n:3 1:d:5"     lists of the Find functions: algorithm, n or d (deterministic), milliseconds;
 *                                 a fourth part is the status
 *   DOUBLE_RANKED="5:d 1:d"       lists of the Get_v7 functions
 */
#include <cudnn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
  if (is_in("DOUBLE_REFUSED", algo) || is_in("DOUBLE_RUN_REFUSED", algo))
    status = CUDNN_STATUS_NOT_SUPPORTED;
  if (bytes < size_of(algo) || (size_of(algo) && !workspace)) status = CUDNN_STATUS_BAD_PARAM;
  printf("%s %d in %zu%s\n", what, algo, bytes, status == CUDNN_STATUS_SUCCESS ? "" : " refused");
  return status;
}

static cudnnStatus_t size(int algo, size_t* bytes) {
  if (!bytes) return CUDNN_STATUS_BAD_PARAM;
  if (is_in("DOUBLE_REFUSED", algo)) return CUDNN_STATUS_NOT_SUPPORTED;
  *bytes = size_of(algo);
  return CUDNN_STATUS_SUCCESS;
}

/* All three result structures are alike but for the type of the algorithm. */
static cudnnStatus_t list(const char* from, int requested, int* returned,
                          cudnnConvolutionFwdAlgoPerf_t* results) {
  int count = 0;
  if (!returned || !results || requested < 1) return CUDNN_STATUS_BAD_PARAM;
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
  *returned = count;
  return CUDNN_STATUS_SUCCESS;
}

size_t cudnnGetVersion(void) { return CUDNN_VERSION; }
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  *stream = (cudaStream_t)handle;
  return CUDNN_STATUS_SUCCESS;
}

#define LISTS(Pass, Perf, D1, D2, D3)                                                            \
  cudnnStatus_t cudnnGetConvolution##Pass##AlgorithmMaxCount(cudnnHandle_t h, int* count) {      \
    (void)h;                                                                                     \
    *count = 20;                                                                                 \
    return CUDNN_STATUS_SUCCESS;                                                                 \
  }                                                                                              \
  cudnnStatus_t cudnnGetConvolution##Pass##Algorithm_v7(                                         \
      cudnnHandle_t h, const D1 a, const D2 b, const cudnnConvolutionDescriptor_t c, const D3 d, \
      const int n, int* got, Perf* out) {                                                        \
    (void)h, (void)a, (void)b, (void)c, (void)d;                                                 \
    return list("DOUBLE_RANKED", n, got, (cudnnConvolutionFwdAlgoPerf_t*)out);                   \
  }                                                                                              \
  cudnnStatus_t cudnnFindConvolution##Pass##Algorithm(                                           \
      cudnnHandle_t h, const D1 a, const D2 b, const cudnnConvolutionDescriptor_t c, const D3 d, \
      const int n, int* got, Perf* out) {                                                        \
    (void)h, (void)a, (void)b, (void)c, (void)d;                                                 \
    return list("DOUBLE_LIST", n, got, (cudnnConvolutionFwdAlgoPerf_t*)out);                     \
  }                                                                                              \
  cudnnStatus_t cudnnFindConvolution##Pass##AlgorithmEx(                                         \
      cudnnHandle_t h, const D1 a, const void* ad, const D2 b, const void* bd,                   \
      const cudnnConvolutionDescriptor_t c, const D3 d, void* dd, const int n, int* got,         \
      Perf* out, void* workspace, size_t bytes) {                                                \
    (void)h, (void)a, (void)b, (void)c, (void)d, (void)ad, (void)bd, (void)dd, (void)workspace;  \
    printf("workspace of find %zu\n", bytes);                                                    \
    return list("DOUBLE_LIST", n, got, (cudnnConvolutionFwdAlgoPerf_t*)out);                     \
  }
LISTS(Forward, cudnnConvolutionFwdAlgoPerf_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
      cudnnTensorDescriptor_t)
LISTS(BackwardData, cudnnConvolutionBwdDataAlgoPerf_t, cudnnFilterDescriptor_t,
      cudnnTensorDescriptor_t, cudnnTensorDescriptor_t)
LISTS(BackwardFilter, cudnnConvolutionBwdFilterAlgoPerf_t, cudnnTensorDescriptor_t,
      cudnnTensorDescriptor_t, cudnnFilterDescriptor_t)

cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(
    cudnnHandle_t h, const cudnnFilterDescriptor_t a, const cudnnTensorDescriptor_t b,
    const cudnnConvolutionDescriptor_t c, const cudnnTensorDescriptor_t d,
    cudnnConvolutionBwdDataAlgo_t algo, size_t* bytes) {
  (void)h, (void)a, (void)b, (void)c, (void)d;
  return size(algo, bytes);
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(
    cudnnHandle_t h, const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t b,
    const cudnnConvolutionDescriptor_t c, const cudnnFilterDescriptor_t d,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t* bytes) {
  (void)h, (void)a, (void)b, (void)c, (void)d;
  return size(algo, bytes);
}
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t h, const void* alpha,
                                           const cudnnFilterDescriptor_t a, const void* ad,
                                           const cudnnTensorDescriptor_t b, const void* bd,
                                           const cudnnConvolutionDescriptor_t c,
                                           cudnnConvolutionBwdDataAlgo_t algo, void* workspace,
                                           size_t bytes, const void* beta,
                                           const cudnnTensorDescriptor_t d, void* dd) {
  (void)h, (void)alpha, (void)a, (void)ad, (void)b, (void)bd, (void)c, (void)d, (void)dd;
  printf("beta %g ", *(const float*)beta);
  return run("data", algo, workspace, bytes);
}
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t h, const void* alpha,
                                             const cudnnTensorDescriptor_t a, const void* ad,
                                             const cudnnTensorDescriptor_t b, const void* bd,
                                             const cudnnConvolutionDescriptor_t c,
                                             cudnnConvolutionBwdFilterAlgo_t algo, void* workspace,
                                             size_t bytes, const void* beta,
                                             const cudnnFilterDescriptor_t d, void* dd) {
  (void)h, (void)alpha, (void)a, (void)ad, (void)b, (void)bd, (void)c, (void)d, (void)dd;
  printf("beta %g ", *(const float*)beta);
  return run("filter", algo, workspace, bytes);
}

cudnnStatus_t cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t h, cudnnCTCLossAlgo_t algo,
                                              cudnnCTCLossDescriptor_t l,
                                              const cudnnTensorDescriptor_t p,
                                              const cudnnTensorDescriptor_t g, size_t* bytes) {
  (void)h, (void)l, (void)p, (void)g;
  return size(algo, bytes);
}
cudnnStatus_t cudnnGetCTCLossWorkspaceSize(cudnnHandle_t h, const cudnnTensorDescriptor_t p,
                                           const cudnnTensorDescriptor_t g, const int* labels,
                                           const int* lengths, const int* inputs,
                                           cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t l,
                                           size_t* bytes) {
  (void)h, (void)l, (void)p, (void)g, (void)labels, (void)lengths, (void)inputs;
  return size(algo, bytes);
}
cudnnStatus_t cudnnCTCLoss_v8(cudnnHandle_t h, cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t l,
                              const cudnnTensorDescriptor_t p, const void* pd, const int* labels,
                              const int* lengths, const int* inputs, void* costs,
                              const cudnnTensorDescriptor_t g, void* gd, size_t bytes,
                              void* workspace) {
  (void)h, (void)l, (void)p, (void)pd, (void)labels, (void)lengths, (void)inputs, (void)costs,
      (void)g, (void)gd;
  return run("ctc_v8", algo, workspace, bytes);
}
cudnnStatus_t cudnnCTCLoss(cudnnHandle_t h, const cudnnTensorDescriptor_t p, const void* pd,
                           const int* labels, const int* lengths, const int* inputs, void* costs,
                           const cudnnTensorDescriptor_t g, void* gd, cudnnCTCLossAlgo_t algo,
                           cudnnCTCLossDescriptor_t l, void* workspace, size_t bytes) {
  (void)h, (void)l, (void)p, (void)pd, (void)labels, (void)lengths, (void)inputs, (void)costs,
      (void)g, (void)gd;
  return run("ctc", algo, workspace, bytes);
}

/* A pooling descriptor is where its mode is kept. */
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t d, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t nan, int h, int w, int vp, int hp,
                                          int vs, int hs) {
  (void)nan, (void)h, (void)w, (void)vp, (void)hp, (void)vs, (void)hs;
  printf("set %d\n", (int)mode);
  *(int*)(void*)d = (int)mode;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t d, const cudnnPoolingMode_t mode,
                                          const cudnnNanPropagation_t nan, int n, const int* w,
                                          const int* p, const int* s) {
  (void)n, (void)w, (void)p, (void)s;
  return cudnnSetPooling2dDescriptor(d, mode, nan, 0, 0, 0, 0, 0, 0);
}
cudnnStatus_t cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t d,
                                          cudnnPoolingMode_t* mode, cudnnNanPropagation_t* nan,
                                          int* h, int* w, int* vp, int* hp, int* vs, int* hs) {
  (void)nan, (void)h, (void)w, (void)vp, (void)hp, (void)vs, (void)hs;
  if (mode) *mode = (cudnnPoolingMode_t) * (int*)(void*)d;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t d, int requested,
                                          cudnnPoolingMode_t* mode, cudnnNanPropagation_t* nan,
                                          int* n, int* w, int* p, int* s) {
  (void)requested, (void)n, (void)w, (void)p, (void)s;
  return cudnnGetPooling2dDescriptor(d, mode, nan, NULL, NULL, NULL, NULL, NULL, NULL);
}
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t d) {
  (void)d;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float p,
                                        void* states, size_t bytes, unsigned long long seed) {
  (void)d, (void)h, (void)p, (void)bytes;
  printf("dropout %s %llu\n", states ? "seeded" : "without states", seed);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t d, cudnnHandle_t h, float p,
                                            void* states, size_t bytes, unsigned long long seed) {
  (void)d, (void)h, (void)p, (void)bytes, (void)states;
  printf("dropout restored %llu\n", seed);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSpatialTfSamplerBackward(cudnnHandle_t h, cudnnSpatialTransformerDescriptor_t t,
                                            const void* alpha, const cudnnTensorDescriptor_t x,
                                            const void* xd, const void* beta,
                                            const cudnnTensorDescriptor_t dx, void* dxd,
                                            const void* ag, const cudnnTensorDescriptor_t dy,
                                            const void* dyd, const void* grid, const void* bg,
                                            void* dgrid) {
  (void)h, (void)t, (void)alpha, (void)x, (void)xd, (void)beta, (void)dx, (void)dxd, (void)ag,
      (void)dy, (void)dyd;
  (void)grid, (void)bg, (void)dgrid;
  puts("sampler");
  return CUDNN_STATUS_SUCCESS;
}
