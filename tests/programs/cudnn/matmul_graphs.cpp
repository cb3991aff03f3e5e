#include "tests/programs/cudnn/builders.h"

namespace cudnn_programs {
namespace {

void add_matmul(Graph& graph, const MatmulSize& size, cudnnDataType_t type, const Descriptor& c) {
  const Descriptor& a = graph.tensor({{size.batch, size.rows, size.inner}, type});
  const Descriptor& b = graph.tensor({{size.batch, size.inner, size.columns}, type});
  const Descriptor& how = graph.add(CUDNN_BACKEND_MATMUL_DESCRIPTOR)
                              .set(CUDNN_ATTR_MATMUL_COMP_TYPE, CUDNN_DATA_FLOAT)
                              .finalize();
  graph.add_operation(graph.add(CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR)
                          .set(CUDNN_ATTR_OPERATION_MATMUL_ADESC, a)
                          .set(CUDNN_ATTR_OPERATION_MATMUL_BDESC, b)
                          .set(CUDNN_ATTR_OPERATION_MATMUL_CDESC, c)
                          .set(CUDNN_ATTR_OPERATION_MATMUL_DESC, how));
}

void add_reduction(Graph& graph, const Reduction& how, const Descriptor& x, const Descriptor& y) {
  Descriptor& reduction = graph.add(CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
  reduction.set(CUDNN_ATTR_REDUCTION_COMP_TYPE, CUDNN_DATA_FLOAT)
      .set(CUDNN_ATTR_REDUCTION_OPERATOR, how.operation);
  if (how.asks_deterministic) reduction.set(CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC, true);
  reduction.finalize();
  graph.add_operation(graph.add(CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR)
                          .set(CUDNN_ATTR_OPERATION_REDUCTION_XDESC, x)
                          .set(CUDNN_ATTR_OPERATION_REDUCTION_YDESC, y)
                          .set(CUDNN_ATTR_OPERATION_REDUCTION_DESC, reduction));
}

// An attention tensor [batch, heads, length, width], or a row of numbers per query.
TensorSpec heads_of(const AttentionSize& size, int64_t width, cudnnDataType_t type) {
  return {{size.batch, size.heads, size.length, width}, type};
}

}  // namespace

Graph matmul(const MatmulSize& size, cudnnDataType_t type) {
  Graph graph;
  add_matmul(graph, size, type, graph.tensor({{size.batch, size.rows, size.columns}, type}));
  graph.finalize();
  return graph;
}

Graph reduction(const Reduction& how, const Shape& input, const Shape& output,
                cudnnDataType_t type) {
  Graph graph;
  const Descriptor& x = graph.tensor({input, type, Layout::channels_last});
  add_reduction(graph, how, x, graph.tensor({output, CUDNN_DATA_FLOAT, Layout::channels_last}));
  graph.finalize();
  return graph;
}

Graph matmul_reduction(const MatmulSize& size, const Reduction& how, cudnnDataType_t type) {
  Graph graph;
  TensorSpec product{{size.batch, size.rows, size.columns}, CUDNN_DATA_FLOAT};
  product.is_virtual = true;
  const Descriptor& c = graph.tensor(product);
  add_matmul(graph, size, type, c);
  add_reduction(graph, how, c, graph.tensor({{size.batch, 1, size.columns}, CUDNN_DATA_FLOAT}));
  graph.finalize();
  return graph;
}

Graph attention_forward(const AttentionSize& size, cudnnDataType_t type) {
  Graph graph;
  const TensorSpec data = heads_of(size, size.width, type);
  Descriptor& operation = graph.add(CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR);
  operation.set(CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC, graph.tensor(data))
      .set(CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC,
           graph.tensor(heads_of(size, 1, CUDNN_DATA_FLOAT)))
      .set(CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC, graph.scalar(data.dimensions.size()));
  graph.add_operation(operation);
  graph.finalize();
  return graph;
}

}  // namespace cudnn_programs
