/* Pooling descriptors of the real cuDNN, which need no device: what a program sets is what it gets back. */
#include <cudnn.h>
#include <stdio.h>
#include <string.h>

static void show(cudnnPoolingDescriptor_t pool) {
  cudnnPoolingMode_t mode, mode_nd;
  cudnnNanPropagation_t nan;
  int n, window[2], padding[2], stride[2], h, w, vp, hp, vs, hs;
  if (cudnnGetPooling2dDescriptor(pool, &mode, &nan, &h, &w, &vp, &hp, &vs, &hs) ||
      cudnnGetPoolingNdDescriptor(pool, 2, &mode_nd, &nan, &n, window, padding, stride))
    puts("failed");
  else
    printf("%d %d of %dx%d\n", (int)mode, (int)mode_nd, h, w);
}

int main(void) {
  cudnnPoolingDescriptor_t pool, other;
  const int window[2] = {3, 5}, padding[2] = {1, 2}, stride[2] = {2, 2};
  if (cudnnCreatePoolingDescriptor(&pool) || cudnnCreatePoolingDescriptor(&other)) return 2;
  for (int mode = 0; mode < 4; ++mode) {
    if (cudnnSetPooling2dDescriptor(pool, (cudnnPoolingMode_t)mode, CUDNN_NOT_PROPAGATE_NAN, 2, 3,
                                    0, 0, 1, 1))
      return 3;
    show(pool);
    if (cudnnSetPoolingNdDescriptor(other, (cudnnPoolingMode_t)mode, CUDNN_NOT_PROPAGATE_NAN, 2,
                                    window, padding, stride))
      return 4;
    show(other);
  }
  /* Set to MAX, destroyed, made again at what may be the same address, set to MAX_DETERMINISTIC by the program itself. */
  cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2);
  cudnnDestroyPoolingDescriptor(pool);
  cudnnCreatePoolingDescriptor(&pool);
  cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX_DETERMINISTIC, CUDNN_NOT_PROPAGATE_NAN, 2, 2,
                              0, 0, 2, 2);
  show(pool);
  printf("%d\n", (int)cudnnSetPooling2dDescriptor(NULL, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN,
                                                  2, 2, 0, 0, 2, 2));
  cudnnDestroyPoolingDescriptor(pool);
  cudnnDestroyPoolingDescriptor(other);
  return 0;
}
