// Keys, descriptions and verdicts of cuDNN operation graphs, on trees made by hand.
#include "shim/policy/cudnn_graph.h"

#include <gtest/gtest.h>

namespace detshim::policy::cudnn {
namespace {

using abi::cudnnBackendAttributeName_t;
using abi::cudnnBackendAttributeType_t;
using Mutable = std::shared_ptr<Descriptor>;

template <typename T>
void give(const Mutable& d, int name, cudnnBackendAttributeType_t type, std::vector<T> values) {
  d->set({static_cast<cudnnBackendAttributeName_t>(name),
          type,
          static_cast<int64_t>(values.size()),
          std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)),
          {}});
}

void give(const Mutable& d, int name, std::vector<DescriptorPtr> children) {
  d->set({static_cast<cudnnBackendAttributeName_t>(name),
          abi::CUDNN_TYPE_BACKEND_DESCRIPTOR,
          static_cast<int64_t>(children.size()),
          {},
          std::move(children)});
}

Mutable make(int type) {
  auto d = std::make_shared<Descriptor>();
  d->type = static_cast<abi::cudnnBackendDescriptorType_t>(type);
  return d;
}

constexpr int kHalf = 2;
Mutable tensor(int64_t uid, std::vector<int64_t> dimensions, bool is_virtual = false) {
  const Mutable d = make(abi::CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  give<int>(d, abi::CUDNN_ATTR_TENSOR_DATA_TYPE, cudnnBackendAttributeType_t{}, {kHalf});
  give(d, abi::CUDNN_ATTR_TENSOR_DIMENSIONS, abi::CUDNN_TYPE_INT64, std::move(dimensions));
  give<int64_t>(d, abi::CUDNN_ATTR_TENSOR_UNIQUE_ID, abi::CUDNN_TYPE_INT64, {uid});
  if (is_virtual)
    give<unsigned char>(d, abi::CUDNN_ATTR_TENSOR_IS_VIRTUAL, abi::CUDNN_TYPE_BOOLEAN, {1});
  return d;
}

Mutable matmul(const Mutable& a, const Mutable& b, const Mutable& c) {
  const Mutable d = make(abi::CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
  give(d, abi::CUDNN_ATTR_OPERATION_MATMUL_CDESC - 2, {a});
  give(d, abi::CUDNN_ATTR_OPERATION_MATMUL_CDESC - 1, {b});
  give(d, abi::CUDNN_ATTR_OPERATION_MATMUL_CDESC, {c});
  return d;
}

struct Reduction {
  int operation = abi::CUDNN_REDUCE_TENSOR_ADD;
  int compute_type = abi::CUDNN_DATA_FLOAT;
  bool deterministic = false;
};
Mutable reduce(const Mutable& x, const Mutable& y, Reduction how = {}) {
  const Mutable reduction = make(abi::CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
  give<int>(reduction, abi::CUDNN_ATTR_REDUCTION_OPERATOR, cudnnBackendAttributeType_t{},
            {how.operation});
  give<int>(reduction, abi::CUDNN_ATTR_REDUCTION_COMP_TYPE, cudnnBackendAttributeType_t{},
            {how.compute_type});
  if (how.deterministic)
    give<unsigned char>(reduction, abi::CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC,
                        abi::CUDNN_TYPE_BOOLEAN, {1});
  const Mutable d = make(abi::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
  give(d, abi::CUDNN_ATTR_OPERATION_REDUCTION_XDESC, {x});
  give(d, abi::CUDNN_ATTR_OPERATION_REDUCTION_YDESC, {y});
  give(d, abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC, {reduction});
  return d;
}

Mutable pointwise(const Mutable& x, const Mutable& y) {
  const Mutable d = make(abi::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  give(d, 751, {x});
  give(d, 753, {y});
  return d;
}

Mutable graph(std::vector<DescriptorPtr> operations, uintptr_t handle = 1) {
  const Mutable d = make(abi::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  give<uintptr_t>(d, abi::CUDNN_ATTR_OPERATIONGRAPH_HANDLE, abi::CUDNN_TYPE_HANDLE, {handle});
  give(d, abi::CUDNN_ATTR_OPERATIONGRAPH_OPS, std::move(operations));
  return d;
}

Mutable product(int64_t first_uid, int64_t rows = 8) {
  return graph({matmul(tensor(first_uid, {1, rows, 4}), tensor(first_uid + 1, {1, 4, 8}),
                       tensor(first_uid + 2, {1, rows, 8}))});
}

// The backward pass of attention as frontends build it: dQ directly, or by way of an accumulator.
Mutable attention_backward(bool accumulates) {
  const Mutable q = tensor(1, {1, 1, 64, 64}), s = tensor(2, {1, 1, 64, 64}, true),
                dq = tensor(3, {1, 1, 64, 64}), sum = tensor(4, {1, 1, 64, 64});
  std::vector<DescriptorPtr> operations = {matmul(q, q, s), matmul(s, q, tensor(5, {1, 1, 64, 64})),
                                           matmul(q, q, tensor(6, {1, 1, 64, 64}, true)),
                                           matmul(s, q, tensor(7, {1, 1, 64, 64})),
                                           reduce(q, tensor(8, {1, 1, 64, 1}, true))};
  if (accumulates) {
    operations.push_back(matmul(s, q, sum));
    operations.push_back(pointwise(sum, dq));
  } else {
    operations.push_back(matmul(s, q, dq));
  }
  return graph(std::move(operations));
}

TEST(CudnnGraph, KeysDoNotDependOnNumbersHandlesAndAddresses) {
  const uint64_t key = graph_key(*product(1));
  EXPECT_EQ(graph_key(*product(100)), key);
  EXPECT_EQ(graph_key(*graph(
                {matmul(tensor(9, {1, 8, 4}), tensor(7, {1, 4, 8}), tensor(8, {1, 8, 8}))}, 5)),
            key);
}

TEST(CudnnGraph, KeysDependOnEverythingElse) {
  const uint64_t key = graph_key(*product(1));
  EXPECT_NE(graph_key(*product(1, 9)), key);
  // One tensor used twice is another graph than two alike.
  const Mutable a = tensor(1, {1, 8, 8}), b = tensor(2, {1, 8, 8}), c = tensor(3, {1, 8, 8});
  EXPECT_NE(graph_key(*graph({matmul(a, a, c)})), graph_key(*graph({matmul(a, b, c)})));
  EXPECT_NE(graph_key(*graph({matmul(a, b, c), pointwise(c, a)})),
            graph_key(*graph({matmul(a, b, c)})));
  const Mutable with_null = graph({nullptr});
  EXPECT_NE(graph_key(*with_null), graph_key(*graph({})));
}

TEST(CudnnGraph, OrderOfCallsDoesNotMatterAndTheLastValueCounts) {
  const Mutable one = make(1), other = make(1);
  give<int64_t>(one, 10, abi::CUDNN_TYPE_INT64, {1});
  give<int64_t>(one, 20, abi::CUDNN_TYPE_INT64, {2});
  give<int64_t>(other, 20, abi::CUDNN_TYPE_INT64, {3});
  give<int64_t>(other, 20, abi::CUDNN_TYPE_INT64, {2});
  give<int64_t>(other, 10, abi::CUDNN_TYPE_INT64, {1});
  EXPECT_EQ(graph_key(*one), graph_key(*other));
  ASSERT_EQ(other->attributes.size(), 2u);
  EXPECT_EQ(other->value<int64_t>(static_cast<cudnnBackendAttributeName_t>(20), 0), 2);
  EXPECT_EQ(other->value<int64_t>(static_cast<cudnnBackendAttributeName_t>(30), -1), -1);
}

TEST(CudnnGraph, DescribesOperationsAndTheFirstOnesTensors) {
  EXPECT_EQ(describe(*product(1)), "matmul f16 [1,8,4] [1,4,8] [1,8,8]");
  const Mutable a = tensor(1, {8, 8}), b = tensor(2, {8, 8}), c = tensor(3, {8, 1});
  EXPECT_EQ(describe(*graph({pointwise(a, b), reduce(b, c)})),
            "pointwise + reduction f16 [8,8] [8,8]");
  EXPECT_EQ(describe(*graph({make(99)})), "type 99");
  std::vector<DescriptorPtr> many(40, pointwise(a, b));
  EXPECT_EQ(describe(*graph(many)).size(), kMostDescribed);
}

TEST(CudnnGraph, ReductionsAlone) {
  const Mutable x = tensor(1, {8, 8}), y = tensor(2, {8, 1});
  EXPECT_EQ(order_dependence(*graph({reduce(x, y)})), OrderDependence::reduction);
  EXPECT_EQ(order_dependence(*graph({pointwise(x, x), reduce(x, y)})), OrderDependence::reduction);
  EXPECT_EQ(order_dependence(*graph({reduce(x, y, {.operation = 5})})), OrderDependence::reduction);
  for (const int exact :
       {abi::CUDNN_REDUCE_TENSOR_MIN, abi::CUDNN_REDUCE_TENSOR_MAX, abi::CUDNN_REDUCE_TENSOR_AMAX})
    EXPECT_EQ(order_dependence(*graph({reduce(x, y, {.operation = exact})})),
              OrderDependence::none);
  EXPECT_EQ(order_dependence(*graph({reduce(x, y, {.compute_type = abi::CUDNN_DATA_INT32})})),
            OrderDependence::none);
  EXPECT_EQ(order_dependence(*graph({pointwise(x, y)})), OrderDependence::none);
  EXPECT_EQ(order_dependence(*graph({nullptr})), OrderDependence::none);
}

TEST(CudnnGraph, MatmulAndReduction) {
  const Mutable a = tensor(1, {8, 8}), c = tensor(3, {8, 8}, true), y = tensor(4, {8, 1});
  EXPECT_EQ(order_dependence(*graph({matmul(a, a, c), reduce(c, y)})),
            OrderDependence::matmul_reduction);
  EXPECT_EQ(order_dependence(*graph({matmul(a, a, c), reduce(c, y, {.deterministic = true})})),
            OrderDependence::none);
  EXPECT_EQ(order_dependence(*graph(
                {matmul(a, a, c), reduce(c, y, {.operation = abi::CUDNN_REDUCE_TENSOR_MAX})})),
            OrderDependence::none);
  EXPECT_EQ(order_dependence(*product(1)), OrderDependence::none);
}

TEST(CudnnGraph, Attention) {
  const Mutable q = tensor(1, {64, 64}), s = tensor(2, {64, 64}, true), o = tensor(3, {64, 64});
  const Mutable forward =
      graph({matmul(q, q, s), reduce(s, tensor(4, {64, 1}, true)), matmul(s, q, o)});
  EXPECT_EQ(order_dependence(*forward), OrderDependence::none);
  EXPECT_EQ(order_dependence(*attention_backward(true)), OrderDependence::attention_backward);
  EXPECT_EQ(order_dependence(*attention_backward(false)), OrderDependence::none);
  EXPECT_EQ(order_dependence(*graph({make(abi::CUDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR)})),
            OrderDependence::attention_backward);
}

TEST(CudnnGraph, EveryKindSaysWhyAndWhatToDo) {
  for (size_t i = 1; i < kOrderDependences; ++i) {
    const UnnotedKind& kind = unnoted_kind(static_cast<OrderDependence>(i));
    EXPECT_EQ(static_cast<size_t>(kind.dependence), i);
    EXPECT_GT(kind.seen_with, 90000u);
    EXPECT_FALSE(kind.cause.empty());
    EXPECT_FALSE(kind.cure.empty());
  }
}

}  // namespace
}  // namespace detshim::policy::cudnn
