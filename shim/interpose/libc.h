// The C library's own functions, whoever else interposes, and the next definitions behind our libc
// hooks.
#pragma once
#include <cerrno>

#include "hook_table.h"
#include "shim/interpose/objects.h"

// Next definition (RTLD_NEXT) of each libc row, for C++ and for assembly stubs; null before
// boot_libc().
extern "C" __attribute__((visibility("hidden"))) void* detshim_libc_next[];

namespace detshim::interpose {

// Found by walking libc's dynamic section, once, by boot_libc(). Function pointers are null where
// libc lacks them.
struct Libc {
  void* (*dlsym)(void*, const char*);
  void* (*dlvsym)(void*, const char*, const char*);
  void* (*dlopen)(const char*, int);
  int (*dlclose)(void*);
  char* (*dlerror)();
  int (*dladdr1)(const void*, void*, void**, int);
  int (*find_object)(void*, void*);  // _dl_find_object, glibc >= 2.35
  const r_debug* debug;              // the loader's list and state
};
extern Libc libc;

// Idempotent; any thread, before our constructor too. Everything in shim/interpose and each libc
// hook calls it first.
void boot_libc() noexcept;

// Default-version definition of `name` in one loaded object, through DT_GNU_HASH; null if none. No
// lock, no allocation.
void* elf_symbol(ElfW(Addr) base, const ElfW(Dyn) * dynamic, const char* name) noexcept;

void* libc_next(int slot) noexcept;  // boots first

// The definition of a libc row that the program would reach without us; null if there is none.
template <HookId Id>
void* real_libc() noexcept {
  static_assert(static_cast<int>(Id) >= kLookupCount, "not a libc row of hooks.toml");
  return libc_next(static_cast<int>(Id) - kLookupCount);
}

struct ErrnoGuard {
  ErrnoGuard() noexcept : saved(errno) {}
  ~ErrnoGuard() { errno = saved; }
  ErrnoGuard(const ErrnoGuard&) = delete;
  ErrnoGuard& operator=(const ErrnoGuard&) = delete;
  int saved;
};

}  // namespace detshim::interpose
