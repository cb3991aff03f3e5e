#include "tests/programs/cudnn/builders.h"

namespace cudnn_programs {
namespace {

// The attributes of the three operations, which differ in number only.
struct Names {
  cudnnBackendDescriptorType_t operation;
  cudnnBackendAttributeName_t alpha, beta, convolution, filter, input, output;
};
constexpr Names kNames[] = {
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y},
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY},
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY},
};

Shape output_of(const Convolution& c) {
  Shape output = {c.input[0], c.filter[0]};
  for (size_t i = 0; i < c.padding.size(); ++i) {
    const int64_t reach = (c.filter[i + 2] - 1) * c.dilation[i] + 1;
    output.push_back((c.input[i + 2] + 2 * c.padding[i] - reach) / c.stride[i] + 1);
  }
  return output;
}

const Descriptor& describe(Graph& graph, const Convolution& c, cudnnDataType_t compute) {
  return graph.add(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR)
      .set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, static_cast<int64_t>(c.padding.size()))
      .set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, compute)
      .set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_CROSS_CORRELATION)
      .set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, c.padding)
      .set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, c.padding)
      .set(CUDNN_ATTR_CONVOLUTION_DILATIONS, c.dilation)
      .set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, c.stride)
      .finalize();
}

// Adds the operation; `output` is the tensor y, or its gradient.
void add_convolution(Graph& graph, Pass pass, const Convolution& c, cudnnDataType_t type,
                     Layout layout, const Descriptor& output) {
  const Names& names = kNames[static_cast<int>(pass)];
  const bool is_double = type == CUDNN_DATA_DOUBLE;
  const Descriptor& input = graph.tensor({c.input, type, layout});
  const Descriptor& filter = graph.tensor({c.filter, type, layout});
  const Descriptor& how = describe(graph, c, is_double ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT);
  Descriptor& operation = graph.add(names.operation);
  if (is_double)
    operation.set(names.alpha, 1.0).set(names.beta, 0.0);
  else
    operation.set(names.alpha, 1.0F).set(names.beta, 0.0F);
  operation.set(names.convolution, how)
      .set(names.filter, filter)
      .set(names.input, input)
      .set(names.output, output);
  graph.add_operation(operation);
}

// y = one or two tensors through an activation or an addition.
void add_pointwise(Graph& graph, cudnnPointwiseMode_t mode, const Descriptor& x,
                   const Descriptor* second, const Descriptor& y) {
  const Descriptor& how = graph.add(CUDNN_BACKEND_POINTWISE_DESCRIPTOR)
                              .set(CUDNN_ATTR_POINTWISE_MODE, mode)
                              .set(CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_DATA_FLOAT)
                              .finalize();
  Descriptor& operation = graph.add(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  operation.set(CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how)
      .set(CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x)
      .set(CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y);
  if (second != nullptr) operation.set(CUDNN_ATTR_OPERATION_POINTWISE_BDESC, *second);
  graph.add_operation(operation);
}

Shape one_per_channel(const Shape& shape) {
  Shape channels(shape.size(), 1);
  channels[1] = shape[1];
  return channels;
}

}  // namespace

Graph convolution(Pass pass, const Convolution& shape, cudnnDataType_t type, Layout layout,
                  int64_t first_number) {
  Graph graph(first_number);
  const Descriptor& output = graph.tensor({output_of(shape), type, layout});
  add_convolution(graph, pass, shape, type, layout, output);
  graph.finalize();
  return graph;
}

Graph convolution_bias_relu(const Convolution& shape, cudnnDataType_t type, Layout layout) {
  Graph graph;
  const Shape size = output_of(shape);
  TensorSpec between{size, CUDNN_DATA_FLOAT, layout};
  between.is_virtual = true;
  const Descriptor& product = graph.tensor(between);
  const Descriptor& biased = graph.tensor(between);
  const Descriptor& bias = graph.tensor({one_per_channel(size), type, layout});
  const Descriptor& output = graph.tensor({size, type, layout});
  add_convolution(graph, Pass::forward, shape, type, layout, product);
  add_pointwise(graph, CUDNN_POINTWISE_ADD, product, &bias, biased);
  add_pointwise(graph, CUDNN_POINTWISE_RELU_FWD, biased, nullptr, output);
  graph.finalize();
  return graph;
}

Graph relu(const Shape& input, cudnnDataType_t type) {
  Graph graph;
  const TensorSpec spec{input, type, Layout::channels_last};
  const Descriptor& x = graph.tensor(spec);
  add_pointwise(graph, CUDNN_POINTWISE_RELU_FWD, x, nullptr, graph.tensor(spec));
  graph.finalize();
  return graph;
}

Graph add_bias(const Shape& input, cudnnDataType_t type) {
  Graph graph;
  const TensorSpec spec{input, type, Layout::channels_last};
  const Descriptor& x = graph.tensor(spec);
  const Descriptor& bias = graph.tensor({one_per_channel(input), type, Layout::channels_last});
  add_pointwise(graph, CUDNN_POINTWISE_ADD, x, &bias, graph.tensor(spec));
  graph.finalize();
  return graph;
}

Graph channel_statistics(const Shape& input, cudnnDataType_t type) {
  Graph graph;
  const TensorSpec statistic{one_per_channel(input), CUDNN_DATA_FLOAT, Layout::channels_last};
  const Descriptor& x = graph.tensor({input, type, Layout::channels_last});
  const Descriptor& sum = graph.tensor(statistic);
  const Descriptor& squares = graph.tensor(statistic);
  graph.add_operation(graph.add(CUDNN_BACKEND_OPERATION_GEN_STATS_DESCRIPTOR)
                          .set(CUDNN_ATTR_OPERATION_GENSTATS_MODE, CUDNN_GENSTATS_SUM_SQSUM)
                          .set(CUDNN_ATTR_OPERATION_GENSTATS_MATH_PREC, CUDNN_DATA_FLOAT)
                          .set(CUDNN_ATTR_OPERATION_GENSTATS_XDESC, x)
                          .set(CUDNN_ATTR_OPERATION_GENSTATS_SUMDESC, sum)
                          .set(CUDNN_ATTR_OPERATION_GENSTATS_SQSUMDESC, squares));
  graph.finalize();
  return graph;
}

}  // namespace cudnn_programs
