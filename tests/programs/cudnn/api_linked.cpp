// Of programs that are linked with cuDNN.
#include "tests/programs/cudnn/api.h"

namespace cudnn_programs {

Api linked_api() {
  return {&cudnnBackendCreateDescriptor,  &cudnnBackendDestroyDescriptor, &cudnnBackendFinalize,
          &cudnnBackendSetAttribute,      &cudnnBackendGetAttribute,      &cudnnBackendExecute,
          &cudnnBackendPopulateCudaGraph, &cudnnBackendUpdateCudaGraph,   &cudnnGetVersion,
          &cudnnGetLastErrorString};
}

}  // namespace cudnn_programs
