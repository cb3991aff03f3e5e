// What the hooks of cuDNN's calls by algorithm share.
// Thread rule: any thread.
#pragma once
#include "shim/abi/cudnn_legacy.h"
#include "shim/boot/boot.h"

namespace detshim::cudnn {

inline bool pins() noexcept { return boot::settings().cudnn_pin; }

// In cuDNN 9 a family of numbers from 3000 on, in cuDNN 8 one number.
constexpr bool is_not_supported(abi::cudnnStatus_t status) noexcept {
  return status == abi::CUDNN_STATUS_NOT_SUPPORTED_V8 ||
         (status >= abi::CUDNN_STATUS_NOT_SUPPORTED &&
          status < abi::CUDNN_STATUS_NOT_SUPPORTED + 1000);
}
// Sizes and limits that another algorithm does not meet: those, too, are refused before anything runs.
constexpr bool is_refused(abi::cudnnStatus_t status) noexcept {
  constexpr int kBadParameterV8 = 3;
  return is_not_supported(status) || status == kBadParameterV8 ||
         (status >= abi::CUDNN_STATUS_BAD_PARAM && status < abi::CUDNN_STATUS_BAD_PARAM + 1000);
}

// "cudnnCTCLoss: algorithm 1 -> 0 (cuDNN calls it nondeterministic)", counted; in observe mode "would
// become".
void report_replaced(const char* function, int asked, int given) noexcept;
// Entries that were, or would be, taken out of a list of algorithms.
void report_dropped(const char* function, int entries) noexcept;
// A nondeterministic algorithm has to stay: said once for each `id`.
void complain_left(const char* id, const char* function, const char* why) noexcept;

}  // namespace detshim::cudnn
