// What a program has told cuDNN about an operation graph, as a tree of descriptors, and what
// follows from it: a key that names the graph in every run alike, a line for people, and whether
// it adds in order of arrival although cuDNN does not say so.
//
//   hooks/cudnn/descriptors -> Descriptor -> graph_key, describe, order_dependence -> hooks, record
//
// Pure; allocates; throws std::bad_alloc. docs/facts/cudnn.md has the source of each rule.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shim/abi/cudnn_backend.h"

namespace detshim::policy::cudnn {

struct Descriptor;
using DescriptorPtr = std::shared_ptr<const Descriptor>;

struct Attribute {
  abi::cudnnBackendAttributeName_t name;
  abi::cudnnBackendAttributeType_t type;
  int64_t count;
  std::string bytes;                    // of plain values; texts are kept as their hash
  std::vector<DescriptorPtr> children;  // of descriptors
};

struct Descriptor {
  abi::cudnnBackendDescriptorType_t type;
  std::vector<Attribute> attributes;  // one per name, sorted by name

  const Attribute* find(abi::cudnnBackendAttributeName_t name) const noexcept;
  // The first child under that name, or null.
  const Descriptor* child(abi::cudnnBackendAttributeName_t name) const noexcept;
  // The first value of an attribute, or `fallback`. T has the size of the attribute's elements.
  template <typename T>
  T value(abi::cudnnBackendAttributeName_t name, T fallback) const noexcept {
    const Attribute* const attribute = find(name);
    if (attribute != nullptr && attribute->bytes.size() >= sizeof(T))
      memcpy(&fallback, attribute->bytes.data(), sizeof(T));
    return fallback;
  }
  // Replaces what was set under that name before.
  void set(Attribute attribute);
};

// Bytes of one element; 0 for types that this table does not know.
size_t element_size(abi::cudnnBackendAttributeType_t type) noexcept;

// Independent of addresses, handles, the order of calls and the tensors' own numbers (they count by
// first use); depends on everything else that was set. Works for any descriptor.
uint64_t graph_key(const Descriptor& root);

// "convolution backward data f16 [16,128,64,64] [256,128,3,3] [16,256,64,64]", at most
// kMostDescribed characters.
inline constexpr size_t kMostDescribed = 160;
std::string describe(const Descriptor& graph);

// The data type of cuDNN's enumeration, as people write it: "f16".
std::string data_type_name(int type);

// A GPU by its model and size, from cuDNN's own text of device properties: "NVIDIA H200, sm_90, 132
// multiprocessors". Nothing of it changes from run to run.
std::string device_label(std::string_view json);

// Why the results of a graph may depend on the order of arrival although no numerical note says so.
enum class OrderDependence : uint8_t {
  none,
  reduction,         // a reduction without a matmul: no attribute cures it
  matmul_reduction,  // cured by CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC
  attention_backward,
};
inline constexpr size_t kOrderDependences = 4;
OrderDependence order_dependence(const Descriptor& graph);

// One row a kind: how it is known, and what a user can do.
struct UnnotedKind {
  OrderDependence dependence;
  unsigned seen_with;  // cudnnGetVersion() of the release in which it was observed
  std::string_view cause;
  std::string_view cure;
};
const UnnotedKind& unnoted_kind(OrderDependence dependence) noexcept;

// Does the reduction of this operation add in order of arrival? (A reduction that was made
// deterministic by its attribute, one of integers, MIN and MAX do not.)
bool adds_in_order_of_arrival(const Descriptor& operation) noexcept;

}  // namespace detshim::policy::cudnn
