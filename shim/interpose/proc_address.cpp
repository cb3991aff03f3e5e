// cuGetProcAddress: the real one answers first, then the *returned address* decides which wrapper
// fits, so signature, version and stream flavour follow from the answer. The question counts only
// where the address is no export.
#include <atomic>
#include <cstring>

#include "shim/interpose/dlerror_state.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"
#include "shim/interpose/resolve.h"

namespace detshim::interpose {
namespace {

constexpr uint64_t kPerThreadDefaultStream = 2;  // CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM

struct DriverMap {  // exports of one driver copy; built once, kept: a driver with a slot is pinned
  std::atomic<int> state{0};  // 0 free, 1 being built, 2 ready
  uintptr_t start = 0;
  void* exports[kLookupCount] = {};
};
DriverMap g_maps[kCopies];

void build(DriverMap& map, const Object& driver) {
  map.start = driver.start;
  for (int i = 0; i < kLookupCount; ++i)
    if (kHooks[i].library == Library::k_driver)
      map.exports[i] = elf_symbol(driver.base, driver.dynamic, kHooks[i].name);
}

int row_of(const DriverMap& map, const void* address) {
  for (int i = 0; i < kLookupCount; ++i)
    if (map.exports[i] == address) return i;
  return -1;
}

int row_by_export(const Object& driver, const void* address) {
  for (DriverMap& map : g_maps) {
    int state = map.state.load(std::memory_order_acquire);
    if (state == 0 && map.state.compare_exchange_strong(state, 1)) {
      build(map, driver);
      map.state.store(2, std::memory_order_release);
      state = 2;
    }
    if (state == 2 && map.start == driver.start) return row_of(map, address);
  }
  DriverMap once;  // one is being built, or this is a fifth driver
  build(once, driver);
  return row_of(once, address);
}

// The driver exports the asked function at this address under a name that we do not hook
// (cuMemAlloc v1, …).
bool is_plain_export(const Object& driver, const char* symbol, const void* address) {
  char name[128];
  for (const char* suffix : {"", "_v2", "_v3", "_ptsz", "_v2_ptsz", "_ptds", "_v2_ptds"}) {
    if (strlen(symbol) + strlen(suffix) >= sizeof name) return true;
    strcpy(stpcpy(name, symbol), suffix);
    if (elf_symbol(driver.base, driver.dynamic, name) == address) return true;
  }
  return false;
}

int row_by_question(const char* symbol, int version, uint64_t flags) {
  int best = -1;
  for (int i = 0; i < kLookupCount; ++i) {
    const HookInfo& h = kHooks[i];
    if (h.base == nullptr || strcmp(h.base, symbol) != 0 || version < h.since || version >= h.until)
      continue;
    if (h.per_thread && (flags & kPerThreadDefaultStream) == 0) continue;
    if (best < 0 || h.per_thread) best = i;
  }
  return best;
}

void* wrap(const char* symbol, void* address, int version, uint64_t flags) {
  const ErrnoGuard keep_errno;
  Object driver;
  if (in_self(address) || !find_object(address, &driver)) return address;
  int row = row_by_export(driver, address);
  if (row < 0 && symbol != nullptr && *symbol != '\0' && version > 0 &&
      !is_plain_export(driver, symbol, address))
    row = row_by_question(symbol, version, flags);
  if (row < 0) return address;
  const DlErrorGuard keep_dlerror;
  const int copy = slot_for(row, address);
  return copy < 0 ? address : kHooks[row].thunks[copy];
}

}  // namespace

using GetProcAddress = Hook<HookId::cuGetProcAddress>;
template <>
abi::CUresult GetProcAddress::on_call(const Call& call, const char* symbol, void** function,
                                      int version, uint64_t flags) {
  const abi::CUresult result = call.real(symbol, function, version, flags);
  if (result == 0 && function != nullptr && *function != nullptr)
    *function = wrap(symbol, *function, version, flags);
  return result;
}

using GetProcAddressV2 = Hook<HookId::cuGetProcAddress_v2>;
template <>
abi::CUresult GetProcAddressV2::on_call(const Call& call, const char* symbol, void** function,
                                        int version, uint64_t flags, int* status) {
  const abi::CUresult result = call.real(symbol, function, version, flags, status);
  if (result == 0 && function != nullptr && *function != nullptr)
    *function = wrap(symbol, *function, version, flags);
  return result;
}

}  // namespace detshim::interpose
