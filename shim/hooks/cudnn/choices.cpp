#include "shim/hooks/cudnn/choices.h"

#include <vector>

#include "shim/hooks/cudnn/engines.h"
#include "shim/policy/cudnn_graph.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_STATUS_SUCCESS;

// 44 types of knobs in 9.19, more in each release. A count query answers 0, so the row must be there.
constexpr int64_t kKnobs = 96;

bool take_knob(const Backend& backend, abi::cudnnBackendDescriptor_t knob,
               config::LockedPlan* out) {
  int type = 0;
  int64_t value = 0, count = 0;
  if (backend.get(knob, abi::CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, abi::CUDNN_TYPE_KNOB_TYPE, 1, &count,
                  &type) != CUDNN_STATUS_SUCCESS ||
      backend.get(knob, abi::CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, abi::CUDNN_TYPE_INT64, 1, &count,
                  &value) != CUDNN_STATUS_SUCCESS)
    return false;
  out->knobs[type] = value;
  return true;
}

std::string json_of(const Backend& backend, abi::cudnnBackendDescriptor_t device) {
  int64_t size = 0;
  std::string json;
  if (backend.get(device, abi::CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, abi::CUDNN_TYPE_CHAR, 0,
                  &size, nullptr) != CUDNN_STATUS_SUCCESS ||
      size <= 0)
    return json;
  json.resize(static_cast<size_t>(size));
  if (backend.get(device, abi::CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, abi::CUDNN_TYPE_CHAR,
                  size, &size, json.data()) != CUDNN_STATUS_SUCCESS)
    json.clear();
  return json;
}

// Of the GPU that a handle was made for.
std::string json_of_handle(const Backend& backend, abi::cudnnHandle_t handle) {
  const Scratch device(backend, abi::CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
  if (handle == nullptr || !device ||
      backend.set(device.get(), abi::CUDNN_ATTR_DEVICEPROP_HANDLE, abi::CUDNN_TYPE_HANDLE, 1,
                  &handle) != CUDNN_STATUS_SUCCESS ||
      backend.finalize(device.get()) != CUDNN_STATUS_SUCCESS)
    return {};
  return json_of(backend, device.get());
}

struct Names {
  abi::cudnnBackendAttributeName_t graph, device;
};
Names names_of(const Tracked& asked) noexcept {
  if (asked.type == abi::CUDNN_BACKEND_ENGINE_DESCRIPTOR)
    return {abi::CUDNN_ATTR_ENGINE_OPERATION_GRAPH, abi::CUDNN_ATTR_ENGINE_DEVICEPROP};
  return {abi::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, abi::CUDNN_ATTR_ENGINEHEUR_DEVICEPROP};
}

}  // namespace

bool choice_of(const Backend& backend, abi::cudnnBackendDescriptor_t config,
               config::LockedPlan* out) {
  if (config_noted(backend, config, &out->engine) == Noted::unknown || out->engine < 0)
    return false;
  std::vector<Scratch> knobs;
  std::vector<abi::cudnnBackendDescriptor_t> row;
  for (int64_t i = 0; i < kKnobs; ++i) {
    knobs.emplace_back(backend, abi::CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
    row.push_back(knobs.back().get());
  }
  int64_t count = 0;
  if (backend.get(config, abi::CUDNN_ATTR_ENGINECFG_KNOB_CHOICES,
                  abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, kKnobs, &count,
                  row.data()) != CUDNN_STATUS_SUCCESS)
    return false;
  for (int64_t i = 0; i < count && i < kKnobs; ++i)
    if (!take_knob(backend, row[static_cast<size_t>(i)], out)) return false;
  return true;
}

std::string device_of(const Backend& backend, const Tracked& asked) {
  const Names names = names_of(asked);
  std::string json;
  if (const TrackedPtr device = living_child(asked, names.device)) {
    json = json_of(backend, device->address);
  } else if (const auto* const graph = asked.child(names.graph)) {
    json = json_of_handle(
        backend, graph->value<abi::cudnnHandle_t>(abi::CUDNN_ATTR_OPERATIONGRAPH_HANDLE, nullptr));
  }
  return policy::cudnn::device_label(json);
}

}  // namespace detshim::cudnn
