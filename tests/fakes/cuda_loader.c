/* A driver without a device that accepts code: what cuDNN asks of libcuda.so.1 while it finalizes plans whose kernels
 * NVRTC compiles. Loading, looking up and querying succeed; nothing can be launched. The functions here give values;
 * all others answer CUDA_SUCCESS (cuda_loader_names.py). Tables that are not documented are not supported.
 * Thread rule: any thread, nothing is written but what the caller points to. */
#include <stddef.h>

enum {
  kSuccess = 0,
  kNotSupported = 801,
  kDriverVersion = 13000,
  kRegisters = 128,        /* of every kernel */
  kBlocks = 2,             /* that fit on a multiprocessor */
  kClusters = 66,          /* that fit on the device */
  kClusterSize = 8,        /* the largest that can be had */
  kAttributeRegisters = 4, /* CU_FUNC_ATTRIBUTE_NUM_REGS */
};

/* Handles are addresses of nothing: each kind has its own, so that a mistake shows. */
static char a_library, a_module, a_kernel, a_function, a_context;

static int give(void** out, void* value) {
  if (out) *out = value;
  return kSuccess;
}
static int give_number(int* out, int value) {
  if (out) *out = value;
  return kSuccess;
}

int cuDriverGetVersion(int* version) { return give_number(version, kDriverVersion); }
int cuDeviceGetCount(int* count) { return give_number(count, 0); }
int cuGetErrorString(int error, const char** text) {
  (void)error;
  return give((void**)text, "stand-in driver");
}
int cuGetErrorName(int error, const char** text) { return cuGetErrorString(error, text); }

int cuGetExportTable(void) { return kNotSupported; }
int cuGetProcAddress(void) { return kNotSupported; }
int cuGetProcAddress_v2(void) { return kNotSupported; }

int cuCtxGetCurrent(void** context) { return give(context, NULL); }
int cuDevicePrimaryCtxRetain(void** context) { return give(context, &a_context); }

int cuLibraryLoadData(void** library) { return give(library, &a_library); }
int cuLibraryGetModule(void** module) { return give(module, &a_module); }
int cuLibraryGetKernel(void** kernel) { return give(kernel, &a_kernel); }
int cuKernelGetFunction(void** function) { return give(function, &a_function); }
int cuModuleLoadData(void** module) { return give(module, &a_module); }
int cuModuleLoadDataEx(void** module) { return give(module, &a_module); }
int cuModuleLoadFatBinary(void** module) { return give(module, &a_module); }
int cuModuleGetFunction(void** function) { return give(function, &a_function); }

int cuFuncGetAttribute(int* value, int attribute) {
  return give_number(value, attribute == kAttributeRegisters ? kRegisters : 0);
}
int cuKernelGetAttribute(int* value, int attribute) { return cuFuncGetAttribute(value, attribute); }
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks) {
  return give_number(blocks, kBlocks);
}
int cuOccupancyMaxActiveClusters(int* clusters) { return give_number(clusters, kClusters); }
int cuOccupancyMaxPotentialClusterSize(int* size) { return give_number(size, kClusterSize); }
