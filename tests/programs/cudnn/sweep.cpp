// Asks cuDNN everything that a program can ask about the engines of an operation graph, for many graphs on one GPU model
// without a device, and writes a line of JSON for each graph.
//
//   cudnn_sweep list                          the names of all graphs
//   cudnn_sweep DEVICE.json PLANS [ROUTE] <NAMES
//     PLANS: so many plans of each list are finalized (run-time compiled ones take seconds)
//     ROUTE: see api.h; NAMES: one graph a line
//
// A line: graph (its status), engines (how many numbers there are), configs and plans (numbers of the noted engines of
// which a configuration, a plan could be finalized by number), usable (how many configurations could), and for each list
// its answers (see ListAnswers).
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>

#include "tests/programs/cudnn/cases.h"
#include "tests/programs/cudnn/lists.h"

namespace cudnn_programs {
namespace {

class Json {
 public:
  Json& key(const char* name) { return comma().put('"' + std::string(name) + "\":", true); }
  Json& open(char bracket) { return comma().put(std::string(1, bracket), true); }
  Json& close(char bracket) { return put(std::string(1, bracket), false); }
  Json& value(int64_t number) { return comma().put(std::to_string(number), false); }
  Json& value(const std::string& text) { return comma().put('"' + text + '"', false); }
  const std::string& text() const { return text_; }

 private:
  Json& comma() {
    if (!fresh_) text_ += ',';
    return *this;
  }
  Json& put(const std::string& more, bool fresh) {
    text_ += more;
    fresh_ = fresh;
    return *this;
  }

  std::string text_;
  bool fresh_ = true;
};

void put(Json& json, const std::vector<Entry>& entries) {
  json.open('[');
  for (const Entry& entry : entries)
    json.open('[').value(entry.engine).value(entry.noted ? 1 : 0).value(entry.knobs).close(']');
  json.close(']');
}

using Built = std::map<std::pair<int64_t, std::string>, cudnnStatus_t>;

// count: the count query. entries: all that a fetch gives, [engine, noted, knobs] in rank order. again, half, one, more:
// how many a second fetch, one of half as many, of one, of more than there are gives, or -1 if they are not the first
// entries. null: how many a fetch into null pointers gives. plans: status, noted of each plan.
// A configuration that another list of the graph had before is not built again; its outcome is in `built`.
void ask_list(Json& json, const List& list, const Descriptor& device, int64_t plans, Built& built) {
  const int64_t count = list.count();
  const auto configs = list.fetch(count);
  const auto entries = entries_of(configs);
  const auto prefix = [&](int64_t requested) -> int64_t {
    const auto found = entries_of(list.fetch(requested));
    const bool same =
        found.size() <= entries.size() && std::equal(found.begin(), found.end(), entries.begin());
    return same ? static_cast<int64_t>(found.size()) : -1;
  };
  json.key("count").value(count).key("entries");
  put(json, entries);
  const auto total = static_cast<int64_t>(entries.size());
  json.key("again").value(prefix(count));
  json.key("half").value(prefix(total / 2));
  json.key("one").value(prefix(total > 0 ? 1 : 0));
  json.key("more").value(prefix(count + 3));
  std::vector<cudnnBackendDescriptor_t> nothing(static_cast<size_t>(count > 0 ? count : 1),
                                                nullptr);
  int64_t given = -1;
  api().get(list.get().get(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
            static_cast<int64_t>(nothing.size()), &given, nothing.data());
  json.key("null").value(given).key("plans").open('[');
  for (int64_t i = 0; i < plans && i < total; ++i) {
    const Entry& entry = entries[static_cast<size_t>(i)];
    const auto [at, is_new] = built.try_emplace({entry.engine, entry.knobs}, CUDNN_STATUS_SUCCESS);
    if (is_new) at->second = plan_of(configs[static_cast<size_t>(i)], device).try_finalize();
    json.open('[').value(at->second).value(entry.noted ? 1 : 0).close(']');
  }
  json.close(']');
}

void ask_by_number(Json& json, const Descriptor& graph, const Descriptor& device) {
  const int64_t count = graph.number(CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, 0);
  std::vector<int64_t> configs, plans;
  int64_t usable = 0;
  for (int64_t index = 0; index < count; ++index) {
    Descriptor engine = engine_of(graph, device, index);
    if (engine.try_finalize() != CUDNN_STATUS_SUCCESS) continue;
    Descriptor config = config_of(engine);
    if (config.try_finalize() != CUDNN_STATUS_SUCCESS) continue;
    ++usable;
    if (!is_noted(engine)) continue;
    configs.push_back(index);
    if (plan_of(config, device).try_finalize() == CUDNN_STATUS_SUCCESS) plans.push_back(index);
  }
  json.key("engines").value(count).key("usable").value(usable);
  const auto put_all = [&](const char* name, const std::vector<int64_t>& numbers) {
    json.key(name).open('[');
    for (const int64_t number : numbers) json.value(number);
    json.close(']');
  };
  put_all("configs", configs);
  put_all("plans", plans);
}

void ask(const Case& asked, const Descriptor& device, int64_t plans) {
  const auto start = std::chrono::steady_clock::now();
  Json json;
  json.open('{').key("case").value(asked.name);
  try {
    const Graph graph = asked.build();
    json.key("graph").value(0);
    ask_by_number(json, graph.get(), device);
    Built built;
    json.key("lists").open('{');
    for (const cudnnBackendHeurMode_t mode : kModes) {
      json.key(name_of(mode)).open('{');
      try {
        const List list(graph.get(), device, mode);
        json.key("status").value(0);
        ask_list(json, list, device, plans, built);
      } catch (const Failure& failure) {
        json.key("status").value(failure.status);
      }
      json.close('}');
    }
    json.close('}');
  } catch (const Failure& failure) {
    json.key("graph").value(failure.status);
    if (getenv("CUDNN_SWEEP_TIMES") != nullptr) std::cerr << failure.what() << "\n";
  }
  json.close('}');
  puts(json.text().c_str());
  fflush(stdout);
  if (getenv("CUDNN_SWEEP_TIMES") != nullptr)
    std::cerr << asked.name << ": "
              << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()
              << " s\n";
}

}  // namespace
}  // namespace cudnn_programs

int main(int argc, char** argv) {
  using namespace cudnn_programs;
  if (argc == 2 && std::string(argv[1]) == "list") {
    for (const Case& one : all_cases()) puts(one.name.c_str());
    return 0;
  }
  if (argc < 3) return 2;
  use_route(argc > 3 ? argv[3] : "linked");
  const Descriptor device = device_of(argv[1]);
  for (std::string name; std::getline(std::cin, name);)
    ask(case_called(name), device, atoi(argv[2]));
  return 0;
}
