// cuDNN's interface by calls ("legacy API"): function types and the values that hooks look at, in
// our own words from the documented interface (cuDNN 9.19; the same in 8). Descriptors are opaque.
// Included by cudnn.h.
#pragma once
#include <cstddef>

#include "shim/abi/cudnn.h"

namespace detshim::abi {

using cudnnDescriptor_t = const void*;  // tensor, filter, convolution, activation, …
using cudaStream_t = void*;

// One answer of the Find and Get_v7 functions, of all three passes.
struct cudnnAlgoPerf_t {
  int algo;
  cudnnStatus_t status;
  float time;     // milliseconds; -1 where nothing was measured
  size_t memory;  // bytes of workspace
  int determinism;
  int mathType;
  int reserved[3];
};
enum cudnnDeterminism_t : int { CUDNN_NON_DETERMINISTIC = 0, CUDNN_DETERMINISTIC = 1 };

enum cudnnPoolingMode_t : int { CUDNN_POOLING_MAX = 0, CUDNN_POOLING_MAX_DETERMINISTIC = 3 };
enum cudnnCTCLossAlgo_t : int {
  CUDNN_CTC_LOSS_ALGO_DETERMINISTIC = 0,
  CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC = 1
};

using cudnnGetStream = cudnnStatus_t(cudnnHandle_t, cudaStream_t* stream);
using cudnnAlgorithmMaxCount = cudnnStatus_t(cudnnHandle_t, int* count);

// Lists of algorithms. The four descriptors stand in another order for each pass.
using cudnnGetConvolutionForwardAlgorithm_v7 = cudnnStatus_t(
    cudnnHandle_t, cudnnDescriptor_t x, cudnnDescriptor_t w, cudnnDescriptor_t convolution,
    cudnnDescriptor_t y, int requested, int* returned, cudnnAlgoPerf_t* results);
using cudnnGetConvolutionBackwardDataAlgorithm_v7 = cudnnGetConvolutionForwardAlgorithm_v7;
using cudnnGetConvolutionBackwardFilterAlgorithm_v7 = cudnnGetConvolutionForwardAlgorithm_v7;
using cudnnFindConvolutionForwardAlgorithm = cudnnGetConvolutionForwardAlgorithm_v7;
using cudnnFindConvolutionBackwardDataAlgorithm = cudnnGetConvolutionForwardAlgorithm_v7;
using cudnnFindConvolutionBackwardFilterAlgorithm = cudnnGetConvolutionForwardAlgorithm_v7;
using cudnnFindConvolutionForwardAlgorithmEx = cudnnStatus_t(
    cudnnHandle_t, cudnnDescriptor_t x, const void* x_data, cudnnDescriptor_t w, const void* w_data,
    cudnnDescriptor_t convolution, cudnnDescriptor_t y, void* y_data, int requested, int* returned,
    cudnnAlgoPerf_t* results, void* workspace, size_t workspace_bytes);
using cudnnFindConvolutionBackwardDataAlgorithmEx = cudnnFindConvolutionForwardAlgorithmEx;
using cudnnFindConvolutionBackwardFilterAlgorithmEx = cudnnFindConvolutionForwardAlgorithmEx;

using cudnnGetConvolutionBackwardDataWorkspaceSize =
    cudnnStatus_t(cudnnHandle_t, cudnnDescriptor_t w, cudnnDescriptor_t dy,
                  cudnnDescriptor_t convolution, cudnnDescriptor_t dx, int algo, size_t* bytes);
using cudnnGetConvolutionBackwardFilterWorkspaceSize = cudnnGetConvolutionBackwardDataWorkspaceSize;
using cudnnConvolutionBackwardData = cudnnStatus_t(
    cudnnHandle_t, const void* alpha, cudnnDescriptor_t w, const void* w_data, cudnnDescriptor_t dy,
    const void* dy_data, cudnnDescriptor_t convolution, int algo, void* workspace,
    size_t workspace_bytes, const void* beta, cudnnDescriptor_t dx, void* dx_data);
using cudnnConvolutionBackwardFilter = cudnnConvolutionBackwardData;

using cudnnSetPooling2dDescriptor = cudnnStatus_t(void* pooling, cudnnPoolingMode_t mode, int nan,
                                                  int height, int width, int vertical_padding,
                                                  int horizontal_padding, int vertical_stride,
                                                  int horizontal_stride);
using cudnnGetPooling2dDescriptor = cudnnStatus_t(const void* pooling, cudnnPoolingMode_t* mode,
                                                  int* nan, int* height, int* width,
                                                  int* vertical_padding, int* horizontal_padding,
                                                  int* vertical_stride, int* horizontal_stride);
using cudnnSetPoolingNdDescriptor = cudnnStatus_t(void* pooling, cudnnPoolingMode_t mode, int nan,
                                                  int dimensions, const int* window,
                                                  const int* padding, const int* stride);
using cudnnGetPoolingNdDescriptor = cudnnStatus_t(const void* pooling, int requested,
                                                  cudnnPoolingMode_t* mode, int* nan,
                                                  int* dimensions, int* window, int* padding,
                                                  int* stride);
using cudnnDestroyPoolingDescriptor = cudnnStatus_t(void* pooling);

using cudnnCTCLoss = cudnnStatus_t(cudnnHandle_t, cudnnDescriptor_t probabilities,
                                   const void* probabilities_data, const int* labels,
                                   const int* label_lengths, const int* input_lengths, void* costs,
                                   cudnnDescriptor_t gradients, void* gradients_data,
                                   cudnnCTCLossAlgo_t algo, void* loss, void* workspace,
                                   size_t workspace_bytes);
using cudnnCTCLoss_v8 = cudnnStatus_t(cudnnHandle_t, cudnnCTCLossAlgo_t algo, void* loss,
                                      cudnnDescriptor_t probabilities,
                                      const void* probabilities_data, const int* labels,
                                      const int* label_lengths, const int* input_lengths,
                                      void* costs, cudnnDescriptor_t gradients,
                                      void* gradients_data, size_t workspace_bytes,
                                      void* workspace);
using cudnnGetCTCLossWorkspaceSize = cudnnStatus_t(cudnnHandle_t, cudnnDescriptor_t probabilities,
                                                   cudnnDescriptor_t gradients, const int* labels,
                                                   const int* label_lengths,
                                                   const int* input_lengths,
                                                   cudnnCTCLossAlgo_t algo, void* loss,
                                                   size_t* bytes);
using cudnnGetCTCLossWorkspaceSize_v8 = cudnnStatus_t(cudnnHandle_t, cudnnCTCLossAlgo_t algo,
                                                      void* loss, cudnnDescriptor_t probabilities,
                                                      cudnnDescriptor_t gradients, size_t* bytes);

using cudnnSetDropoutDescriptor = cudnnStatus_t(void* dropout, cudnnHandle_t, float probability,
                                                void* states, size_t states_bytes,
                                                unsigned long long seed);
using cudnnRestoreDropoutDescriptor = cudnnSetDropoutDescriptor;

using cudnnSpatialTfSamplerBackward = cudnnStatus_t(cudnnHandle_t, void* transformer,
                                                    const void* alpha, cudnnDescriptor_t x,
                                                    const void* x_data, const void* beta,
                                                    cudnnDescriptor_t dx, void* dx_data,
                                                    const void* alpha_grid, cudnnDescriptor_t dy,
                                                    const void* dy_data, const void* grid,
                                                    const void* beta_grid, void* dgrid);

}  // namespace detshim::abi
