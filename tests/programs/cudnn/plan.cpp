// Plans that a program does not take from cuDNN's lists. Prints the status of each step.
//   cudnn_plan DEVICE.json number GRAPH ENGINE        engine, configuration, plan by number
//   cudnn_plan DEVICE.json write GRAPH ENGINE FILE    writes that plan's text
//   cudnn_plan DEVICE.json read FILE                  a plan from text; goes on with it, whatever cuDNN says of it
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/programs/cudnn/cases.h"
#include "tests/programs/cudnn/lists.h"

namespace cudnn_programs {
namespace {

void print_plan_by_number(const Descriptor& device, const Descriptor& graph, int64_t index) {
  Descriptor engine = engine_of(graph, device, index);
  printf("engine %d, ", engine.try_finalize());
  Descriptor config = config_of(engine);
  printf("configuration %d, ", config.try_finalize());
  Descriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  plan.set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, device);
  const cudnnBackendDescriptor_t raw = config.get();
  const cudnnStatus_t set = api().set(plan.get(), CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
                                      CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &raw);
  printf("given to a plan %d, plan %d\n", set, plan.try_finalize());
}

void write_plan(const Descriptor& device, const Descriptor& graph, int64_t index,
                const std::string& file) {
  Descriptor engine = engine_of(graph, device, index);
  engine.finalize();
  Descriptor config = config_of(engine);
  config.finalize();
  Descriptor plan = plan_of(config, device);
  std::ofstream(file) << plan.finalize().text(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION);
}

void print_plan_from_text(const Descriptor& device, const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  Descriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  plan.set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, device)
      .set(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, text.str());
  printf("plan %d", plan.try_finalize());
  const Descriptor pack(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  printf(", run %d", api().execute(nullptr, plan.get(), pack.get()));
  printf(", into a graph %d", api().populate_cuda_graph(nullptr, plan.get(), pack.get(), nullptr));
  printf(", update %d\n", api().update_cuda_graph(nullptr, plan.get(), pack.get(), nullptr));
}

}  // namespace
}  // namespace cudnn_programs

int main(int argc, char** argv) {
  using namespace cudnn_programs;
  if (argc < 4) return 2;
  use_route("linked");
  const Descriptor device = device_of(argv[1]);
  const std::string what = argv[2];
  if (what == "read") {
    print_plan_from_text(device, argv[3]);
    return 0;
  }
  if (argc < 5) return 2;
  const Graph graph = case_called(argv[3]).build();
  if (what == "number")
    print_plan_by_number(device, graph.get(), atoi(argv[4]));
  else if (what == "write" && argc > 5)
    write_plan(device, graph.get(), atoi(argv[4]), argv[5]);
  return 0;
}
