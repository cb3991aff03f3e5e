// cuDNN's lists of engine configurations, and what stands in an entry.
// Thread rule: one thread per object.
#pragma once
#include <string>
#include <vector>

#include "tests/programs/cudnn/graph.h"

namespace cudnn_programs {

inline constexpr cudnnBackendHeurMode_t kModes[] = {
    CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_B, CUDNN_HEUR_MODE_INSTANT, CUDNN_HEUR_MODE_FALLBACK};
const char* name_of(cudnnBackendHeurMode_t mode);

// A device of which cuDNN knows the properties in FILE only.
Descriptor device_of(const std::string& file);

struct Entry {
  int64_t engine = -1;
  bool noted = false;  // cuDNN calls it nondeterministic
  std::string knobs;   // "type=value ..." in cuDNN's order
  bool operator==(const Entry&) const = default;
};
bool is_noted(const Descriptor& engine);
Entry entry_of(const Descriptor& config);
std::vector<Entry> entries_of(const std::vector<Descriptor>& configs);

class List {
 public:
  // Failure if cuDNN has no such list.
  List(const Descriptor& graph, const Descriptor& device, cudnnBackendHeurMode_t mode);

  int64_t count() const;  // by the count query; -1: refused
  // The first `requested` configurations; fewer if cuDNN gives fewer.
  std::vector<Descriptor> fetch(int64_t requested) const;
  const Descriptor& get() const { return list_; }

 private:
  Descriptor list_{CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR};
};

// A plan for the configuration, not yet finalized.
Descriptor plan_of(const Descriptor& config, const Descriptor& device);
// The engine with that number, not yet finalized, and a configuration of it without choices.
Descriptor engine_of(const Descriptor& graph, const Descriptor& device, int64_t index);
Descriptor config_of(const Descriptor& engine);

}  // namespace cudnn_programs
