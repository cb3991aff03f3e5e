// An operation graph and all descriptors that it is made of.
//   builders.h -> Graph -> questions, special programs
// Thread rule: one thread per object.
#pragma once
#include <deque>
#include <vector>

#include "tests/programs/cudnn/descriptor.h"

namespace cudnn_programs {

enum class Layout { channels_first, channels_last };

struct TensorSpec {
  Shape dimensions;
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  Layout layout = Layout::channels_first;
  bool is_virtual = false;
  bool is_by_value = false;
};

class Graph {
 public:
  // Tensors are numbered from `first_number`.
  explicit Graph(int64_t first_number = 1) : next_number_(first_number) {}

  // Lives as long as the graph, at the same address.
  Descriptor& add(cudnnBackendDescriptorType_t type) { return parts_.emplace_back(type); }
  const Descriptor& tensor(const TensorSpec& spec);
  // A single value that the host passes.
  const Descriptor& scalar(size_t rank, cudnnDataType_t type = CUDNN_DATA_FLOAT);
  // Finalizes `operation` and puts it behind the others.
  void add_operation(Descriptor& operation);
  // After the last operation.
  void finalize();

  const Descriptor& get() const { return parts_.back(); }
  // Destroys all but the graph itself, as programs do.
  void drop_parts();

 private:
  std::deque<Descriptor> parts_;  // the graph last
  std::vector<cudnnBackendDescriptor_t> operations_;
  int64_t next_number_;
};

}  // namespace cudnn_programs
