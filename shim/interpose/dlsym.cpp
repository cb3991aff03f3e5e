// What the assembly stubs of dlsym and dlvsym ask: not ours, a wrapper, or "must look absent".
// Path of every lookup in the process: no allocation and no lock until a hooked name is found for
// the first time.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shim/boot/boot.h"
#include "shim/interpose/dlerror_state.h"
#include "shim/interpose/hook_lookup.h"
#include "shim/interpose/libc.h"
#include "shim/interpose/resolve.h"
#include "shim/interpose/scope.h"

// Where unhooked lookups go: the next interposer behind us, else the C library. dl_stubs.S jumps
// through these.
extern "C" {
__attribute__((visibility("hidden"))) void* detshim_next_dlsym;
__attribute__((visibility("hidden"))) void* detshim_next_dlvsym;
}

void* detshim_libc_next[detshim::interpose::kLibcCount + 1];

namespace detshim::interpose {

void find_libc() noexcept;

namespace {

void* const kAbsent = reinterpret_cast<void*>(1);

void* next_or(const char* name, void* own) {
  void* next = after_self(name, nullptr);
  return next != nullptr ? next : own;
}

__attribute__((noinline, cold)) void boot_libc_once() {
  const ErrnoGuard keep;
  find_libc();
  for (int i = 0; kLibcNames[i] != nullptr; ++i)
    detshim_libc_next[i] = after_self(kLibcNames[i], nullptr);
  detshim_next_dlvsym = next_or("dlvsym", reinterpret_cast<void*>(libc.dlvsym));
  void* next = next_or("dlsym", reinterpret_cast<void*>(libc.dlsym));
  __atomic_store_n(&detshim_next_dlsym, next,
                   __ATOMIC_RELEASE);  // last: tells that the rest is there
}

// The C library's words for a symbol that nobody has.
char* undefined_symbol(const char* object, const char* name, const char* version) {
  char* text = nullptr;
  const int size = asprintf(
      &text, "%s: undefined symbol: %s%s%s", *object != '\0' ? object : program_invocation_name,
      name, version != nullptr ? ", version " : "", version != nullptr ? version : "");
  return size < 0 ? nullptr : text;
}

}  // namespace

void boot_libc() noexcept {
  if (__atomic_load_n(&detshim_next_dlsym, __ATOMIC_ACQUIRE) == nullptr) boot_libc_once();
}

void* libc_next(int slot) noexcept {
  boot_libc();
  return detshim_libc_next[slot];
}

namespace {

void* hooked_lookup(int row, void* handle, const char* name, const char* version,
                    const void* return_address) {
  const ErrnoGuard keep;
  Object caller{};
  const bool known = find_object(return_address, &caller);
  if (known && is_exempt(classify(caller), kHooks[row].library)) return nullptr;

  void* real = version != nullptr ? libc.dlvsym(handle, name, version) : libc.dlsym(handle, name);
  asm volatile("" : "+r"(real));  // no tail call: the C library must see us as the caller
  const bool found_us = in_self(real);
  if (real == nullptr) libc.dlerror();
  if (real != nullptr && !found_us && handle == RTLD_DEFAULT && version == nullptr) {
    // In the global scope before us. Another preload will come to us by RTLD_NEXT; the main program
    // will not.
    Object owner;
    if (find_object(real, &owner) && *owner.name != '\0') return nullptr;
  }
  if (found_us || (real == nullptr && handle == RTLD_DEFAULT)) real = after_self(name, version);
  if (real == nullptr && handle == RTLD_DEFAULT && known)
    real = caller_scope(caller, name, version);
  if (real == nullptr) {
    if (!found_us) return nullptr;  // the C library says so in its own words
    const char* object =
        handle == RTLD_DEFAULT ? caller.name : static_cast<link_map*>(handle)->l_name;
    set_dlerror(undefined_symbol(object != nullptr ? object : "", name, version));
    return kAbsent;
  }
  const int copy = slot_for(row, real);
  return copy < 0 ? nullptr : kHooks[row].thunks[copy];
}

// Any lookup that is not ruled out at once.
__attribute__((noinline)) void* lookup_with_care(void* handle, const char* name,
                                                 const char* version, const void* return_address) {
  boot_libc();
  forget_dlerror();
  if (name == nullptr) return nullptr;
  const int row = find_hook(name);
  if (row < 0 || handle == RTLD_NEXT || !boot::enabled()) return nullptr;
  return hooked_lookup(row, handle, name, version, return_address);
}

}  // namespace
}  // namespace detshim::interpose

// Null: not ours, jump on; 1: must look absent; else the wrapper. A leaf for nearly all names of the
// process: it calls nothing and saves no register.
extern "C" __attribute__((visibility("hidden"))) void* detshim_dlsym(void* handle, const char* name,
                                                                     const char* version,
                                                                     const void* return_address) {
  using namespace detshim::interpose;
  const bool booted = __atomic_load_n(&detshim_next_dlsym, __ATOMIC_ACQUIRE) != nullptr;
  if (booted && name != nullptr && !may_be_hooked(name) && !has_own_dlerror()) return nullptr;
  return lookup_with_care(handle, name, version, return_address);
}
