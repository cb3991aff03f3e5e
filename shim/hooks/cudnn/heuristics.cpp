#include "shim/hooks/cudnn/heuristics.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "shim/boot/boot.h"
#include "shim/hooks/cudnn/choices.h"
#include "shim/hooks/cudnn/engines.h"
#include "shim/hooks/cudnn/lock.h"
#include "shim/hooks/cudnn/report.h"
#include "shim/policy/mix.h"

namespace detshim::cudnn {
namespace {

using abi::CUDNN_STATUS_SUCCESS;

// Where a heuristics descriptor and an engine name the same things.
struct Names {
  abi::cudnnBackendAttributeName_t graph, device, sm_count;
};
constexpr Names kOfHeuristics = {abi::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH,
                                 abi::CUDNN_ATTR_ENGINEHEUR_DEVICEPROP,
                                 abi::CUDNN_ATTR_ENGINEHEUR_SM_COUNT_TARGET};
constexpr Names kOfEngine = {abi::CUDNN_ATTR_ENGINE_OPERATION_GRAPH,
                             abi::CUDNN_ATTR_ENGINE_DEVICEPROP,
                             abi::CUDNN_ATTR_ENGINE_SM_COUNT_TARGET};

Names names_of(const Tracked& asked) noexcept {
  return asked.type == abi::CUDNN_BACKEND_ENGINE_DESCRIPTOR ? kOfEngine : kOfHeuristics;
}

// Selections by list: graph, device, mode and whatever else was set. Nobody waits: who finds the
// lock taken (a forked child may find it so for ever) goes without, and finds the same anew.
class Selections {
 public:
  bool find(uint64_t key, Selection* out) {
    const std::unique_lock held(lock_, std::try_to_lock);
    if (!held) return false;
    const auto at = known_.find(key);
    if (at == known_.end()) return false;
    *out = at->second;
    return true;
  }
  void keep(uint64_t key, const Selection& selection) {
    constexpr size_t kMost = 4096;  // programs with endless new shapes begin again
    const std::unique_lock held(lock_, std::try_to_lock);
    if (!held) return;
    if (known_.size() >= kMost) known_.clear();
    known_[key] = selection;
  }

 private:
  std::mutex lock_;
  std::unordered_map<uint64_t, Selection> known_;
};

Selections& selections() {
  static auto* const kSelections = new Selections;
  return *kSelections;
}

// A graph without device properties is for the device of its handle, which is known by its address.
uint64_t list_key(const Backend& backend, const Tracked& heuristics) {
  uint64_t key = policy::cudnn::graph_key(heuristics);
  key = policy::combine(key, reinterpret_cast<uintptr_t>(&backend));
  const auto* const graph = heuristics.child(names_of(heuristics).graph);
  void* const handle = graph != nullptr
                           ? graph->value<void*>(abi::CUDNN_ATTR_OPERATIONGRAPH_HANDLE, nullptr)
                           : nullptr;
  return policy::combine(key, reinterpret_cast<uintptr_t>(handle));
}

struct List {
  std::vector<Noted> noted;            // in rank order
  std::vector<int64_t> deterministic;  // positions
};

// Calls visit(position, config) for each entry of a list; false if cuDNN gives none.
template <typename Visit>
bool read_configs(const Backend& backend, abi::cudnnBackendDescriptor_t heuristics, Visit visit) {
  int64_t count = 0;
  if (backend.get(heuristics, abi::CUDNN_ATTR_ENGINEHEUR_RESULTS,
                  abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, nullptr) != CUDNN_STATUS_SUCCESS)
    return false;
  std::vector<Scratch> configs;
  std::vector<abi::cudnnBackendDescriptor_t> row;
  for (int64_t i = 0; i < count; ++i) {
    configs.emplace_back(backend, abi::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    row.push_back(configs.back().get());
  }
  int64_t filled = 0;
  if (count > 0 && backend.get(heuristics, abi::CUDNN_ATTR_ENGINEHEUR_RESULTS,
                               abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, count, &filled,
                               row.data()) != CUDNN_STATUS_SUCCESS)
    return false;
  for (int64_t i = 0; i < filled && i < count; ++i) visit(i, row[static_cast<size_t>(i)]);
  return true;
}

bool read_list(const Backend& backend, abi::cudnnBackendDescriptor_t heuristics, List* out) {
  return read_configs(backend, heuristics,
                      [&](int64_t position, abi::cudnnBackendDescriptor_t config) {
                        out->noted.push_back(config_noted(backend, config));
                        if (out->noted.back() != Noted::yes) out->deterministic.push_back(position);
                      });
}

// A finalized list of `mode` for the graph and device of `asked`; null if cuDNN has none or the
// program has destroyed what it takes.
std::unique_ptr<Scratch> list_of_mode(const Backend& backend, const Tracked& asked,
                                      abi::cudnnBackendHeurMode_t mode) {
  const Names names = names_of(asked);
  const TrackedPtr graph = living_child(asked, names.graph);
  const TrackedPtr device = living_child(asked, names.device);
  if (graph == nullptr || (asked.find(names.device) != nullptr && device == nullptr))
    return nullptr;
  auto list = std::make_unique<Scratch>(backend, abi::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  if (!*list) return nullptr;
  const auto give = [&](abi::cudnnBackendAttributeName_t name,
                        abi::cudnnBackendAttributeType_t type, const void* value) {
    return backend.set(list->get(), name, type, 1, value) == CUDNN_STATUS_SUCCESS;
  };
  bool made = give(kOfHeuristics.graph, abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, &graph->address) &&
              give(abi::CUDNN_ATTR_ENGINEHEUR_MODE, abi::CUDNN_TYPE_HEUR_MODE, &mode);
  if (made && device != nullptr)
    made = give(kOfHeuristics.device, abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, &device->address);
  if (const auto* const target = asked.find(names.sm_count); made && target != nullptr)
    made = give(kOfHeuristics.sm_count, target->type, target->bytes.data());
  return made && backend.finalize(list->get()) == CUDNN_STATUS_SUCCESS ? std::move(list) : nullptr;
}

// The position of the locked choice in a list, or -1.
int64_t position_of(const Backend& backend, abi::cudnnBackendDescriptor_t heuristics,
                    const config::LockedPlan& locked) {
  int64_t found = -1;
  read_configs(backend, heuristics, [&](int64_t position, abi::cudnnBackendDescriptor_t config) {
    int64_t engine = -1;
    if (found >= 0) return;
    const Noted noted = config_noted(backend, config, &engine);
    if (engine != locked.engine || (noted == Noted::yes && boot::settings().cudnn_pin)) return;
    config::LockedPlan choice;
    if (choice_of(backend, config, &choice) && choice == locked) found = position;
  });
  return found;
}

// Where cuDNN offers what the lock file has for the graph; false if there is no entry, or nowhere.
bool select_locked(const Backend& backend, const Tracked& heuristics, Selection* out) {
  config::LockedPlan locked;
  if (!replays_lock() || !locked_plan(backend, heuristics, &locked)) return false;
  out->locked = true;
  if (const int64_t position = position_of(backend, heuristics.address, locked); position >= 0) {
    out->kept = {position};
    return true;
  }
  for (const auto mode : {abi::CUDNN_HEUR_MODE_A, abi::CUDNN_HEUR_MODE_FALLBACK,
                          abi::CUDNN_HEUR_MODE_B, abi::CUDNN_HEUR_MODE_INSTANT}) {
    const auto list = list_of_mode(backend, heuristics, mode);
    if (list == nullptr) continue;
    if (const int64_t position = position_of(backend, list->get(), locked); position >= 0) {
      out->other_list = mode;
      out->kept = {position};
      return true;
    }
  }
  out->locked = false;
  report_missing_engine(heuristics, locked);
  return false;
}

// False if cuDNN gives no list, or the list is to be left as it is.
bool select(const Backend& backend, const Tracked& heuristics, Selection* out) {
  if (select_locked(backend, heuristics, out)) return true;
  if (!boot::settings().cudnn_pin) return false;
  List own;
  if (!read_list(backend, heuristics.address, &own)) return false;
  out->total = static_cast<int64_t>(own.noted.size());
  out->kept = std::move(own.deterministic);
  if (!out->kept.empty()) return true;
  if (own.noted.empty()) {
    // A reduction that was made deterministic has left a list without engines that it had.
    const TrackedPtr graph = living_child(heuristics, names_of(heuristics).graph);
    List first;
    const auto list = graph != nullptr && graph->owned != nullptr
                          ? list_of_mode(backend, heuristics, abi::CUDNN_HEUR_MODE_A)
                          : nullptr;
    if (list != nullptr && read_list(backend, list->get(), &first)) {
      out->other_list = abi::CUDNN_HEUR_MODE_A;
      out->kept = std::move(first.deterministic);
    }
    return true;
  }
  List other;
  const auto fallback = list_of_mode(backend, heuristics, abi::CUDNN_HEUR_MODE_FALLBACK);
  if (fallback == nullptr || !read_list(backend, fallback->get(), &other)) return false;
  out->other_list = abi::CUDNN_HEUR_MODE_FALLBACK;
  out->kept = std::move(other.deterministic);
  return !out->kept.empty();
}

}  // namespace

std::shared_ptr<HeuristicsAnswer> answer_of(const Backend& backend, Tracked& heuristics) {
  if (auto known = answer_kept(heuristics)) return known;
  if (keeps_lock())
    heuristics.device = std::make_shared<const std::string>(device_of(backend, heuristics));
  auto answer = std::make_shared<HeuristicsAnswer>();
  Selection& selection = answer->selection;
  const uint64_t key = list_key(backend, heuristics);
  if (!selections().find(key, &selection)) {
    if (!select(backend, heuristics, &selection)) {
      if (selection.total > 0) report_only_noted(heuristics);
      return nullptr;
    }
    selections().keep(key, selection);
  }
  if (selection.other_list) {
    answer->other_list = list_of_mode(backend, heuristics, *selection.other_list);
    if (answer->other_list == nullptr) return nullptr;
  }
  keep_answer(heuristics, answer);
  report_list(heuristics, selection);
  return answer;
}

abi::cudnnStatus_t deliver(const Backend& backend, const Tracked& heuristics,
                           const HeuristicsAnswer& answer, int64_t requested, int64_t* count,
                           void* elements) {
  const std::vector<int64_t>& kept = answer.selection.kept;
  if (requested == 0 || elements == nullptr) {
    *count = static_cast<int64_t>(kept.size());
    return CUDNN_STATUS_SUCCESS;
  }
  auto* const wanted = static_cast<abi::cudnnBackendDescriptor_t*>(elements);
  const auto most = std::min(static_cast<size_t>(requested), kept.size());
  const size_t reach = most > 0 ? static_cast<size_t>(kept[most - 1]) + 1 : 0;
  std::vector<abi::cudnnBackendDescriptor_t> row(reach, nullptr);
  std::vector<Scratch> left_out;
  for (size_t position = 0, next = 0; position < reach; ++position) {
    if (static_cast<size_t>(kept[next]) == position) {
      row[position] = wanted[next++];
    } else {
      left_out.emplace_back(backend, abi::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
      row[position] = left_out.back().get();
    }
  }
  int64_t filled = 0;
  abi::cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
  if (reach > 0)
    status = backend.get(answer.other_list ? answer.other_list->get() : heuristics.address,
                         abi::CUDNN_ATTR_ENGINEHEUR_RESULTS, abi::CUDNN_TYPE_BACKEND_DESCRIPTOR,
                         static_cast<int64_t>(reach), &filled, row.data());
  if (status != CUDNN_STATUS_SUCCESS) return status;
  const auto given =
      std::lower_bound(kept.begin(), kept.begin() + static_cast<int64_t>(most), filled) -
      kept.begin();
  if (count != nullptr) *count = given;
  return CUDNN_STATUS_SUCCESS;
}

bool has_deterministic_engine(const Backend& backend, const Tracked& asked) {
  for (const auto mode : {abi::CUDNN_HEUR_MODE_A, abi::CUDNN_HEUR_MODE_FALLBACK}) {
    List list;
    const auto heuristics = list_of_mode(backend, asked, mode);
    if (heuristics != nullptr && read_list(backend, heuristics->get(), &list) &&
        !list.deterministic.empty())
      return true;
  }
  return false;
}

}  // namespace detshim::cudnn
