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

// For want of memory, of host or device, in cuDNN 8 and 9.
constexpr bool is_out_of_memory(abi::cudnnStatus_t status) noexcept {
  constexpr int kV8 = 2, kHost = 4003, kDevice = 4004;
  return status == kV8 || status == kHost || status == kDevice;
}

struct Shapes;  // legacy_shapes.h

// "cudnnCTCLoss: algorithm 1 -> 0 (cuDNN calls it nondeterministic)", counted each time, written
// once; in observe mode "would become".
void report_replaced(const char* function, int asked, int given,
                     const Shapes* shapes = nullptr) noexcept;
// An entry that was, or would be, taken out of a list of algorithms.
void report_dropped(const char* function, int algorithm, const Shapes* shapes) noexcept;
// A nondeterministic algorithm has to stay: said once for each `id`.
void complain_left(const char* id, const char* function, const char* why) noexcept;
// The first choice could not be tried for want of memory: another stands first, this time.
void complain_find_memory(const char* function, int untried, int first) noexcept;

}  // namespace detshim::cudnn
