// The exec family. Each form is one of three calls of the C library: execve, execvpe, or by
// descriptor. May run in a vfork child, on its parent's memory: nothing here allocates.
#include <alloca.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "shim/hooks/libc/child_environment.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"

using detshim::HookId;
using detshim::interpose::real_libc;
using detshim::libc_hooks::start_child;

namespace {

using Strings = char* const*;

template <HookId Id, typename... Arguments>
int next(Arguments... arguments) {
  const auto function = reinterpret_cast<int (*)(Arguments...)>(real_libc<Id>());
  if (function != nullptr) return function(arguments...);
  errno = ENOSYS;
  return -1;
}

// Forms without an environment use `environ`. Where that is handed on as it is, so is the form: another
// preload may stand behind us with that one alone.
template <HookId WithoutEnvironment, HookId WithEnvironment>
int exec_with_environ(const char* file, Strings arguments) {
  return start_child(environ, [=](Strings environment_of_child) {
    return environment_of_child == environ
               ? next<WithoutEnvironment>(file, arguments)
               : next<WithEnvironment>(file, arguments, environment_of_child);
  });
}

template <HookId Id>
int exec_with(const char* file, Strings arguments, Strings environment) {
  return start_child(environment, [=](Strings environment_of_child) {
    return next<Id>(file, arguments, environment_of_child);
  });
}

constexpr auto exec_path = exec_with_environ<HookId::execv, HookId::execve>;
constexpr auto exec_along_path = exec_with_environ<HookId::execvp, HookId::execvpe>;

size_t count_arguments(const char* first, va_list rest) {
  size_t count = first != nullptr ? 1 : 0;
  if (count != 0)
    while (va_arg(rest, char*) != nullptr) ++count;
  return count;
}

// `out` holds count + 1 pointers; `rest` ends up behind the null.
void take_arguments(const char* first, va_list rest, size_t count, char** out) {
  out[0] = const_cast<char*>(first);
  for (size_t i = 1; i <= count; ++i) out[i] = va_arg(rest, char*);
}

}  // namespace

// Lays `first, ...` out as an array on the stack of the hook; `rest` is open after it.
#define DETSHIM_TAKE_ARGUMENTS(first)                                                \
  va_list rest;                                                                      \
  va_start(rest, first);                                                             \
  const size_t count = count_arguments(first, rest);                                 \
  va_end(rest);                                                                      \
  auto** const arguments = static_cast<char**>(alloca((count + 1) * sizeof(char*))); \
  va_start(rest, first);                                                             \
  take_arguments(first, rest, count, arguments)

extern "C" {

DETSHIM_EXPORT int hooked_execve(const char*, Strings, Strings) asm("execve");
int hooked_execve(const char* path, Strings arguments, Strings environment) {
  return exec_with<HookId::execve>(path, arguments, environment);
}

DETSHIM_EXPORT int hooked_execv(const char*, Strings) asm("execv");
int hooked_execv(const char* path, Strings arguments) { return exec_path(path, arguments); }

DETSHIM_EXPORT int hooked_execvp(const char*, Strings) asm("execvp");
int hooked_execvp(const char* file, Strings arguments) { return exec_along_path(file, arguments); }

DETSHIM_EXPORT int hooked_execvpe(const char*, Strings, Strings) asm("execvpe");
int hooked_execvpe(const char* file, Strings arguments, Strings environment) {
  return exec_with<HookId::execvpe>(file, arguments, environment);
}

DETSHIM_EXPORT int hooked_fexecve(int, Strings, Strings) asm("fexecve");
int hooked_fexecve(int file, Strings arguments, Strings environment) {
  return start_child(environment, [=](Strings environment_of_child) {
    return next<HookId::fexecve>(file, arguments, environment_of_child);
  });
}

DETSHIM_EXPORT int hooked_execveat(int, const char*, Strings, Strings, int) asm("execveat");
int hooked_execveat(int folder, const char* path, Strings arguments, Strings environment,
                    int flags) {
  return start_child(environment, [=](Strings environment_of_child) {
    return next<HookId::execveat>(folder, path, arguments, environment_of_child, flags);
  });
}

DETSHIM_EXPORT int hooked_execl(const char*, const char*, ...) asm("execl");
int hooked_execl(const char* path, const char* first, ...) {
  DETSHIM_TAKE_ARGUMENTS(first);
  va_end(rest);
  return exec_path(path, arguments);
}

DETSHIM_EXPORT int hooked_execlp(const char*, const char*, ...) asm("execlp");
int hooked_execlp(const char* file, const char* first, ...) {
  DETSHIM_TAKE_ARGUMENTS(first);
  va_end(rest);
  return exec_along_path(file, arguments);
}

DETSHIM_EXPORT int hooked_execle(const char*, const char*, ...) asm("execle");
int hooked_execle(const char* path, const char* first, ...) {
  DETSHIM_TAKE_ARGUMENTS(first);
  const auto environment = va_arg(rest, Strings);
  va_end(rest);
  return exec_with<HookId::execve>(path, arguments, environment);
}

}  // extern "C"
