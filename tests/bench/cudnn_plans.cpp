// What a program pays for plans of cuDNN's graph API, warm: bench_cudnn_plans DEVICE.json
// Least nanoseconds of each kind:
//   build_*    make a graph, ask for its list, fetch it, finalize the first plan
//   execute    call cudnnBackendExecute, which refuses at once without a handle
#include <algorithm>
#include <cstdio>

#include "tests/bench/timing.h"
#include "tests/programs/cudnn/builders.h"
#include "tests/programs/cudnn/lists.h"

namespace {

using namespace cudnn_programs;

constexpr int kBuilds = 60;

Descriptor build(Pass pass, cudnnDataType_t type, const Descriptor& device) {
  const Convolution shape{{16, 128, 64, 64}, {256, 128, 3, 3}, {1, 1}, {1, 1}, {1, 1}};
  const Graph graph = convolution(pass, shape, type, Layout::channels_last);
  const List list(graph.get(), device, CUDNN_HEUR_MODE_A);
  const auto configs = list.fetch(list.count());
  for (const Descriptor& config : configs) {
    Descriptor plan = plan_of(config, device);
    if (plan.try_finalize() == CUDNN_STATUS_SUCCESS) return plan;
  }
  throw Failure(CUDNN_STATUS_NOT_SUPPORTED, "no plan");
}

void measure_builds(const char* name, Pass pass, cudnnDataType_t type, const Descriptor& device) {
  double best = 1e18;
  for (int i = 0; i < kBuilds; ++i) {
    const double start = now_ns();
    build(pass, type, device);
    best = std::min(best, now_ns() - start);
  }
  printf("%s %.0f\n", name, best);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  use_route("linked");
  const Descriptor device = device_of(argv[1]);
  measure_builds("build_forward", Pass::forward, CUDNN_DATA_HALF, device);
  measure_builds("build_backward", Pass::backward_data, CUDNN_DATA_FLOAT, device);
  const Descriptor plan = build(Pass::backward_data, CUDNN_DATA_FLOAT, device);
  const Descriptor pack(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  const auto& functions = api();
  MEASURE("execute", functions.execute(nullptr, plan.get(), pack.get()));
  return 0;
}
