#include "shim/hooks/cudnn/engines.h"

#include <algorithm>

namespace detshim::cudnn {

using abi::CUDNN_STATUS_SUCCESS;

Noted engine_noted(const Backend& backend, abi::cudnnBackendDescriptor_t engine,
                   int64_t* index) noexcept {
  constexpr int64_t kRoom = 64;  // 10 notes in 9.19, more in each release
  abi::cudnnBackendNumericalNote_t notes[kRoom];
  int64_t count = 0;
  if (index != nullptr) {
    int64_t one = 0;
    if (backend.get(engine, abi::CUDNN_ATTR_ENGINE_GLOBAL_INDEX, abi::CUDNN_TYPE_INT64, 1, &one,
                    index) != CUDNN_STATUS_SUCCESS)
      *index = -1;
  }
  if (backend.get(engine, abi::CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, abi::CUDNN_TYPE_NUMERICAL_NOTE,
                  kRoom, &count, notes) != CUDNN_STATUS_SUCCESS)
    return Noted::unknown;
  const auto* const begin = std::begin(notes);
  const auto* const end = begin + std::clamp<int64_t>(count, 0, kRoom);
  return std::find(begin, end, abi::CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC) != end ? Noted::yes
                                                                                  : Noted::no;
}

Noted config_noted(const Backend& backend, abi::cudnnBackendDescriptor_t config,
                   int64_t* index) noexcept {
  const Scratch engine(backend, abi::CUDNN_BACKEND_ENGINE_DESCRIPTOR);
  abi::cudnnBackendDescriptor_t filled = engine.get();
  int64_t count = 0;
  if (!engine ||
      backend.get(config, abi::CUDNN_ATTR_ENGINECFG_ENGINE, abi::CUDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                  &count, &filled) != CUDNN_STATUS_SUCCESS)
    return Noted::unknown;
  return engine_noted(backend, filled, index);
}

}  // namespace detshim::cudnn
