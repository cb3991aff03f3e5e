// What a finalized engine configuration consists of, and for which device: the content of a lock
// entry.
// Thread rule: any thread, outside every lock of ours. May throw std::bad_alloc.
#pragma once
#include <string>

#include "config/cudnn_lock.h"
#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// False if cuDNN does not say it.
bool choice_of(const Backend& backend, abi::cudnnBackendDescriptor_t config,
               config::LockedPlan* out);

// The device that `asked` (a heuristics descriptor, an engine or a plan) is for: its device
// properties, else those of the handle of its graph. "unknown GPU" where cuDNN does not say it
// (before 9.8).
std::string device_of(const Backend& backend, const Tracked& asked);

}  // namespace detshim::cudnn
