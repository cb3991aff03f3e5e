// Operation graphs: what is changed when their operations are set, and what is remembered of them when
// they are finalized.
// Thread rule: any thread.
#pragma once
#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// The operations to hand on for CUDNN_ATTR_OPERATIONGRAPH_OPS of `graph`: the program's, or, for a
// matmul_reduction graph, copies of its reductions with the attribute that makes them deterministic.
// (cuDNN takes operations once: set again they are added.) If that cannot be, the program's. The
// answer lives as long as the graph.
const void* operations_to_set(const void* real, abi::cudnnBackendDescriptor_t graph, int64_t count,
                              const void* operations) noexcept;

// Before the real Finalize of an operation graph: notes its facts.
void note_graph(const Backend& backend, Tracked& graph);

}  // namespace detshim::cudnn
