#include "shim/hooks/cudnn/graphs.h"

#include "shim/boot/boot.h"
#include "shim/hooks/cudnn/report.h"
#include "shim/record/quiet_scope.h"

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

struct Replaced {
  std::vector<Scratch> copies;
  std::vector<abi::cudnnBackendDescriptor_t> row;
};

// The operations with copies in place of the reductions that add in order of arrival; null if that
// cannot be.
std::shared_ptr<Replaced> make_reductions_deterministic(const Backend& backend,
                                                        const policy::cudnn::Descriptor& graph) {
  auto replaced = std::make_shared<Replaced>();
  std::vector<Scratch>& copies = replaced->copies;
  for (const DescriptorPtr& operation : graph.find(abi::CUDNN_ATTR_OPERATIONGRAPH_OPS)->children) {
    abi::cudnnBackendDescriptor_t address = address_of(operation);
    if (address == nullptr) return nullptr;
    if (policy::cudnn::adds_in_order_of_arrival(*operation)) {
      const auto* const reduction = operation->child(abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC);
      copies.emplace_back(backend, abi::CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
      const abi::cudnnBackendDescriptor_t copy_of_reduction = copies.back().get();
      copies.emplace_back(backend, abi::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
      address = copies.back().get();
      if (copy_of_reduction == nullptr || address == nullptr ||
          !copy_reduction(backend, *reduction, copy_of_reduction) ||
          !copy_operation(backend, *operation, copy_of_reduction, address))
        return nullptr;
    }
    replaced->row.push_back(address);
  }
  return replaced;
}

bool wants_deterministic_reductions(const Backend& backend,
                                    const policy::cudnn::Descriptor& graph) {
  return boot::settings().cudnn_pin && backend.version >= kFirstWithDeterministicReduction &&
         policy::cudnn::order_dependence(graph) == OrderDependence::matmul_reduction;
}

}  // namespace

const void* operations_to_set(const void* real, abi::cudnnBackendDescriptor_t graph, int64_t count,
                              const void* operations) noexcept {
  if (!boot::armed() || count <= 0 || operations == nullptr) return operations;
  const record::QuietScope quiet;
  try {
    const TrackedPtr tracked = find(graph);
    const Backend* const backend = tracked != nullptr ? backend_of(real) : nullptr;
    if (backend == nullptr) return operations;
    policy::cudnn::Descriptor asked{abi::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, {}};
    asked.set({abi::CUDNN_ATTR_OPERATIONGRAPH_OPS,
               abi::CUDNN_TYPE_BACKEND_DESCRIPTOR,
               count,
               {},
               children_of(count, operations)});
    if (!wants_deterministic_reductions(*backend, asked)) return operations;
    const auto replaced = make_reductions_deterministic(*backend, asked);
    if (replaced == nullptr) return operations;
    tracked->owned = replaced;
    return replaced->row.data();
  } catch (...) {
    return operations;  // no memory: the program's, which are named when a plan is made
  }
}

void note_graph(const Backend& backend, Tracked& graph) {
  auto facts = std::make_shared<GraphFacts>();
  facts->key = policy::cudnn::graph_key(graph);
  facts->description = policy::cudnn::describe(graph);
  facts->dependence = policy::cudnn::order_dependence(graph);
  const bool would_be = !boot::armed() && wants_deterministic_reductions(backend, graph);
  if (graph.owned != nullptr || would_be) {
    report_reductions(*facts);
    facts->dependence = OrderDependence::none;
  }
  graph.graph = std::move(facts);
}

}  // namespace detshim::cudnn
