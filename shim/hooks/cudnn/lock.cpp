#include "shim/hooks/cudnn/lock.h"

#include <pthread.h>

#include <mutex>

#include "shim/boot/boot.h"
#include "shim/hooks/cudnn/choices.h"
#include "shim/hooks/cudnn/lock_file.h"
#include "shim/record/record.h"

namespace detshim::cudnn {

// What a plan that was finalized is to the lock.
struct LockChoice {
  config::LockKey key;
  config::LockedPlan plan;
};

namespace {

using config::LockMode;

struct State {
  std::mutex mutex;
  bool loaded = false, usable = true;
  config::Lock file;      // as it was when it was read
  config::Lock recorded;  // by this process
  bool changed = false;   // since it was written
};

State& state() noexcept {
  static State* const kState = [] {
    auto* const made = new State;
    pthread_atfork([] { state().mutex.lock(); }, [] { state().mutex.unlock(); },
                   [] { state().mutex.unlock(); });
    return made;
  }();
  return *kState;
}

const std::string& path() noexcept { return boot::settings().cudnn_lock; }
LockMode mode() noexcept {
  // Observe changes nothing, but what would differ can be said.
  const LockMode asked = boot::settings().cudnn_lock_mode;
  return boot::armed() || asked == LockMode::record ? asked : LockMode::check;
}

// Under the mutex. False: there is nothing to go by.
bool load(State& s) {
  if (s.loaded) return s.usable;
  s.loaded = true;
  bool exists = false;
  s.usable = load_lock(path(), &s.file, &exists);
  if (s.usable && !exists && mode() != LockMode::record) {
    record::complain("cudnn.lock",
                     "the cuDNN lock file " + config::quoted(path()) +
                         " does not exist; record it with cudnn.lock_mode = \"record\"");
    s.usable = false;
  }
  return s.usable;
}

void save(State& s) {
  if (!s.usable || !s.changed) return;
  s.changed = false;
  s.usable = merge_into_lock(path(), s.recorded);
}

config::LockKey key_of(const Backend& backend, const GraphFacts& graph, std::string gpu) {
  return {graph.key, backend.version, std::move(gpu)};
}

// Entries of the graph and GPU for other versions of cuDNN: engines are numbered anew in each.
void name_stale(const State& s, const config::LockKey& key, const std::string& what) {
  const config::LockKey first{key.graph, 0, {}};
  for (auto at = s.file.lower_bound(first); at != s.file.end() && at->first.graph == key.graph;
       ++at) {
    if (at->first.gpu != key.gpu) continue;
    record::complain("cudnn.lock.stale", "the cuDNN lock file was made with cuDNN " +
                                             config::cudnn_version_text(at->first.cudnn) +
                                             ", this is " + config::cudnn_version_text(key.cudnn) +
                                             ": its entry for " + what +
                                             " does not count; record it again");
    return;
  }
}

void check(State& s, const LockChoice& choice) {
  const auto at = s.file.find(choice.key);
  if (at == s.file.end()) {
    name_stale(s, choice.key, choice.plan.what);
    return;
  }
  if (at->second == choice.plan) return;
  record::count(record::What::cudnn_lock_differs);
  record::log(record::Level::warn, "cuDNN lock: " + choice.plan.what + ": locked " +
                                       config::describe_choice(at->second) + ", used " +
                                       config::describe_choice(choice.plan));
}

}  // namespace

bool keeps_lock() noexcept { return !path().empty() && mode() != LockMode::replay; }
bool replays_lock() noexcept { return !path().empty() && mode() == LockMode::replay; }

bool locked_plan(const Backend& backend, const Tracked& heuristics, config::LockedPlan* out) {
  if (heuristics.graph == nullptr) return false;
  const config::LockKey key = key_of(backend, *heuristics.graph, device_of(backend, heuristics));
  State& s = state();
  const std::lock_guard held(s.mutex);
  if (!load(s)) return false;
  const auto at = s.file.find(key);
  if (at == s.file.end()) {
    name_stale(s, key, heuristics.graph->description);
    return false;
  }
  *out = at->second;
  return true;
}

void report_missing_engine(const Tracked& heuristics, const config::LockedPlan& plan) {
  record::complain("cudnn.lock.engine",
                   "cuDNN does not offer " + config::describe_choice(plan) +
                       ", which the lock file has for " + heuristics.graph->description +
                       ": the first deterministic engine of its list is used; record it again");
}

void note_plan(const Backend& backend, Tracked& plan, const Tracked& config,
               abi::cudnnBackendDescriptor_t finalized_config) {
  if (plan.graph == nullptr) return;
  auto choice = std::make_shared<LockChoice>();
  if (!choice_of(backend, finalized_config, &choice->plan)) return;
  choice->plan.what = plan.graph->description;
  choice->key = key_of(backend, *plan.graph,
                       config.device != nullptr ? *config.device : device_of(backend, config));
  State& s = state();
  const std::lock_guard held(s.mutex);
  if (!load(s)) return;
  if (mode() == LockMode::check) {
    check(s, *choice);
    return;
  }
  plan.choice = choice;
  if (!s.recorded.emplace(choice->key, choice->plan).second) return;
  record::count(record::What::cudnn_lock_recorded);
  s.changed = true;
  save(s);  // now, too: a worker may end without running destructors
}

void note_execution(abi::cudnnBackendDescriptor_t address) noexcept {
  try {
    const TrackedPtr plan = find(address);
    if (plan == nullptr || plan->choice == nullptr) return;
    const LockChoice& choice = *plan->choice;
    State& s = state();
    const std::lock_guard held(s.mutex);
    config::LockedPlan& recorded = s.recorded[choice.key];
    if (recorded == choice.plan) return;
    recorded = choice.plan;
    s.changed = true;
  } catch (...) {
    // No memory: the entry stays as it was.
  }
}

void save_lock() noexcept {
  if (!keeps_lock()) return;
  try {
    State& s = state();
    const std::lock_guard held(s.mutex);
    save(s);
  } catch (...) {
    record::complain("cudnn.lock", "no memory to write the cuDNN lock file");
  }
}

}  // namespace detshim::cudnn
