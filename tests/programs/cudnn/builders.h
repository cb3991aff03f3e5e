// One function per kind of operation graph. Each returns a finalized graph, or throws Failure where cuDNN refuses it.
// Thread rule: any thread.
#pragma once
#include "tests/programs/cudnn/graph.h"

namespace cudnn_programs {

enum class Pass { forward, backward_data, backward_filter };

struct Convolution {
  Shape input, filter;              // [batch, channels, ...], [outputs, channels per group, ...]
  Shape padding, stride, dilation;  // one number per spatial dimension
};
Graph convolution(Pass pass, const Convolution& shape, cudnnDataType_t type, Layout layout,
                  int64_t first_number = 1);

struct Pooling {
  cudnnResampleMode_t mode;
  bool backward, with_index;  // with_index: the place of each maximum is written, or read
  Shape window, stride, padding;
};
Graph pooling(const Pooling& pool, const Shape& input, cudnnDataType_t type, Layout layout);

Graph norm(cudnnBackendNormMode_t mode, bool backward, const Shape& input, cudnnDataType_t type,
           Layout layout);

struct MatmulSize {
  int64_t batch, rows, columns, inner;
};
Graph matmul(const MatmulSize& size, cudnnDataType_t type);

// How a reduction is asked for: CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC is left alone or set.
struct Reduction {
  cudnnReduceTensorOp_t operation = CUDNN_REDUCE_TENSOR_ADD;
  bool asks_deterministic = false;
};
Graph reduction(const Reduction& how, const Shape& input, const Shape& output,
                cudnnDataType_t type);
// The sums of a product's columns; the product itself is not kept.
Graph matmul_reduction(const MatmulSize& size, const Reduction& how, cudnnDataType_t type);

Graph relu(const Shape& input, cudnnDataType_t type);
Graph add_bias(const Shape& input, cudnnDataType_t type);
Graph channel_statistics(const Shape& input, cudnnDataType_t type);
// relu(convolution(x) + bias), which cuDNN fuses.
Graph convolution_bias_relu(const Convolution& shape, cudnnDataType_t type, Layout layout);

struct AttentionSize {
  int64_t batch, heads, length, width;
};
// The single operation of cuDNN 9.10 and later. (Its backward twin is refused by 9.19.)
Graph attention_forward(const AttentionSize& size, cudnnDataType_t type);

}  // namespace cudnn_programs
