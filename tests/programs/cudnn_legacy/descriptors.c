/* Descriptors of the real cuDNN, which need no device: what a program sets is what it gets back. */
#include <cudnn.h>
#include <stdio.h>
#include <stdlib.h>
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

static void show_others(void) {
  cudnnDropoutDescriptor_t dropout, its_dropout;
  cudnnRNNDescriptor_t rnn;
  cudnnCTCLossDescriptor_t ctc;
  if (cudnnCreateDropoutDescriptor(&dropout) || cudnnCreateRNNDescriptor(&rnn) ||
      cudnnCreateCTCLossDescriptor(&ctc))
    exit(5);
  /* Seeding takes a handle, and so a device. */
  printf("dropout %d\n", (int)cudnnSetDropoutDescriptor(dropout, NULL, 0.5f, NULL, 0, 42));
  for (int algo = 0; algo < 5; ++algo) {
    cudnnRNNAlgo_t its_algo;
    cudnnRNNMode_t cell;
    cudnnRNNBiasMode_t bias;
    cudnnDirectionMode_t direction;
    cudnnRNNInputMode_t mode;
    cudnnDataType_t type, math_type;
    cudnnMathType_t math;
    int input, hidden, projected, layers;
    unsigned flags;
    printf("rnn %d", (int)cudnnSetRNNDescriptor_v8(rnn, (cudnnRNNAlgo_t)algo, CUDNN_LSTM,
                                                   CUDNN_RNN_DOUBLE_BIAS, CUDNN_BIDIRECTIONAL,
                                                   CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT,
                                                   CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH, 16, 32, 32,
                                                   2, dropout, CUDNN_RNN_PADDED_IO_DISABLED));
    if (cudnnGetRNNDescriptor_v8(rnn, &its_algo, &cell, &bias, &direction, &mode, &type, &math_type,
                                 &math, &input, &hidden, &projected, &layers, &its_dropout, &flags))
      exit(6);
    printf(" algorithm %d, %d to %d, %d layers\n", (int)its_algo, input, hidden, layers);
  }
  cudnnDataType_t type;
  cudnnLossNormalizationMode_t normalization;
  cudnnCTCGradMode_t gradients;
  int length;
  for (int most = 100; most < 400; most += 100) {
    const int set =
        (int)cudnnSetCTCLossDescriptor_v9(ctc, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                                          CUDNN_CTC_SKIP_OOB_GRADIENTS, most);
    if (cudnnGetCTCLossDescriptor_v9(ctc, &type, &normalization, &gradients, &length)) exit(7);
    printf("ctc %d longest %d\n", set, length);
  }
  cudnnDestroyCTCLossDescriptor(ctc);
  cudnnDestroyRNNDescriptor(rnn);
  cudnnDestroyDropoutDescriptor(dropout);
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
  show_others();
  return 0;
}
