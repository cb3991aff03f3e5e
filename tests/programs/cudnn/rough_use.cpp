// Programs that treat descriptors roughly. Prints how many plans there were and how many of a noted engine.
//   cudnn_rough_use DEVICE.json early [ROUNDS]      parts are destroyed as soon as cuDNN allows, addresses come again
//   cudnn_rough_use DEVICE.json failures            steps that cuDNN refuses, in the middle of others
//   cudnn_rough_use DEVICE.json threads N [ROUNDS]  N threads build graphs and plans at once
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <thread>

#include "tests/programs/cudnn/cases.h"
#include "tests/programs/cudnn/lists.h"

namespace cudnn_programs {
namespace {

// Quick ones, whose lists hold noted engines on the H200.
const char* const kGraphs[] = {"dgrad odd f32 nchw", "wgrad odd f32 nhwc", "wgrad 3x3 f64 nchw",
                               "dgrad 5x5 f16 nhwc", "fprop odd f32 nchw"};

struct Tally {
  std::atomic<int> plans{0}, noted{0}, refused{0};
};

// The first plan that can be built of a list, as frameworks do. The graph's parts, the list and the configurations go as
// early as can be.
void build_plan(Graph graph, const Descriptor& device, cudnnBackendHeurMode_t mode, Tally* tally) {
  graph.drop_parts();
  std::vector<Descriptor> configs;
  {
    const List list(graph.get(), device, mode);
    configs = list.fetch(list.count());
  }
  for (Descriptor& config : configs) {
    const bool noted = entry_of(config).noted;
    Descriptor plan = plan_of(config, device);
    if (plan.try_finalize() != CUDNN_STATUS_SUCCESS) {
      ++tally->refused;
      continue;
    }
    config = Descriptor(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    ++tally->plans;
    tally->noted += noted ? 1 : 0;
    return;
  }
}

void use_early(const Descriptor& device, int rounds, Tally* tally) {
  for (int round = 0; round < rounds; ++round)
    for (const char* const name : kGraphs)
      for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK})
        build_plan(case_called(name).build(), device, mode, tally);
}

// How often an address was given out again, so that the test shows that it happens.
void print_reuse() {
  std::set<cudnnBackendDescriptor_t> seen;
  int again = 0;
  for (int i = 0; i < 100; ++i)
    again += seen.insert(Descriptor(CUDNN_BACKEND_ENGINE_DESCRIPTOR).get()).second ? 0 : 1;
  puts(again > 0 ? "addresses come again" : "each address once");
}

void print(const Tally& tally) {
  printf("%d plans, %s of noted engines, %d refused\n", tally.plans.load(),
         tally.noted > 0 ? "some" : "none", tally.refused.load());
}

void fail_in_the_middle(const Descriptor& device) {
  constexpr int64_t kNoEngine = 100000;
  Tally tally;
  const Graph graph = case_called("wgrad 3x3 f64 nchw").build();
  Descriptor empty(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  printf("graph without operations %d\n", empty.try_finalize());
  Descriptor engine(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
  engine.set(CUDNN_ATTR_ENGINE_OPERATION_GRAPH, graph.get());
  printf("engine without number %d\n", engine.try_finalize());
  const cudnnStatus_t set =
      api().set(engine.get(), CUDNN_ATTR_ENGINE_GLOBAL_INDEX, CUDNN_TYPE_INT64, 1, &kNoEngine);
  printf("number that no engine has %d, %d\n", set, engine.try_finalize());
  Descriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  printf("plan without configuration %d\n", plan.try_finalize());
  Descriptor heuristics(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  printf("list without graph %d\n", heuristics.try_finalize());
  printf("null %d\n", api().finalize(nullptr));
  // Completed, the same descriptors do.
  heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph.get())
      .set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_HEUR_MODE_A)
      .set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, device);
  printf("list %d\n", heuristics.try_finalize());
  build_plan(case_called("wgrad 3x3 f64 nchw").build(), device, CUDNN_HEUR_MODE_A, &tally);
  print(tally);
}

void use_threads(const std::string& device_file, int count, int rounds) {
  Tally tally;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&] { use_early(device_of(device_file), rounds, &tally); });
  for (std::thread& thread : threads) thread.join();
  print(tally);
}

}  // namespace
}  // namespace cudnn_programs

int main(int argc, char** argv) {
  using namespace cudnn_programs;
  if (argc < 3) return 2;
  use_route("linked");
  const std::string what = argv[2];
  const auto number = [&](int at, int otherwise) { return argc > at ? atoi(argv[at]) : otherwise; };
  if (what == "threads") {
    use_threads(argv[1], number(3, 16), number(4, 1));
  } else if (what == "failures") {
    fail_in_the_middle(device_of(argv[1]));
  } else {
    Tally tally;
    use_early(device_of(argv[1]), number(3, 5), &tally);
    print(tally);
    print_reuse();
  }
  return 0;
}
