// Does cuDNN itself call an engine nondeterministic? Asked through its documented numerical notes.
// Thread rule: any thread, outside every lock of ours.
#pragma once
#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// `engine` is finalized. `index`, where wanted, becomes its global index, or -1.
Noted engine_noted(const Backend& backend, abi::cudnnBackendDescriptor_t engine,
                   int64_t* index = nullptr) noexcept;
// The same of the engine inside a finalized engine configuration.
Noted config_noted(const Backend& backend, abi::cudnnBackendDescriptor_t config,
                   int64_t* index = nullptr) noexcept;

}  // namespace detshim::cudnn
