#include "tests/programs/cudnn/lists.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace cudnn_programs {

const char* name_of(cudnnBackendHeurMode_t mode) {
  switch (mode) {
    case CUDNN_HEUR_MODE_A:
      return "A";
    case CUDNN_HEUR_MODE_B:
      return "B";
    case CUDNN_HEUR_MODE_INSTANT:
      return "INSTANT";
    case CUDNN_HEUR_MODE_FALLBACK:
      return "FALLBACK";
    default:
      return "other";
  }
}

Descriptor device_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  Descriptor device(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
  device.set(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, text.str()).finalize();
  return device;
}

bool is_noted(const Descriptor& engine) {
  constexpr size_t kRoom = 64;
  const auto notes =
      engine.values<cudnnBackendNumericalNote_t>(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, kRoom);
  return std::find(notes.begin(), notes.end(), CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC) !=
         notes.end();
}

Entry entry_of(const Descriptor& config) {
  Entry entry;
  Descriptor engine(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
  if (config.fill(CUDNN_ATTR_ENGINECFG_ENGINE, engine) != CUDNN_STATUS_SUCCESS) return entry;
  entry.engine = engine.number(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, -1);
  entry.noted = is_noted(engine);

  // cuDNN fills descriptors that are there; a count query has none for it.
  std::vector<Descriptor> choices;
  std::vector<cudnnBackendDescriptor_t> row;
  for (int i = 0; i < CUDNN_KNOB_TYPE_COUNTS; ++i)
    row.push_back(choices.emplace_back(CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR).get());
  int64_t count = 0;
  if (api().get(config.get(), CUDNN_ATTR_ENGINECFG_KNOB_CHOICES, CUDNN_TYPE_BACKEND_DESCRIPTOR,
                static_cast<int64_t>(row.size()), &count, row.data()) != CUDNN_STATUS_SUCCESS)
    return entry;
  for (int64_t i = 0; i < count && i < CUDNN_KNOB_TYPE_COUNTS; ++i) {
    const Descriptor& choice = choices[static_cast<size_t>(i)];
    const auto type = choice.values<cudnnBackendKnobType_t>(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, 1);
    if (type.empty()) continue;
    entry.knobs += (entry.knobs.empty() ? "" : " ") + std::to_string(type[0]) + "=" +
                   std::to_string(choice.number(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, -1));
  }
  return entry;
}

std::vector<Entry> entries_of(const std::vector<Descriptor>& configs) {
  std::vector<Entry> entries;
  for (const Descriptor& config : configs) entries.push_back(entry_of(config));
  return entries;
}

List::List(const Descriptor& graph, const Descriptor& device, cudnnBackendHeurMode_t mode) {
  list_.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph)
      .set(CUDNN_ATTR_ENGINEHEUR_MODE, mode)
      .set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, device)
      .finalize();
}

int64_t List::count() const {
  int64_t count = 0;
  const cudnnStatus_t status = api().get(list_.get(), CUDNN_ATTR_ENGINEHEUR_RESULTS,
                                         CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, nullptr);
  return status == CUDNN_STATUS_SUCCESS ? count : -1;
}

std::vector<Descriptor> List::fetch(int64_t requested) const {
  std::vector<Descriptor> configs;
  std::vector<cudnnBackendDescriptor_t> row;
  for (int64_t i = 0; i < requested; ++i)
    row.push_back(configs.emplace_back(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR).get());
  int64_t given = 0;
  if (requested <= 0 ||
      api().get(list_.get(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
                requested, &given, row.data()) != CUDNN_STATUS_SUCCESS)
    given = 0;
  while (static_cast<int64_t>(configs.size()) > given) configs.pop_back();
  return configs;
}

Descriptor plan_of(const Descriptor& config, const Descriptor& device) {
  Descriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  plan.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config)
      .set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, device);
  return plan;
}

Descriptor engine_of(const Descriptor& graph, const Descriptor& device, int64_t index) {
  Descriptor engine(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
  engine.set(CUDNN_ATTR_ENGINE_OPERATION_GRAPH, graph)
      .set(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, index)
      .set(CUDNN_ATTR_ENGINE_DEVICEPROP, device);
  return engine;
}

Descriptor config_of(const Descriptor& engine) {
  Descriptor config(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  config.set(CUDNN_ATTR_ENGINECFG_ENGINE, engine);
  return config;
}

}  // namespace cudnn_programs
