// dlerror with two sources: the C library, and texts for answers that are ours ("must look absent"
// for a name that we export). Every inner dl* call, successful ones too, discards the program's
// pending text; hence the guard.
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "shim/interpose/dlerror_state.h"
#include "shim/interpose/libc.h"

namespace detshim::interpose {
namespace {

// __thread: no lazy-initialisation wrapper, which would be an exported weak symbol.
__thread char* t_text;    // null or on the heap (the C library allocates on these paths, too)
__thread bool t_pending;  // not yet fetched

}  // namespace

std::atomic<bool> own_dlerror_ever_set;

void set_dlerror(char* text) noexcept {
  free(t_text);
  t_text = text;
  t_pending = text != nullptr;
  own_dlerror_ever_set.store(true, std::memory_order_relaxed);
}

void forget_dlerror() noexcept {
  if (has_own_dlerror()) t_pending = false;
}

DlErrorGuard::DlErrorGuard() noexcept {
  if (libc.dlerror == nullptr) return;
  if (const char* text = libc.dlerror(); text != nullptr) saved_ = strdup(text);
}

DlErrorGuard::~DlErrorGuard() {
  if (libc.dlerror == nullptr) return;
  libc.dlerror();
  if (saved_ != nullptr) set_dlerror(saved_);
}

}  // namespace detshim::interpose

// What the exported dlerror (dl_stubs.S) jumps to.
extern "C" __attribute__((visibility("hidden"))) char* detshim_dlerror() {
  using namespace detshim::interpose;
  boot_libc();
  char* text = libc.dlerror();
  if (!has_own_dlerror()) return text;
  const bool pending = t_pending;
  t_pending = false;
  return text != nullptr || !pending ? text : t_text;  // a later text of the C library's wins
}
