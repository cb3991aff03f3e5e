// cuDNN: what both of its interfaces share, in our own words from the documented interface
// (cuDNN 9.19; 8.x where marked).
#pragma once

namespace detshim::abi {

// cuDNN 9 groups its values in thousands; cuDNN 8 has small numbers. Others are passed on unread.
enum cudnnStatus_t : int {
  CUDNN_STATUS_SUCCESS = 0,
  CUDNN_STATUS_NOT_SUPPORTED_V8 = 9,
  CUDNN_STATUS_NOT_INITIALIZED = 1001,
  CUDNN_STATUS_BAD_PARAM = 2000,
  CUDNN_STATUS_NOT_SUPPORTED = 3000,
};

using cudnnHandle_t = struct cudnnContext*;

using cudnnGetVersion = unsigned long();
using cudnnCreate = cudnnStatus_t(cudnnHandle_t* handle);

}  // namespace detshim::abi

#include "shim/abi/cudnn_backend.h"
#include "shim/abi/cudnn_legacy.h"
