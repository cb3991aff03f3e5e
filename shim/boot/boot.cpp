// The first and the last thing that runs: on or off, identity, configuration, environment, fork,
// exit.
//
// Hooks can be entered before our constructor (from constructors of other libraries), so starting
// is idempotent and lazy; the constructor only makes sure that it has happened before main.
#include "shim/boot/boot.h"

#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "shim/boot/identity.h"
#include "shim/boot/root_environment.h"
#include "shim/boot/settings_source.h"
#include "shim/hooks/cudnn/lock.h"
#include "shim/hooks/libc/unreachable.h"
#include "shim/interpose/enter.h"
#include "shim/interpose/libc.h"
#include "shim/record/record.h"

namespace detshim::boot {
namespace {

enum State : int { kNot, kStarting, kOn, kOff };
std::atomic<int> g_state{kNot};
std::atomic<int> g_mode{static_cast<int>(config::Mode::enforce)};
__thread bool t_starting;
bool g_configuration_checked;  // in this process, not by a parent; written while starting

constexpr int kMaxYields =
    100'000;  // about a second: never wait for ever for a thread that a fork left behind

bool switched_off() noexcept {
  if (getauxval(AT_SECURE) != 0) return true;
  const char* off = getenv("DETSHIM_DISABLE");
  return off != nullptr && *off != '\0' && strcmp(off, "0") != 0;
}

// In the root of a tree: check the configuration (exit 78 before main if it is bad). A child trusts
// what its parent has checked and reads it at first need; if its variables are others, it checks
// them as the root does.
void start() noexcept {
  const interpose::ErrnoGuard keep;
  interpose::boot_libc();
  record::start();
  uint32_t fingerprint = settings_fingerprint();
  identity::Tree tree{};
  const bool is_child = identity::parse_tree(getenv("DETSHIM_TREE"), &tree);
  const bool trusted = is_child && (fingerprint == 0 || fingerprint == tree.settings);
  config::Mode mode = trusted ? tree.mode : check_configuration();
  if (!trusted && settle_paths(mode)) {
    mode = check_configuration();  // again, under the names that stay
    fingerprint = settings_fingerprint();
  }
  g_configuration_checked = !trusted;
  g_mode.store(static_cast<int>(mode), std::memory_order_relaxed);
  identity::start(is_child ? &tree : nullptr, mode, fingerprint);
}

// True once started (or off). False in a call that starting itself makes, and if another thread
// does not finish.
bool ensure_started() noexcept {
  int state = g_state.load(std::memory_order_acquire);
  if (state == kNot) {
    if (switched_off()) {
      g_state.compare_exchange_strong(state, kOff);
      return true;
    }
    if (g_state.compare_exchange_strong(state, kStarting)) {
      t_starting = true;
      start();
      t_starting = false;
      g_state.store(kOn, std::memory_order_release);
      return true;
    }
  }
  if (t_starting) return false;
  for (int i = 0; g_state.load(std::memory_order_acquire) == kStarting; ++i) {
    if (i == kMaxYields) return false;
    sched_yield();
  }
  return true;
}

__attribute__((constructor)) void on_load() {
  if (!enabled()) return;
  if (armed() && !renew_environment() && identity::is_root()) lay_environment();
  if (g_configuration_checked) libc_hooks::check_allow_list(settings().entropy_allow);
  pthread_atfork(before_fork, nullptr, after_fork_in_child);
}

__attribute__((destructor)) void on_exit() {
  if (!enabled()) return;
  if (record::has_used_cuda()) libc_hooks::check_main_program();
  cudnn::save_lock();
  record::print_summary();
}

}  // namespace

bool enabled() noexcept {
  const int state = g_state.load(std::memory_order_acquire);
  if (state == kOn) return true;
  if (state == kOff) return false;
  return ensure_started() && g_state.load(std::memory_order_acquire) == kOn;
}

void before_fork() noexcept { identity::before_fork(); }

void after_fork_in_child() noexcept {
  interpose::objects_after_fork_in_child();
  identity::after_fork_in_child();
  record::after_fork_in_child();
}

uint64_t rank_of_keys() noexcept {
  return settings().entropy_rank == config::RankMode::automatic ? identity::rank_key() : 0;
}

config::Mode mode() noexcept {
  return static_cast<config::Mode>(g_mode.load(std::memory_order_relaxed));
}

}  // namespace detshim::boot
