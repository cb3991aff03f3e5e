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

// The operations of the graph with copies in place of the reductions that add in order of arrival.
bool make_reductions_deterministic(const Backend& backend, Tracked& graph) {
  const Attribute* const operations = graph.find(abi::CUDNN_ATTR_OPERATIONGRAPH_OPS);
  if (operations == nullptr) return false;
  auto copies = std::make_shared<std::vector<Scratch>>();
  std::vector<abi::cudnnBackendDescriptor_t> row;
  for (const DescriptorPtr& operation : operations->children) {
    row.push_back(address_of(operation));
    if (row.back() == nullptr) return false;
    if (!policy::cudnn::adds_in_order_of_arrival(*operation)) continue;
    copies->emplace_back(backend, abi::CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
    const abi::cudnnBackendDescriptor_t reduction = copies->back().get();
    copies->emplace_back(backend, abi::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
    row.back() = copies->back().get();
    if (reduction == nullptr || row.back() == nullptr ||
        !copy_reduction(backend, *operation->child(abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC),
                        reduction) ||
        !copy_operation(backend, *operation, reduction, row.back()))
      return false;
  }
  if (backend.set(graph.address, abi::CUDNN_ATTR_OPERATIONGRAPH_OPS,
                  abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, static_cast<int64_t>(row.size()),
                  row.data()) != CUDNN_STATUS_SUCCESS)
    return false;
  graph.owned = std::move(copies);
  return true;
}

}  // namespace

void prepare_graph(const Backend& backend, Tracked& graph) {
  auto facts = std::make_shared<GraphFacts>();
  facts->key = policy::cudnn::graph_key(graph);
  facts->description = policy::cudnn::describe(graph);
  facts->dependence = policy::cudnn::order_dependence(graph);
  if (facts->dependence == OrderDependence::matmul_reduction && boot::settings().cudnn_pin &&
      backend.version >= kFirstWithDeterministicReduction &&
      (!boot::armed() || make_reductions_deterministic(backend, graph))) {
    report_reductions(*facts);
    facts->dependence = OrderDependence::none;
  }
  graph.graph = std::move(facts);
}

}  // namespace detshim::cudnn
