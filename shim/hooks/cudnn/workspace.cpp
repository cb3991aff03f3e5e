#include "shim/hooks/cudnn/workspace.h"

#include <dlfcn.h>

#include <mutex>

#include "shim/hooks/cudnn/siblings.h"

namespace detshim::cudnn {
namespace {

using Status = int;  // CUresult; 0 is success
using DevicePointer = unsigned long long;

struct Driver {
  Status (*context)(void** context);
  Status (*is_capturing)(void* stream, int* status);
  Status (*allocate)(DevicePointer* memory, size_t bytes);
};

// The program's driver, past our own hooks. False if it has none.
bool load(Driver* out) noexcept {
  void* const library = interpose::libc.dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) {
    interpose::libc.dlerror();
    return false;
  }
  const auto take = [library](const char* name, auto* function) {
    void* const found = interpose::libc.dlsym(library, name);
    if (found == nullptr) interpose::libc.dlerror();
    *function = reinterpret_cast<std::remove_reference_t<decltype(*function)>>(found);
    return found != nullptr;
  };
  const bool complete = take("cuCtxGetCurrent", &out->context) &&
                        take("cuStreamIsCapturing", &out->is_capturing) &&
                        take("cuMemAlloc_v2", &out->allocate);
  interpose::libc.dlclose(library);
  return complete;
}

struct Block {
  void* context;
  void* stream;
  DevicePointer memory;
  size_t bytes;
};

struct Blocks {
  static constexpr size_t kMost = 256;  // streams
  std::mutex lock;
  Block blocks[kMost];
  size_t count = 0;
};
constinit Blocks g_blocks{};

Block* block_of(void* context, void* stream) noexcept {
  for (size_t i = 0; i < g_blocks.count; ++i) {
    Block& block = g_blocks.blocks[i];
    if (block.context == context && block.stream == stream) return &block;
  }
  if (g_blocks.count == Blocks::kMost) return nullptr;
  Block& fresh = g_blocks.blocks[g_blocks.count++];
  fresh = {context, stream, 0, 0};
  return &fresh;
}

}  // namespace

void* own_workspace(const void* real, abi::cudnnHandle_t handle, size_t bytes) noexcept {
  const auto get_stream = sibling<abi::cudnnGetStream>(real, "cudnnGetStream");
  Driver driver{};
  void *stream = nullptr, *context = nullptr;
  int capturing = 0;
  if (get_stream == nullptr || get_stream(handle, &stream) != abi::CUDNN_STATUS_SUCCESS ||
      !load(&driver) || driver.context(&context) != 0 || context == nullptr ||
      driver.is_capturing(stream, &capturing) != 0 || capturing != 0)
    return nullptr;
  // Not waited for: a forked child may find it taken for ever.
  const std::unique_lock held(g_blocks.lock, std::try_to_lock);
  Block* const block = held ? block_of(context, stream) : nullptr;
  if (block == nullptr) return nullptr;
  if (block->bytes < bytes) {
    DevicePointer memory = 0;
    if (driver.allocate(&memory, bytes) != 0) return nullptr;
    block->memory = memory;
    block->bytes = bytes;
  }
  return reinterpret_cast<void*>(static_cast<uintptr_t>(block->memory));
}

}  // namespace detshim::cudnn
