// Operation graphs: what is changed when they get their operations, and what is remembered of them when they are finalized.
// Thread rule: any thread.
#pragma once
#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// Before the real SetAttribute of an operation graph's operations, which cuDNN takes once only: the row to give it. In a
// matmul_reduction graph the reductions stand there as copies of the program's that have the attribute which makes them
// deterministic; `graph` keeps the copies. `elements` itself if there is nothing to change, or it cannot be.
const void* operations_to_give(const Backend& backend, Tracked& graph, const void* elements);

// Before the real Finalize of an operation graph: notes its facts.
void prepare_graph(const Backend& backend, Tracked& graph);

}  // namespace detshim::cudnn
