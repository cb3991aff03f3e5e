/* A preload between the shim and cuDNN, with two of its functions: cuDNN calls every engine nondeterministic. */
#define _GNU_SOURCE
#include <cudnn_graph.h>
#include <dlfcn.h>

cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                       cudnnBackendAttributeName_t name,
                                       cudnnBackendAttributeType_t type, int64_t requested,
                                       int64_t* count, void* elements) {
  __typeof__(&cudnnBackendGetAttribute) next =
      (__typeof__(next))dlsym(RTLD_NEXT, "cudnnBackendGetAttribute");
  const cudnnStatus_t status = next(descriptor, name, type, requested, count, elements);
  if (status == CUDNN_STATUS_SUCCESS && name == CUDNN_ATTR_ENGINE_NUMERICAL_NOTE && count &&
      *count < requested) {
    cudnnBackendNumericalNote_t* notes = elements;
    for (int64_t i = 0; i < *count; ++i)
      if (notes[i] == CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC) return status;
    notes[(*count)++] = CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC;
  }
  return status;
}

cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) {
  return ((__typeof__(&cudnnBackendFinalize))dlsym(RTLD_NEXT, "cudnnBackendFinalize"))(descriptor);
}
