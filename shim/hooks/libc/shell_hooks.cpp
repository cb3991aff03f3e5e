// system and popen start a shell inside the C library with `environ` as it is: the child's
// DETSHIM_TREE is put there for the time of the call. popen returns when its shell runs, so calls
// of several threads take turns. system returns when its shell has ended: calls that overlap in
// several threads may exchange the identities of their children.
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shim/boot/identity.h"
#include "shim/hooks/libc/child_environment.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"

using detshim::HookId;
namespace identity = detshim::identity;

namespace {

constexpr const char* kTree = "DETSHIM_TREE";

// Guards what follows and, in popen, the start of the shell.
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
int g_calls;                           // in progress
char g_own[identity::kTreeEntrySize];  // this process's entry, without which it began if empty
// The C library keeps the pointer, and a child may be reading while the next call writes: texts
// take turns.
constexpr int kTexts = 16;
char g_texts[kTexts][identity::kTreeEntrySize];
unsigned g_next_text;

void lock() { pthread_mutex_lock(&g_lock); }
void unlock() { pthread_mutex_unlock(&g_lock); }

// Another thread of the parent may have held the lock; here it is nobody's.
void forget_lock() { g_lock = PTHREAD_MUTEX_INITIALIZER; }

void forget_lock_in_children() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] { pthread_atfork(nullptr, nullptr, forget_lock); });
}

// Both under the lock.
void enter_child_into_environ() {
  if (g_calls++ == 0) {
    const char* own = getenv(kTree);
    g_own[0] = '\0';
    if (own != nullptr) snprintf(g_own, sizeof g_own, "%s=%s", kTree, own);
  }
  char* const text = g_texts[g_next_text++ % kTexts];
  identity::format_child_tree(text);
  putenv(text);
}

void restore_environ() {
  if (--g_calls > 0) return;
  if (g_own[0] != '\0')
    putenv(g_own);
  else
    unsetenv(kTree);
}

// Is a shell started now going to be one of ours?
bool is_ours() { return detshim::libc_hooks::copy_size(environ) != 0; }

}  // namespace

extern "C" {

DETSHIM_EXPORT int hooked_system(const char*) asm("system");
int hooked_system(const char* command) {
  const auto next =
      reinterpret_cast<int (*)(const char*)>(detshim::interpose::real_libc<HookId::system>());
  if (!is_ours()) return next(command);
  forget_lock_in_children();
  lock();
  enter_child_into_environ();
  unlock();
  const int status = next(command);
  const detshim::interpose::ErrnoGuard keep;
  lock();
  restore_environ();
  unlock();
  return status;
}

DETSHIM_EXPORT FILE* hooked_popen(const char*, const char*) asm("popen");
FILE* hooked_popen(const char* command, const char* type) {
  const auto next = reinterpret_cast<FILE* (*)(const char*, const char*)>(
      detshim::interpose::real_libc<HookId::popen>());
  if (!is_ours()) return next(command, type);
  forget_lock_in_children();
  lock();
  enter_child_into_environ();
  FILE* const stream = next(command, type);
  const detshim::interpose::ErrnoGuard keep;
  restore_environ();
  unlock();
  return stream;
}

}  // extern "C"
