#include "tests/programs/cudnn/builders.h"

namespace cudnn_programs {
namespace {

Shape pooled(const Pooling& pool, const Shape& input) {
  Shape output = {input[0], input[1]};
  for (size_t i = 0; i < pool.window.size(); ++i)
    output.push_back((input[i + 2] + 2 * pool.padding[i] - pool.window[i]) / pool.stride[i] + 1);
  return output;
}

std::vector<cudnnFraction_t> whole_numbers(const Shape& values) {
  std::vector<cudnnFraction_t> fractions;
  for (const int64_t value : values) fractions.push_back({value, 1});
  return fractions;
}

const Descriptor& describe(Graph& graph, const Pooling& pool) {
  const bool maximum = pool.mode == CUDNN_RESAMPLE_MAXPOOL;
  return graph.add(CUDNN_BACKEND_RESAMPLE_DESCRIPTOR)
      .set(CUDNN_ATTR_RESAMPLE_MODE, pool.mode)
      .set(CUDNN_ATTR_RESAMPLE_COMP_TYPE, CUDNN_DATA_FLOAT)
      .set(CUDNN_ATTR_RESAMPLE_SPATIAL_DIMS, static_cast<int64_t>(pool.window.size()))
      .set(CUDNN_ATTR_RESAMPLE_WINDOW_DIMS, whole_numbers(pool.window))
      .set(CUDNN_ATTR_RESAMPLE_STRIDES, whole_numbers(pool.stride))
      .set(CUDNN_ATTR_RESAMPLE_PRE_PADDINGS, whole_numbers(pool.padding))
      .set(CUDNN_ATTR_RESAMPLE_POST_PADDINGS, whole_numbers(pool.padding))
      .set(CUDNN_ATTR_RESAMPLE_PADDING_MODE, maximum ? CUDNN_NEG_INF_PAD : CUDNN_ZERO_PAD)
      .finalize();
}

// The shapes of a norm's scale and bias, and of its mean and inverse deviation.
struct NormShapes {
  Shape scale, statistic;
};
NormShapes shapes_of(cudnnBackendNormMode_t mode, const Shape& input) {
  const bool by_row = mode == CUDNN_LAYER_NORM || mode == CUDNN_RMS_NORM;
  Shape ones(input.size(), 1), scale = ones, statistic = ones;
  if (by_row) {
    scale = input;
    scale[0] = 1;
    statistic[0] = input[0];
  } else {
    scale[1] = statistic[1] = input[1];
    if (mode == CUDNN_INSTANCE_NORM) statistic[0] = input[0];
  }
  return {scale, statistic};
}

void add_running_averages(Graph& graph, Descriptor& operation, const TensorSpec& channels) {
  operation
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_EXP_AVG_FACTOR_DESC,
           graph.scalar(channels.dimensions.size()))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_INPUT_RUNNING_MEAN_DESC, graph.tensor(channels))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_INPUT_RUNNING_VAR_DESC, graph.tensor(channels))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_OUTPUT_RUNNING_MEAN_DESC, graph.tensor(channels))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_OUTPUT_RUNNING_VAR_DESC, graph.tensor(channels));
}

void add_norm_forward(Graph& graph, cudnnBackendNormMode_t mode, const TensorSpec& data,
                      const TensorSpec& scale, const TensorSpec& statistic) {
  Descriptor& operation = graph.add(CUDNN_BACKEND_OPERATION_NORM_FORWARD_DESCRIPTOR);
  operation.set(CUDNN_ATTR_OPERATION_NORM_FWD_MODE, mode)
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_PHASE, CUDNN_NORM_FWD_TRAINING)
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_XDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_YDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_SCALE_DESC, graph.tensor(scale))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_INV_VARIANCE_DESC, graph.tensor(statistic))
      .set(CUDNN_ATTR_OPERATION_NORM_FWD_EPSILON_DESC, graph.scalar(data.dimensions.size()));
  if (mode != CUDNN_RMS_NORM)
    operation.set(CUDNN_ATTR_OPERATION_NORM_FWD_BIAS_DESC, graph.tensor(scale))
        .set(CUDNN_ATTR_OPERATION_NORM_FWD_MEAN_DESC, graph.tensor(statistic));
  if (mode == CUDNN_BATCH_NORM) add_running_averages(graph, operation, scale);
  graph.add_operation(operation);
}

void add_norm_backward(Graph& graph, cudnnBackendNormMode_t mode, const TensorSpec& data,
                       const TensorSpec& scale, const TensorSpec& statistic) {
  Descriptor& operation = graph.add(CUDNN_BACKEND_OPERATION_NORM_BACKWARD_DESCRIPTOR);
  operation.set(CUDNN_ATTR_OPERATION_NORM_BWD_MODE, mode)
      .set(CUDNN_ATTR_OPERATION_NORM_BWD_XDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_NORM_BWD_DYDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_NORM_BWD_DXDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_NORM_BWD_SCALE_DESC, graph.tensor(scale))
      .set(CUDNN_ATTR_OPERATION_NORM_BWD_DSCALE_DESC, graph.tensor(scale))
      .set(CUDNN_ATTR_OPERATION_NORM_BWD_INV_VARIANCE_DESC, graph.tensor(statistic));
  if (mode != CUDNN_RMS_NORM)
    operation.set(CUDNN_ATTR_OPERATION_NORM_BWD_MEAN_DESC, graph.tensor(statistic))
        .set(CUDNN_ATTR_OPERATION_NORM_BWD_DBIAS_DESC, graph.tensor(scale));
  graph.add_operation(operation);
}

}  // namespace

Graph pooling(const Pooling& pool, const Shape& input, cudnnDataType_t type, Layout layout) {
  Graph graph;
  const Shape output = pooled(pool, input);
  const Descriptor& how = describe(graph, pool);
  const Descriptor& x = graph.tensor({input, type, layout});
  const Descriptor& y = graph.tensor({output, type, layout});
  const auto index = [&]() -> const Descriptor& {
    return graph.tensor({output, CUDNN_DATA_INT8, layout});
  };
  Descriptor& operation =
      graph.add(pool.backward ? CUDNN_BACKEND_OPERATION_RESAMPLE_BWD_DESCRIPTOR
                              : CUDNN_BACKEND_OPERATION_RESAMPLE_FWD_DESCRIPTOR);
  if (!pool.backward) {
    operation.set(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_XDESC, x)
        .set(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_YDESC, y)
        .set(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_DESC, how);
    if (pool.with_index) operation.set(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_IDXDESC, index());
  } else {
    operation.set(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DXDESC, graph.tensor({input, type, layout}))
        .set(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DYDESC, graph.tensor({output, type, layout}))
        .set(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DESC, how);
    if (pool.with_index)
      operation.set(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_IDXDESC, index());
    else
      operation.set(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_XDESC, x)
          .set(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_YDESC, y);
  }
  graph.add_operation(operation);
  graph.finalize();
  return graph;
}

Graph norm(cudnnBackendNormMode_t mode, bool backward, const Shape& input, cudnnDataType_t type,
           Layout layout) {
  Graph graph;
  const NormShapes shapes = shapes_of(mode, input);
  const TensorSpec data{input, type, layout};
  const TensorSpec scale{shapes.scale, CUDNN_DATA_FLOAT, layout};
  const TensorSpec statistic{shapes.statistic, CUDNN_DATA_FLOAT, layout};
  (backward ? add_norm_backward : add_norm_forward)(graph, mode, data, scale, statistic);
  graph.finalize();
  return graph;
}

}  // namespace cudnn_programs
