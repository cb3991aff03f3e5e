// What the hooks of cuDNN's API by calls use and no row of hooks.toml names, against the vendor's headers: functions that
// they call themselves, the layout of results, the numbers of enumerators.
#include <cstddef>

#include "shim/abi/cudnn_legacy.h"
#include "tests/fakes/same_abi.h"

namespace ours = detshim::abi;

#include <cudnn.h>

SAME_ABI(ours::cudnnGetStream, "cudnnGetStream", decltype(cudnnGetStream))
SAME_ABI(ours::cudnnGetTensorNdDescriptor, "cudnnGetTensorNdDescriptor",
         decltype(cudnnGetTensorNdDescriptor))
SAME_ABI(ours::cudnnGetFilterNdDescriptor, "cudnnGetFilterNdDescriptor",
         decltype(cudnnGetFilterNdDescriptor))
SAME_ABI(ours::cudnnAlgorithmMaxCount, "cudnnGetConvolutionForwardAlgorithmMaxCount",
         decltype(cudnnGetConvolutionForwardAlgorithmMaxCount))
SAME_ABI(ours::cudnnAlgorithmMaxCount, "cudnnGetConvolutionBackwardDataAlgorithmMaxCount",
         decltype(cudnnGetConvolutionBackwardDataAlgorithmMaxCount))
SAME_ABI(ours::cudnnAlgorithmMaxCount, "cudnnGetConvolutionBackwardFilterAlgorithmMaxCount",
         decltype(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount))

template <typename Theirs>
constexpr bool is_our_result() {
  using Ours = ours::cudnnAlgoPerf_t;
  return sizeof(Ours) == sizeof(Theirs) && offsetof(Ours, algo) == offsetof(Theirs, algo) &&
         offsetof(Ours, status) == offsetof(Theirs, status) &&
         offsetof(Ours, time) == offsetof(Theirs, time) &&
         offsetof(Ours, memory) == offsetof(Theirs, memory) &&
         offsetof(Ours, determinism) == offsetof(Theirs, determinism) &&
         offsetof(Ours, mathType) == offsetof(Theirs, mathType);
}
static_assert(is_our_result<cudnnConvolutionFwdAlgoPerf_t>());
static_assert(is_our_result<cudnnConvolutionBwdDataAlgoPerf_t>());
static_assert(is_our_result<cudnnConvolutionBwdFilterAlgoPerf_t>());

template <auto ours_, auto theirs>
constexpr bool kSameNumber = static_cast<int>(ours_) == static_cast<int>(theirs);
static_assert(kSameNumber<ours::CUDNN_NON_DETERMINISTIC, ::CUDNN_NON_DETERMINISTIC>);
static_assert(kSameNumber<ours::CUDNN_POOLING_MAX, ::CUDNN_POOLING_MAX>);
static_assert(
    kSameNumber<ours::CUDNN_POOLING_MAX_DETERMINISTIC, ::CUDNN_POOLING_MAX_DETERMINISTIC>);
static_assert(
    kSameNumber<ours::CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, ::CUDNN_CTC_LOSS_ALGO_DETERMINISTIC>);
static_assert(kSameNumber<ours::CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC,
                          ::CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC>);
// The numbers of algorithms in shim/policy/cudnn_legacy.cpp.
static_assert(CUDNN_CONVOLUTION_BWD_DATA_ALGO_0 == 0 && CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 == 1 &&
              CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT == 2 &&
              CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING == 3 &&
              CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD == 4 &&
              CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED == 5 &&
              CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT == 6);
static_assert(CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 == 0 &&
              CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 == 1 &&
              CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT == 2 &&
              CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3 == 3 &&
              CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED == 5 &&
              CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING == 6 &&
              CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT == 7);
// The names of types in legacy_shapes.cpp.
static_assert(CUDNN_DATA_FLOAT == 0 && CUDNN_DATA_DOUBLE == 1 && CUDNN_DATA_HALF == 2 &&
              CUDNN_DATA_INT8 == 3 && CUDNN_DATA_INT32 == 4 && CUDNN_DATA_UINT8 == 6 &&
              CUDNN_DATA_BFLOAT16 == 9 && CUDNN_DIM_MAX == 8);
