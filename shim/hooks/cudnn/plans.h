// The choke point: what may be finalized. Lists are filtered for comfort (heuristics.h); a program
// that takes engines by number, or plans from text, is stopped here. cuDNN's users go on to the next
// configuration when one is not supported.
//
//   Finalize -> before_finalize -> the real Finalize -> after_finalize
//
// Thread rule: any thread; no lock of ours is held across a call of cuDNN. Nothing throws.
#pragma once
#include "shim/hooks/cudnn/backend.h"

namespace detshim::cudnn {

// CUDNN_STATUS_SUCCESS: go on to the real call; else the answer.
abi::cudnnStatus_t before_finalize(const void* real,
                                   abi::cudnnBackendDescriptor_t descriptor) noexcept;
// The answer after a real call that succeeded.
abi::cudnnStatus_t after_finalize(const void* real,
                                  abi::cudnnBackendDescriptor_t descriptor) noexcept;

// May this plan run? A plan from text shows its engine only when it is finalized; a program that
// goes on with one that was refused then is stopped here.
bool may_run(abi::cudnnBackendDescriptor_t plan) noexcept;
abi::cudnnStatus_t not_supported(const void* real) noexcept;

}  // namespace detshim::cudnn
