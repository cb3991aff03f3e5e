// posix_spawn and posix_spawnp. Their child runs inside the C library, where no exec hook sees it.
#include <spawn.h>

#include <cerrno>

#include "shim/hooks/libc/child_environment.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"

using detshim::HookId;

namespace {

using Strings = char* const*;
using Actions = const posix_spawn_file_actions_t*;
using Attributes = const posix_spawnattr_t*;

template <HookId Id>
int spawn(pid_t* pid, const char* path, Actions actions, Attributes attributes, Strings arguments,
          Strings environment) {
  const auto next =
      reinterpret_cast<int (*)(pid_t*, const char*, Actions, Attributes, Strings, Strings)>(
          detshim::interpose::real_libc<Id>());
  if (next == nullptr) return ENOSYS;
  return detshim::libc_hooks::start_child(environment, [=](Strings environment_of_child) {
    return next(pid, path, actions, attributes, arguments, environment_of_child);
  });
}

}  // namespace

extern "C" {

DETSHIM_EXPORT int hooked_posix_spawn(pid_t*, const char*, Actions, Attributes, Strings,
                                      Strings) asm("posix_spawn");
int hooked_posix_spawn(pid_t* pid, const char* path, Actions actions, Attributes attributes,
                       Strings arguments, Strings environment) {
  return spawn<HookId::posix_spawn>(pid, path, actions, attributes, arguments, environment);
}

DETSHIM_EXPORT int hooked_posix_spawnp(pid_t*, const char*, Actions, Attributes, Strings,
                                       Strings) asm("posix_spawnp");
int hooked_posix_spawnp(pid_t* pid, const char* file, Actions actions, Attributes attributes,
                        Strings arguments, Strings environment) {
  return spawn<HookId::posix_spawnp>(pid, file, actions, attributes, arguments, environment);
}

}  // extern "C"
