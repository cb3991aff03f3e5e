// A slot belongs to one stream of one context from its first use on. Nothing is locked: a thread may
// be cancelled, or forked away from, inside the driver.
#include "shim/hooks/cudnn/workspace.h"

#include <dlfcn.h>

#include <atomic>
#include <new>

#include "shim/hooks/cudnn/siblings.h"
#include "shim/policy/mix.h"

namespace detshim::cudnn {
namespace {

using Status = int;  // CUresult; 0 is success
using DevicePointer = unsigned long long;
using StreamId = unsigned long long;

struct Driver {
  Status (*context)(void** context);
  Status (*is_capturing)(void* stream, int* status);
  Status (*exchange_capture_mode)(int* mode);
  Status (*allocate)(DevicePointer* memory, size_t bytes);
  Status (*release)(DevicePointer memory);
  Status (*synchronize)();
  Status (*stream_id)(void* stream, StreamId* id);  // CUDA 12; null before
};

// The program's driver, past our own hooks; it stays open. Null if the program has none.
const Driver* driver() noexcept {
  static std::atomic<const Driver*> g_driver{nullptr};
  if (const Driver* known = g_driver.load(std::memory_order_acquire)) return known;
  if (!interpose::may_dlopen()) return nullptr;
  void* const library = interpose::libc.dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  auto* const fresh = library != nullptr ? new (std::nothrow) Driver{} : nullptr;
  if (fresh == nullptr) {
    interpose::libc.dlerror();
    return nullptr;
  }
  const auto take = [library](const char* name, auto* function) {
    void* const found = interpose::libc.dlsym(library, name);
    if (found == nullptr) interpose::libc.dlerror();
    *function = reinterpret_cast<std::remove_reference_t<decltype(*function)>>(found);
    return found != nullptr;
  };
  take("cuStreamGetId", &fresh->stream_id);
  const bool complete = take("cuCtxGetCurrent", &fresh->context) &&
                        take("cuStreamIsCapturing", &fresh->is_capturing) &&
                        take("cuThreadExchangeStreamCaptureMode", &fresh->exchange_capture_mode) &&
                        take("cuMemAlloc_v2", &fresh->allocate) &&
                        take("cuMemFree_v2", &fresh->release) &&
                        take("cuCtxSynchronize", &fresh->synchronize);
  const Driver* published = nullptr;
  if (!complete || !g_driver.compare_exchange_strong(published, fresh, std::memory_order_acq_rel)) {
    delete fresh;
    return published;
  }
  return fresh;
}

struct Memory {
  DevicePointer address;
  size_t bytes;
};
struct Slot {
  std::atomic<uint64_t> key{0};  // of context and stream; 0: free
  std::atomic<StreamId> stream_id{0};
  std::atomic<const Memory*> memory{nullptr};
};
constexpr size_t kSlots = 256;  // streams
constinit Slot g_slots[kSlots]{};

// Three handles stand for a stream that nobody made: null and 1 for the default stream of all threads,
// 2 for the thread's own.
constexpr uintptr_t kLegacyStream = 1, kPerThreadStream = 2;

Slot* slot_of(uint64_t key) noexcept {
  for (size_t step = 0; step < kSlots; ++step) {
    Slot& slot = g_slots[(key + step) % kSlots];
    uint64_t found = slot.key.load(std::memory_order_acquire);
    if (found == 0 && slot.key.compare_exchange_strong(found, key, std::memory_order_acq_rel))
      return &slot;
    if (found == key) return &slot;
  }
  return nullptr;
}

// Null if it cannot be said which stream it is.
Slot* slot_of_stream(const Driver& driver, void* context, void* stream) noexcept {
  auto handle = reinterpret_cast<uintptr_t>(stream);
  if (handle == kLegacyStream) handle = 0;
  StreamId id = 0;
  if (handle != 0 && driver.stream_id != nullptr && driver.stream_id(stream, &id) != 0)
    return nullptr;
  if (handle == kPerThreadStream && id == 0) return nullptr;
  uint64_t key = policy::combine(reinterpret_cast<uintptr_t>(context), handle);
  if (handle == kPerThreadStream) key = policy::combine(key, id);
  Slot* const slot = slot_of(key | 1);
  if (slot == nullptr) return nullptr;
  // Another stream was destroyed and this one made at its address: work of the old one may be queued.
  const StreamId before = slot->stream_id.load(std::memory_order_acquire);
  if (before != 0 && before != id && driver.synchronize() != 0) return nullptr;
  if (before != id) slot->stream_id.store(id, std::memory_order_release);
  return slot;
}

DevicePointer at_least(const Driver& driver, Slot* slot, size_t bytes) noexcept {
  const Memory* now = slot->memory.load(std::memory_order_acquire);
  if (now != nullptr && now->bytes >= bytes) return now->address;
  DevicePointer address = 0;
  if (driver.allocate(&address, bytes) != 0) return 0;
  const auto* const fresh = new (std::nothrow) Memory{address, bytes};
  while (fresh != nullptr && (now == nullptr || now->bytes < bytes))
    if (slot->memory.compare_exchange_weak(now, fresh, std::memory_order_acq_rel)) return address;
  // Another thread has been faster, with as much.
  driver.release(address);
  delete fresh;
  return now != nullptr && now->bytes >= bytes ? now->address : 0;
}

}  // namespace

void* own_workspace(const void* real, abi::cudnnHandle_t handle, size_t bytes) noexcept {
  const auto get_stream = sibling<abi::cudnnGetStream>(real, "cudnnGetStream");
  const Driver* const cuda = driver();
  void *stream = nullptr, *context = nullptr;
  int capturing = 0;
  if (get_stream == nullptr || cuda == nullptr ||
      get_stream(handle, &stream) != abi::CUDNN_STATUS_SUCCESS || cuda->context(&context) != 0 ||
      context == nullptr || cuda->is_capturing(stream, &capturing) != 0 || capturing != 0)
    return nullptr;
  // Else a call of ours would end a capture that another thread has begun.
  constexpr int kRelaxedCaptures = 2;
  int mode = kRelaxedCaptures;
  cuda->exchange_capture_mode(&mode);
  Slot* const slot = slot_of_stream(*cuda, context, stream);
  const DevicePointer memory = slot != nullptr ? at_least(*cuda, slot, bytes) : 0;
  cuda->exchange_capture_mode(&mode);
  return reinterpret_cast<void*>(static_cast<uintptr_t>(memory));
}

}  // namespace detshim::cudnn
