// The lists of engine configurations that cuDNN recommends, without those that it notes as
// nondeterministic.
//
// A fetch fills descriptors of the caller's in place, in rank order, up to the first that it cannot
// fill. So the wanted entries are placed by position: the row given to cuDNN holds the caller's
// descriptors at the kept positions and descriptors of our own at the others. Which positions are
// kept is found out once per graph and list by a fetch into descriptors of our own.
// Thread rule: any thread; no lock of ours is held across a call of cuDNN.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// Which entries of a list the caller gets.
struct Selection {
  // Not the list asked for: that holds noted engines only, or the locked engine stands in another.
  std::optional<abi::cudnnBackendHeurMode_t> other_list;
  std::vector<int64_t> kept;  // positions, ascending
  int64_t total = 0;          // entries of the list without the shim
  bool locked = false;        // by a lock file: one entry
};

// A selection, and the list that it selects from where that is not the caller's own.
struct HeuristicsAnswer {
  Selection selection;
  std::unique_ptr<Scratch> other_list;
};

// What the caller gets of the list of `heuristics`; null if it is to be passed through. May ask
// cuDNN at length the first time.
std::shared_ptr<HeuristicsAnswer> answer_of(const Backend& backend, Tracked& heuristics);

// CUDNN_ATTR_ENGINEHEUR_RESULTS with the semantics of the real call. `count` and `elements` as the caller gave
// them.
abi::cudnnStatus_t deliver(const Backend& backend, const Tracked& heuristics,
                           const HeuristicsAnswer& answer, int64_t requested, int64_t* count,
                           void* elements);

// Does cuDNN recommend any engine without the note, in any list, for the graph and device that `asked` (a heuristics
// descriptor or an engine) names?
bool has_deterministic_engine(const Backend& backend, const Tracked& asked);

}  // namespace detshim::cudnn
