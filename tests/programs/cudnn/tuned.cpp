// A program whose framework chooses plans by stopwatch, as far as that goes without a device: which
// entry of a list is the fastest comes from SEED, as do the order in which graphs are built and the
// numbers of their tensors.
//
//   cudnn_tuned DEVICE.json SEED [GROUP OF]      with GROUP and OF: only every OF-th graph
// A line for each graph: its name, engine and knobs of the plan.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "tests/programs/cudnn/builders.h"
#include "tests/programs/cudnn/lists.h"

namespace {

using namespace cudnn_programs;

struct Layer {
  const char* name;
  Pass pass;
  cudnnDataType_t type;
};
constexpr Layer kLayers[] = {
    {"forward f16", Pass::forward, CUDNN_DATA_HALF},
    {"forward f32", Pass::forward, CUDNN_DATA_FLOAT},
    {"data f16", Pass::backward_data, CUDNN_DATA_HALF},
    {"data f32", Pass::backward_data, CUDNN_DATA_FLOAT},
    {"filter f16", Pass::backward_filter, CUDNN_DATA_HALF},
    {"filter f32", Pass::backward_filter, CUDNN_DATA_FLOAT},
    {"filter f64", Pass::backward_filter, CUDNN_DATA_DOUBLE},
};

// The plan that "was the fastest": the first that can be finalized, from a place of the list on that
// the stopwatch chose.
std::string tune(const Layer& layer, int64_t first_number, const Descriptor& device,
                 std::mt19937& stopwatch) {
  const Convolution shape{{16, 128, 64, 64}, {256, 128, 3, 3}, {1, 1}, {1, 1}, {1, 1}};
  const Graph graph =
      convolution(layer.pass, shape, layer.type, Layout::channels_last, first_number);
  const List list(graph.get(), device, CUDNN_HEUR_MODE_A);
  const auto configs = list.fetch(list.count());
  const size_t place = stopwatch() % std::max<size_t>(configs.size(), 1);
  for (size_t i = 0; i < configs.size(); ++i) {
    const Descriptor& config = configs[(place + i) % configs.size()];
    Descriptor plan = plan_of(config, device);
    if (plan.try_finalize() != CUDNN_STATUS_SUCCESS) continue;
    const Entry entry = entry_of(config);
    return "engine " + std::to_string(entry.engine) + " " + entry.knobs;
  }
  return "no plan";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  use_route("linked");
  const Descriptor device = device_of(argv[1]);
  std::mt19937 random(static_cast<unsigned>(atoi(argv[2])));
  const size_t group = argc > 4 ? static_cast<size_t>(atoi(argv[3])) : 0;
  const size_t groups = argc > 4 ? static_cast<size_t>(atoi(argv[4])) : 1;
  std::vector<Layer> layers;
  for (size_t i = group; i < std::size(kLayers); i += groups) layers.push_back(kLayers[i]);
  std::shuffle(layers.begin(), layers.end(), random);
  std::map<std::string, std::string> lines;
  for (const Layer& layer : layers)
    lines[layer.name] = tune(layer, 1 + static_cast<int64_t>(random() % 1000), device, random);
  for (const auto& [name, plan] : lines) printf("%s: %s\n", name.c_str(), plan.c_str());
  return 0;
}
