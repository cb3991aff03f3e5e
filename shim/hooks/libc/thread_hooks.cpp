// pthread_create gives the new thread a path: who creates it, from where, the how-manieth time.
#include <pthread.h>

#include <cstdlib>

#include "shim/boot/boot.h"
#include "shim/boot/identity.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/hook_lookup.h"
#include "shim/interpose/libc.h"
#include "shim/interpose/objects.h"
#include "shim/policy/mix.h"

using detshim::HookId;

namespace {

using Routine = void* (*)(void*);
using PthreadCreate = int(pthread_t*, const pthread_attr_t*, Routine, void*);

struct Birth {
  Routine routine;
  void* argument;
  uint64_t path;
};

// File and offset: addresses differ from run to run.
uint64_t call_site(const void* return_address) noexcept {
  detshim::interpose::Object object{};
  if (!detshim::interpose::find_object(return_address, &object)) return 0;
  const uint64_t file = detshim::interpose::hash_name(detshim::interpose::file_name(object.name));
  return detshim::policy::combine(file, reinterpret_cast<uintptr_t>(return_address) - object.base);
}

// Not noexcept: pthread_exit and cancellation unwind through here.
void* begin(void* data) {
  const Birth birth = *static_cast<Birth*>(data);
  free(data);
  detshim::identity::adopt_thread_path(birth.path);
  return birth.routine(birth.argument);
}

}  // namespace

extern "C" {

DETSHIM_EXPORT PthreadCreate hooked_pthread_create asm("pthread_create");
int hooked_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, Routine routine,
                          void* argument) {
  const auto next =
      reinterpret_cast<PthreadCreate*>(detshim::interpose::real_libc<HookId::pthread_create>());
  if (!detshim::boot::armed()) return next(thread, attributes, routine, argument);
  // The path is taken even where it cannot be handed over: the next thread's must not depend on
  // that.
  const uint64_t path =
      detshim::identity::child_thread_path(call_site(__builtin_return_address(0)));
  auto* const birth = static_cast<Birth*>(malloc(sizeof(Birth)));
  if (birth == nullptr) return next(thread, attributes, routine, argument);
  *birth = {routine, argument, path};
  const int failed = next(thread, attributes, begin, birth);
  if (failed != 0) free(birth);
  return failed;
}

}  // extern "C"
