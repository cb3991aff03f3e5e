// pthread_create and thrd_create give the new thread a path: who creates it, from where, the how-manieth time.
#include <pthread.h>
#include <threads.h>

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

template <typename Result>
struct Birth {
  Result (*routine)(void*);
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
template <typename Result>
Result begin(void* data) {
  const auto birth = *static_cast<Birth<Result>*>(data);
  free(data);
  detshim::identity::adopt_thread_path(birth.path);
  return birth.routine(birth.argument);
}

// create(routine, argument) makes the thread and returns 0.
template <typename Result, typename Create>
int create_thread(Result (*routine)(void*), void* argument, const void* return_address,
                  Create create) {
  if (!detshim::boot::armed()) return create(routine, argument);
  // The path is taken even where it cannot be handed over: the next thread's must not depend on that.
  const uint64_t path = detshim::identity::child_thread_path(call_site(return_address));
  auto* const birth = static_cast<Birth<Result>*>(malloc(sizeof(Birth<Result>)));
  if (birth == nullptr) return create(routine, argument);
  *birth = {routine, argument, path};
  const int failed = create(begin<Result>, birth);
  if (failed != 0) free(birth);
  return failed;
}

using PthreadCreate = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
using ThrdCreate = int(thrd_t*, int (*)(void*), void*);

}  // namespace

extern "C" {

DETSHIM_EXPORT PthreadCreate hooked_pthread_create asm("pthread_create");
int hooked_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*routine)(void*), void* argument) {
  const auto next =
      reinterpret_cast<PthreadCreate*>(detshim::interpose::real_libc<HookId::pthread_create>());
  return create_thread(
      routine, argument, __builtin_return_address(0),
      [=](auto* start, void* data) { return next(thread, attributes, start, data); });
}

DETSHIM_EXPORT ThrdCreate hooked_thrd_create asm("thrd_create");
int hooked_thrd_create(thrd_t* thread, int (*routine)(void*), void* argument) {
  const auto next =
      reinterpret_cast<ThrdCreate*>(detshim::interpose::real_libc<HookId::thrd_create>());
  if (next == nullptr) return thrd_error;  // glibc before 2.28
  return create_thread(routine, argument, __builtin_return_address(0),
                       [=](auto* start, void* data) { return next(thread, start, data); });
}

}  // extern "C"
