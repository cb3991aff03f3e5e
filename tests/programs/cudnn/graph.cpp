#include "tests/programs/cudnn/graph.h"

#include <utility>

namespace cudnn_programs {
namespace {

constexpr int64_t kAlignment = 16;

Shape strides_of(const Shape& dimensions, Layout layout) {
  const size_t rank = dimensions.size();
  Shape strides(rank);
  int64_t step = 1;
  const auto place = [&](size_t axis) {
    strides[axis] = step;
    step *= dimensions[axis];
  };
  const bool last = layout == Layout::channels_last && rank > 2;
  if (last) place(1);
  for (size_t axis = rank; axis-- > 0;)
    if (!last || axis != 1) place(axis);
  return strides;
}

}  // namespace

const Descriptor& Graph::tensor(const TensorSpec& spec) {
  Descriptor& made = add(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  made.set(CUDNN_ATTR_TENSOR_DATA_TYPE, spec.type)
      .set(CUDNN_ATTR_TENSOR_DIMENSIONS, spec.dimensions)
      .set(CUDNN_ATTR_TENSOR_STRIDES, strides_of(spec.dimensions, spec.layout))
      .set(CUDNN_ATTR_TENSOR_UNIQUE_ID, next_number_++)
      .set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, kAlignment);
  if (spec.is_virtual) made.set(CUDNN_ATTR_TENSOR_IS_VIRTUAL, true);
  if (spec.is_by_value) made.set(CUDNN_ATTR_TENSOR_IS_BY_VALUE, true);
  return made.finalize();
}

const Descriptor& Graph::scalar(size_t rank, cudnnDataType_t type) {
  TensorSpec spec{Shape(rank, 1), type};
  spec.is_by_value = true;
  return tensor(spec);
}

void Graph::add_operation(Descriptor& operation) {
  operations_.push_back(operation.finalize().get());
}

void Graph::finalize() {
  add(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)
      .set(CUDNN_ATTR_OPERATIONGRAPH_OPS, operations_)
      .finalize();
}

void Graph::drop_parts() {
  Descriptor graph = std::move(parts_.back());
  parts_.clear();
  parts_.push_back(std::move(graph));
}

}  // namespace cudnn_programs
