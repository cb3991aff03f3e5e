// What a convolution by call is of, in words for log lines: "x 32x64x56x56 f16, w 64x64x3x3 f16, …".
// Thread rule: any thread; asks cuDNN, so only where a line is written.
#pragma once
#include "shim/policy/cudnn_legacy.h"
#include "shim/record/text.h"

namespace detshim::cudnn {

// The three descriptors in the order in which the functions of a pass take them. `real` is the real
// function.
struct Shapes {
  const void* real;
  policy::cudnn::Pass pass;
  abi::cudnnDescriptor_t first, second, third;

  // Adds nothing if cuDNN does not say.
  void describe(record::TextBuilder& out) const noexcept;
};

}  // namespace detshim::cudnn
