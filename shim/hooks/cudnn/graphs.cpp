#include "shim/hooks/cudnn/graphs.h"

#include "shim/boot/boot.h"
#include "shim/hooks/cudnn/report.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_STATUS_SUCCESS;
using policy::cudnn::Attribute;
using policy::cudnn::DescriptorPtr;
using policy::cudnn::OrderDependence;

constexpr unsigned kFirstWithDeterministicReduction = 91100;

// The address of a child that still stands there; null if it does not.
abi::cudnnBackendDescriptor_t address_of(const DescriptorPtr& child) noexcept {
  const auto* const tracked = static_cast<const Tracked*>(child.get());
  return tracked != nullptr && find(tracked->address).get() == tracked ? tracked->address : nullptr;
}

// False if a child is gone, cuDNN does not take the attribute, or its bytes were not kept (texts).
bool copy(const Backend& backend, const Attribute& from, abi::cudnnBackendDescriptor_t to) {
  if (from.type == abi::CUDNN_TYPE_CHAR) return false;
  if (from.type != abi::CUDNN_TYPE_BACKEND_DESCRIPTOR)
    return backend.set(to, from.name, from.type, from.count, from.bytes.data()) ==
           CUDNN_STATUS_SUCCESS;
  std::vector<abi::cudnnBackendDescriptor_t> children;
  for (const DescriptorPtr& child : from.children) {
    children.push_back(address_of(child));
    if (children.back() == nullptr) return false;
  }
  return backend.set(to, from.name, from.type, from.count, children.data()) == CUDNN_STATUS_SUCCESS;
}

bool copy_reduction(const Backend& backend, const policy::cudnn::Descriptor& from,
                    abi::cudnnBackendDescriptor_t to) {
  for (const Attribute& attribute : from.attributes)
    if (attribute.name != abi::CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC &&
        !copy(backend, attribute, to))
      return false;
  const bool yes = true;
  return backend.set(to, abi::CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC, abi::CUDNN_TYPE_BOOLEAN, 1,
                     &yes) == CUDNN_STATUS_SUCCESS &&
         backend.finalize(to) == CUDNN_STATUS_SUCCESS;
}

bool copy_operation(const Backend& backend, const policy::cudnn::Descriptor& from,
                    abi::cudnnBackendDescriptor_t reduction, abi::cudnnBackendDescriptor_t to) {
  for (const Attribute& attribute : from.attributes)
    if (attribute.name != abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC && !copy(backend, attribute, to))
      return false;
  return backend.set(to, abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC,
                     abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &reduction) == CUDNN_STATUS_SUCCESS &&
         backend.finalize(to) == CUDNN_STATUS_SUCCESS;
}

// The operations of a graph with copies in place of the reductions that add in order of arrival.
struct Operations {
  std::vector<Scratch> copies;
  std::vector<abi::cudnnBackendDescriptor_t> row;
};

bool make_reductions_deterministic(const Backend& backend, const Attribute& operations,
                                   Operations* out) {
  for (const DescriptorPtr& operation : operations.children) {
    out->row.push_back(address_of(operation));
    if (out->row.back() == nullptr) return false;
    if (!policy::cudnn::adds_in_order_of_arrival(*operation)) continue;
    out->copies.emplace_back(backend, abi::CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
    const abi::cudnnBackendDescriptor_t reduction = out->copies.back().get();
    out->copies.emplace_back(backend, abi::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
    out->row.back() = out->copies.back().get();
    if (reduction == nullptr || out->row.back() == nullptr ||
        !copy_reduction(backend, *operation->child(abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC),
                        reduction) ||
        !copy_operation(backend, *operation, reduction, out->row.back()))
      return false;
  }
  return true;
}

bool can_be_cured(const Backend& backend, OrderDependence dependence) noexcept {
  return dependence == OrderDependence::matmul_reduction && boot::settings().cudnn_pin &&
         backend.version >= kFirstWithDeterministicReduction;
}

}  // namespace

const void* operations_to_give(const Backend& backend, Tracked& graph, const void* elements) {
  const Attribute* const given = graph.find(abi::CUDNN_ATTR_OPERATIONGRAPH_OPS);
  if (given == nullptr || !boot::armed() ||
      !can_be_cured(backend, policy::cudnn::order_dependence(graph)))
    return elements;
  auto operations = std::make_shared<Operations>();
  if (!make_reductions_deterministic(backend, *given, operations.get())) return elements;
  graph.owned = operations;
  return operations->row.data();
}

void prepare_graph(const Backend& backend, Tracked& graph) {
  auto facts = std::make_shared<GraphFacts>();
  facts->key = policy::cudnn::graph_key(graph);
  facts->description = policy::cudnn::describe(graph);
  facts->dependence = policy::cudnn::order_dependence(graph);
  const bool would_cure = !boot::armed() && can_be_cured(backend, facts->dependence);
  if (graph.owned != nullptr || would_cure) {
    report_reductions(*facts);
    facts->dependence = OrderDependence::none;
  }
  graph.graph = std::move(facts);
}

}  // namespace detshim::cudnn
