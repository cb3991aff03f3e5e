// Which loaded object does an address belong to.
// Thread rule: any thread; in a forked child too (see objects.cpp for what that takes). Allocates
// nothing.
#pragma once
#include <elf.h>
#include <link.h>

#include <cstdint>

namespace detshim::interpose {

struct Object {
  uintptr_t start, end;  // addresses; end may be start + 1 where only the owner is known
  ElfW(Addr) base;
  const ElfW(Dyn) * dynamic;
  const char* name;  // path; "" for the main program; lives as long as the object
};

bool find_object(const void* address, Object* out) noexcept;

// Visits loaded objects until `visit` returns true; true if it did.
bool each_object(bool (*visit)(const Object&, void*), void* context) noexcept;

// Is the address inside libdetshim.so?
bool in_self(const void* address) noexcept;

// False where a dlopen, RTLD_NOLOAD included, could end the process: in a child forked while
// another thread of the parent was inside dlopen (glibc asserts a consistent loader state).
bool may_dlopen() noexcept;

void objects_after_fork_in_child() noexcept;

// The last component of a path.
const char* file_name(const char* path) noexcept;

}  // namespace detshim::interpose
