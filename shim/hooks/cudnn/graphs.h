// Operation graphs at the moment they are finalized: what is remembered of them, and what is changed.
// Thread rule: any thread.
#pragma once
#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// Before the real Finalize of an operation graph: notes its facts, and gives the reductions of a
// matmul_reduction graph the attribute that makes them deterministic, in copies of the program's
// descriptors. If that cannot be, the graph stays as it is.
void prepare_graph(const Backend& backend, Tracked& graph);

}  // namespace detshim::cudnn
