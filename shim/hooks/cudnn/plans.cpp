#include "shim/hooks/cudnn/plans.h"

#include "shim/boot/boot.h"
#include "shim/hooks/cudnn/descriptors.h"
#include "shim/hooks/cudnn/engines.h"
#include "shim/hooks/cudnn/graphs.h"
#include "shim/hooks/cudnn/heuristics.h"
#include "shim/hooks/cudnn/lock.h"
#include "shim/hooks/cudnn/report.h"
#include "shim/record/quiet_scope.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_STATUS_SUCCESS;
using config::Unnoted;
using policy::cudnn::OrderDependence;

// Plans that were refused after they had been finalized.
std::atomic<int> g_refused_plans{0};

const Tracked* child_of(const Tracked& parent, abi::cudnnBackendAttributeName_t name) noexcept {
  return static_cast<const Tracked*>(parent.child(name));
}

// True if no engine without the note exists for the graph: then the noted one stays.
bool has_only_noted(const Backend& backend, const Tracked& asked, const GraphFacts* graph) {
  if (graph == nullptr) return false;
  Noted known = graph->only_noted.load(std::memory_order_relaxed);
  if (known == Noted::unknown && asked.type == abi::CUDNN_BACKEND_ENGINE_DESCRIPTOR) {
    known = has_deterministic_engine(backend, asked) ? Noted::no : Noted::yes;
    graph->only_noted.store(known, std::memory_order_relaxed);
    if (known == Noted::yes) report_only_noted(asked);
  }
  return known == Noted::yes;
}

// The engine that a configuration was given, or, where cuDNN filled it, the configuration itself.
const Tracked& asked_for(const Tracked& config) noexcept {
  const Tracked* const engine = child_of(config, abi::CUDNN_ATTR_ENGINECFG_ENGINE);
  return engine != nullptr ? *engine : config;
}

// Not yet finalized: `config` says what it was given. Finalized: cuDNN is asked.
Noted noted_of(const Backend& backend, const Tracked& config, int64_t* index) noexcept {
  const Tracked& asked = asked_for(config);
  if (&asked != &config) {
    *index = asked.value<int64_t>(abi::CUDNN_ATTR_ENGINE_GLOBAL_INDEX, -1);
    return asked.noted;
  }
  const bool lives = find(config.address).get() == &config;
  return lives ? config_noted(backend, config.address, index) : config.noted;
}

// Refused, unless there is nothing better; in observe mode only said.
bool refuse_noted(const Backend& backend, const Tracked& refused, const Tracked& config) {
  int64_t index = -1;
  if (!boot::settings().cudnn_pin || noted_of(backend, config, &index) != Noted::yes) return false;
  const Tracked& asked = asked_for(config);
  if (has_only_noted(backend, asked, asked.graph.get())) return false;
  report_refused(refused, index);
  return boot::armed();
}

bool refuse_plan(const Backend& backend, Tracked& plan) {
  const Tracked* const config = child_of(plan, abi::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  if (config == nullptr) return false;
  plan.graph = config->graph;
  if (refuse_noted(backend, plan, *config)) return true;
  const bool refuses = boot::armed() && boot::settings().cudnn_unnoted == Unnoted::refuse;
  if (!refuses || plan.graph == nullptr || plan.graph->dependence == OrderDependence::none)
    return false;
  report_unnoted(*plan.graph, backend.version, true);
  return true;
}

bool refuses(const Backend& backend, Tracked& descriptor) {
  switch (descriptor.type) {
    case abi::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR:
      note_graph(backend, descriptor);
      return false;
    case abi::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR:
      descriptor.graph = asked_for(descriptor).graph;
      return refuse_noted(backend, descriptor, descriptor);
    case abi::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR:
      return refuse_plan(backend, descriptor);
    default:
      return false;
  }
}

// A plan from text: only now does cuDNN know its engine.
bool refuse_plan_of_text(const Backend& backend, Tracked& plan) {
  if (plan.child(abi::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG) != nullptr) return false;
  const Scratch config(backend, abi::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  abi::cudnnBackendDescriptor_t filled = config.get();
  int64_t count = 0, index = -1;
  if (!boot::settings().cudnn_pin || !config ||
      backend.get(plan.address, abi::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
                  abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &filled) != CUDNN_STATUS_SUCCESS ||
      config_noted(backend, filled, &index) != Noted::yes)
    return false;
  report_refused(plan, index);
  if (!boot::armed()) return false;
  plan.refused.store(true, std::memory_order_relaxed);
  g_refused_plans.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void tell_lock(const Backend& backend, Tracked& plan) {
  const TrackedPtr config = living_child(plan, abi::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  if (keeps_lock() && config != nullptr)
    note_plan(backend, plan, asked_for(*config), config->address);
}

bool refuses_finalized(const Backend& backend, Tracked& descriptor) {
  switch (descriptor.type) {
    case abi::CUDNN_BACKEND_ENGINE_DESCRIPTOR: {
      const Tracked* const graph = child_of(descriptor, abi::CUDNN_ATTR_ENGINE_OPERATION_GRAPH);
      if (graph != nullptr) descriptor.graph = graph->graph;
      descriptor.noted = engine_noted(backend, descriptor.address);
      return false;
    }
    case abi::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR: {
      const Tracked* const graph = child_of(descriptor, abi::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH);
      if (graph != nullptr) descriptor.graph = graph->graph;
      return false;
    }
    case abi::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR:
      if (refuse_plan_of_text(backend, descriptor)) return true;
      tell_lock(backend, descriptor);
      if (descriptor.graph != nullptr && descriptor.graph->dependence != OrderDependence::none &&
          boot::settings().cudnn_unnoted != Unnoted::allow)
        report_unnoted(*descriptor.graph, backend.version, false);
      return false;
    default:
      return false;
  }
}

template <bool (*Refuses)(const Backend&, Tracked&)>
abi::cudnnStatus_t judge(const void* real, abi::cudnnBackendDescriptor_t descriptor) noexcept {
  const record::QuietScope quiet;
  try {
    const TrackedPtr tracked = find(descriptor);
    const Backend* const backend = tracked != nullptr ? backend_of(real) : nullptr;
    if (backend != nullptr && Refuses(*backend, *tracked)) return backend->not_supported;
  } catch (...) {
    // No memory: the program's call goes on as it is.
  }
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

abi::cudnnStatus_t before_finalize(const void* real,
                                   abi::cudnnBackendDescriptor_t descriptor) noexcept {
  return judge<refuses>(real, descriptor);
}

abi::cudnnStatus_t after_finalize(const void* real,
                                  abi::cudnnBackendDescriptor_t descriptor) noexcept {
  return judge<refuses_finalized>(real, descriptor);
}

bool may_run(abi::cudnnBackendDescriptor_t plan) noexcept {
  if (g_refused_plans.load(std::memory_order_relaxed) == 0) return true;
  const TrackedPtr tracked = find(plan);
  return tracked == nullptr || !tracked->refused.load(std::memory_order_relaxed);
}

abi::cudnnStatus_t not_supported(const void* real) noexcept {
  const Backend* const backend = backend_of(real);
  return backend != nullptr ? backend->not_supported : abi::CUDNN_STATUS_NOT_SUPPORTED;
}

}  // namespace detshim::cudnn
