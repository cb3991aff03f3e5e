// A slot is one atomic pointer, key and value at once; its owner is pinned before it is published,
// since a cached pointer into a closed library would crash the program.
#include "shim/interpose/resolve.h"

#include <dlfcn.h>

#include <atomic>
#include <cstring>

#include "shim/interpose/dlerror_state.h"
#include "shim/interpose/libc.h"
#include "shim/interpose/scope.h"

namespace detshim::interpose {
namespace {

std::atomic<void*> g_slots[kLookupCount][kCopies];

// Call sites of the exported stubs in one word: return address << 8 | copy << 4 | caller. User
// addresses have 47 bits.
constexpr int kSites = 32;
std::atomic<uint64_t> g_sites[kLookupCount][kSites];

std::atomic<uint64_t>& site_of(int row, uint64_t address) {
  return g_sites[row][(address ^ address >> 7) % kSites];
}

void pin(const void* function) {
  Object owner;
  if (!may_dlopen() || !find_object(function, &owner) || *owner.name == '\0')
    return;  // the main program stays
  if (libc.dlopen(owner.name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) == nullptr) libc.dlerror();
}

// Any loaded library of the row's family, in load order.
void* any_of_library(int row) {
  struct Search {
    int row;
    void* found;
  } search{row, nullptr};
  each_object(
      [](const Object& o, void* context) {
        auto& s = *static_cast<Search*>(context);
        const HookInfo& hook = kHooks[s.row];
        const char* prefix = kLibraryFiles[static_cast<int>(hook.library)];
        if (strncmp(file_name(o.name), prefix, strlen(prefix)) != 0) return false;
        s.found = elf_symbol(o.base, o.dynamic, hook.name);
        return s.found != nullptr;
      },
      &search);
  return search.found;
}

}  // namespace

void* slot_real(int row, int copy) noexcept {
  return g_slots[row][copy].load(std::memory_order_acquire);
}

int slot_for(int row, void* real) noexcept {
  for (const bool pinned : {false, true}) {
    for (int i = 0; i < kCopies; ++i) {
      void* seen = slot_real(row, i);
      if (seen == real) return i;
      if (seen != nullptr) continue;
      if (!pinned) break;  // new: pin it first, then look again
      if (g_slots[row][i].compare_exchange_strong(seen, real, std::memory_order_acq_rel) ||
          seen == real)
        return i;
    }
    if (!pinned) pin(real);
  }
  return -1;
}

void* after_self(const char* name, const char* version) noexcept {
  void* real = lookup(RTLD_NEXT, name, version);
  return in_self(real) ? nullptr
                       : real;  // a library that is not -Bsymbolic gives us back ourselves
}

Target direct_target(int row, const void* return_address) noexcept {
  const auto address = reinterpret_cast<uint64_t>(return_address);
  std::atomic<uint64_t>& site = site_of(row, address);
  const uint64_t word = site.load(std::memory_order_acquire);
  if (word >> 8 == address) {
    const int copy = static_cast<int>(word >> 4 & 15);
    return {slot_real(row, copy), static_cast<Caller>(word & 15), copy};
  }

  const DlErrorGuard keep;
  Object object;
  const bool known = find_object(return_address, &object);
  const Caller caller = known ? classify(object) : Caller::user;
  const char* name = kHooks[row].name;
  void* real = after_self(name, nullptr);
  if (real == nullptr && known) real = caller_scope(object, name, nullptr);
  if (real == nullptr) real = slot_real(row, 0);
  if (real == nullptr) real = any_of_library(row);
  if (real == nullptr)
    return {kHooks[row].unavailable, caller, 0};  // not remembered: it may be loaded later
  const int copy = slot_for(row, real);
  if (copy >= 0)
    site.store(address << 8 | static_cast<uint64_t>(copy) << 4 | static_cast<uint64_t>(caller),
               std::memory_order_release);
  return {real, caller, copy};
}

}  // namespace detshim::interpose
