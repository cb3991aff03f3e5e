// A library loaded with RTLD_LOCAL sees its own dependencies and, if it came in as a dependency
// itself, whatever its loader brought along. The loader's scope lists are private, so whoever
// reaches the caller through DT_NEEDED is asked.
#include "shim/interpose/scope.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "shim/interpose/libc.h"
#include "shim/interpose/resolve.h"

namespace detshim::interpose {
namespace {

constexpr int kMaxObjects = 1024;

struct Loaders {
  Object objects[kMaxObjects];
  bool reaches[kMaxObjects];  // has the caller among its dependencies
  int count;
};

const char* strings_of(const Object& o) {
  for (const auto* d = o.dynamic; d != nullptr && d->d_tag != DT_NULL; ++d)
    if (d->d_tag == DT_STRTAB)
      return reinterpret_cast<const char*>(d->d_un.d_ptr < o.base ? o.base + d->d_un.d_ptr
                                                                  : d->d_un.d_ptr);
  return nullptr;
}

bool is_called(const Object& o, const char* file) {  // by its file name or its DT_SONAME
  if (strcmp(file_name(o.name), file) == 0) return true;
  const char* strings = strings_of(o);
  for (const auto* d = o.dynamic; strings != nullptr && d->d_tag != DT_NULL; ++d)
    if (d->d_tag == DT_SONAME) return strcmp(strings + d->d_un.d_val, file) == 0;
  return false;
}

// Does `o` need the caller, or something already known to reach it?
bool reaches_caller(const Loaders& all, const Object& o, const Object& caller) {
  const char* strings = strings_of(o);
  for (const auto* d = o.dynamic; strings != nullptr && d->d_tag != DT_NULL; ++d) {
    if (d->d_tag != DT_NEEDED) continue;
    const char* needed = strings + d->d_un.d_val;
    if (is_called(caller, needed)) return true;
    for (int i = 0; i < all.count; ++i)
      if (all.reaches[i] && is_called(all.objects[i], needed)) return true;
  }
  return false;
}

// Through the object's own handle: a link_map is no usable handle where the object came in as a
// dependency.
void* lookup_in(const char* object, const char* name, const char* version) {
  void* handle = libc.dlopen(*object != '\0' ? object : nullptr, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) {
    libc.dlerror();
    return nullptr;
  }
  void* found = lookup(handle, name, version);
  libc.dlclose(handle);
  return in_self(found) ? nullptr : found;
}

void* loader_scopes(const Object& caller, const char* name, const char* version) {
  auto* all = static_cast<Loaders*>(calloc(1, sizeof(Loaders)));
  if (all == nullptr) return nullptr;
  each_object(
      [](const Object& o, void* context) {
        auto* list = static_cast<Loaders*>(context);
        if (o.dynamic != nullptr && list->count < kMaxObjects) list->objects[list->count++] = o;
        return false;
      },
      all);
  void* found = nullptr;
  for (bool again = true; again && found == nullptr;) {
    again = false;
    for (int i = 0; i < all->count && found == nullptr; ++i) {
      const Object& o = all->objects[i];
      if (all->reaches[i] || !reaches_caller(*all, o, caller)) continue;
      all->reaches[i] = again = true;
      if (*o.name != '\0') found = lookup_in(o.name, name, version);
    }
  }
  free(all);
  return found;
}

}  // namespace

void* lookup(void* handle, const char* name, const char* version) noexcept {
  void* found = version != nullptr ? libc.dlvsym(handle, name, version) : libc.dlsym(handle, name);
  asm volatile("" : "+r"(found));  // no tail call: the C library must see us as the caller
  if (found == nullptr) libc.dlerror();
  return found;
}

void* caller_scope(const Object& caller, const char* name, const char* version) noexcept {
  if (!may_dlopen()) return nullptr;
  void* found = lookup_in(caller.name, name, version);
  return found != nullptr || *caller.name == '\0' ? found : loader_scopes(caller, name, version);
}

}  // namespace detshim::interpose
