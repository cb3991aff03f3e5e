// Working memory for an algorithm that needs more than the caller gave.
// Thread rule: any thread; one short lock. Memory of one stream is used by that stream alone, grows,
// and is never freed: work that uses it may still be queued.
#pragma once
#include "shim/abi/cudnn_legacy.h"

namespace detshim::cudnn {

// At least `bytes` on the device of the current context, for the stream of `handle`. Null while that
// stream is captured (a graph would go on using it beside the stream), and if there is no memory.
void* own_workspace(const void* real, abi::cudnnHandle_t handle, size_t bytes) noexcept;

}  // namespace detshim::cudnn
