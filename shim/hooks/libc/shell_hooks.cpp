// system and popen start a shell inside the C library with `environ` as it is: for the time of the
// call its DETSHIM_TREE is the child's. The entry is exchanged in place, pointer for pointer, and put
// back only where one's own still stands: so a call that never returns (its thread was cancelled)
// and calls that overlap leave nothing behind. Where the program's array has no entry it is the
// program's own, without room for one: a copy with the entry stands in for it, until the array itself
// is put back. popen returns when its shell runs, so calls of several threads take turns. system
// returns when its shell has ended: calls that overlap in several threads may exchange the identities
// of their children. Who calls setenv meanwhile races with these calls without detshim, too.
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "shim/boot/identity.h"
#include "shim/hooks/libc/child_environment.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/libc.h"
#include "shim/record/record.h"

using detshim::HookId;
namespace identity = detshim::identity;

namespace {

constexpr std::string_view kTree = "DETSHIM_TREE=";

// Guards what follows and, in popen, the start of the shell.
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
char* g_own;  // this process's entry; null: it has none
// A child may be reading its text while the next call writes: texts take turns.
constexpr int kTexts = 16;
char g_texts[kTexts][identity::kTreeEntrySize];
unsigned g_next_text;

// A copy of an `environ` without entry, and that entry. The array is never freed: the thread of a
// getenv may be in it.
struct StandIn {
  char** program;   // what it stands in for
  char** array;     // `environ` meanwhile
  char** as_made;   // the copied entries, to tell what setenv has changed since
  size_t entries;   // copied
  size_t capacity;  // of entries, in both arrays
} g_stand_in;

void lock() { pthread_mutex_lock(&g_lock); }
void unlock() { pthread_mutex_unlock(&g_lock); }

bool is_text(const char* entry) {
  return entry >= g_texts[0] && entry < g_texts[0] + sizeof g_texts;
}

// Where `environ` has the entry; null if it has none.
char** place_of_entry() {
  for (char** place = environ; place != nullptr && *place != nullptr; ++place)
    if (strncmp(*place, kTree.data(), kTree.size()) == 0) return place;
  return nullptr;
}

// What other threads have changed in the copy: the same in the program's array, as without us. Adding
// a variable makes the C library move to an array of its own, so there are no more than there were.
void take_over_changes() {
  size_t i = 0;
  for (char** entry = g_stand_in.array; *entry != nullptr && i < g_stand_in.entries; ++entry) {
    if (is_text(*entry)) continue;
    if (*entry != g_stand_in.as_made[i]) g_stand_in.program[i] = *entry;
    ++i;
  }
  if (i < g_stand_in.entries) g_stand_in.program[i] = nullptr;
}

bool make_room(size_t entries) {
  if (entries <= g_stand_in.capacity) return true;
  const size_t capacity = 2 * entries;
  auto** const arrays = static_cast<char**>(calloc(2 * capacity + 2, sizeof(char*)));
  if (arrays == nullptr) return false;
  g_stand_in.array = arrays;
  g_stand_in.as_made = arrays + capacity + 2;
  g_stand_in.capacity = capacity;
  return true;
}

void stand_in(char* text) {
  if (environ == nullptr) return;
  if (environ == g_stand_in.array)
    take_over_changes();
  else
    g_stand_in.program = environ;
  size_t entries = 0;
  while (g_stand_in.program[entries] != nullptr) ++entries;
  if (!make_room(entries)) {
    detshim::record::complain("process.environment",
                              "a shell is started without its place in the process tree, so its "
                              "random streams may equal those of its siblings: no memory");
    return;
  }
  g_stand_in.entries = entries;
  g_stand_in.array[entries + 1] = nullptr;
  for (size_t i = 0; i < entries; ++i)
    g_stand_in.array[i] = g_stand_in.as_made[i] = g_stand_in.program[i];
  g_stand_in.array[entries] = text;
  __atomic_store_n(&environ, g_stand_in.array, __ATOMIC_RELEASE);
}

// Both under the lock.
const char* enter_child_into_environ() {
  char** const place = place_of_entry();
  if (place == nullptr)
    g_own = nullptr;
  else if (!is_text(*place))
    g_own = *place;
  char* const text = g_texts[g_next_text++ % kTexts];
  identity::format_child_tree(text);
  if (place != nullptr && !(environ == g_stand_in.array && is_text(*place)))
    *place = text;
  else
    stand_in(text);
  return text;
}

void restore_entry(char** place) {
  if (g_own != nullptr) {
    *place = g_own;
  } else if (environ == g_stand_in.array) {
    take_over_changes();
    __atomic_store_n(&environ, g_stand_in.program, __ATOMIC_RELEASE);
  } else {
    for (; *place != nullptr; ++place) place[0] = place[1];
  }
}

void leave_environ(const char* text) {
  char** const place = place_of_entry();
  if (place != nullptr && *place == text) restore_entry(place);
}

// Another thread of the parent may have held the lock, or been in a call: here it is nobody's.
void forget_calls_of_parent() {
  g_lock = PTHREAD_MUTEX_INITIALIZER;
  char** const place = place_of_entry();
  if (place != nullptr && is_text(*place)) restore_entry(place);
}

void forget_calls_in_children() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] { pthread_atfork(nullptr, nullptr, forget_calls_of_parent); });
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
  forget_calls_in_children();
  lock();
  const char* const text = enter_child_into_environ();
  unlock();
  const int status = next(command);  // a cancellation point
  const detshim::interpose::ErrnoGuard keep;
  lock();
  leave_environ(text);
  unlock();
  return status;
}

DETSHIM_EXPORT FILE* hooked_popen(const char*, const char*) asm("popen");
FILE* hooked_popen(const char* command, const char* type) {
  const auto next = reinterpret_cast<FILE* (*)(const char*, const char*)>(
      detshim::interpose::real_libc<HookId::popen>());
  if (!is_ours()) return next(command, type);
  forget_calls_in_children();
  int cancel_state =
      0;  // POSIX lets popen be a cancellation point; the lock must not be left taken
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
  lock();
  const char* const text = enter_child_into_environ();
  FILE* const stream = next(command, type);
  const detshim::interpose::ErrnoGuard keep;
  leave_environ(text);
  unlock();
  pthread_setcancelstate(cancel_state, nullptr);
  return stream;
}

}  // extern "C"
