// Paths and ordinals of identity.h. State is one block per thread (zero-initialised, so that it is
// there before any constructor has run) and six words per process. A vfork child works on its
// parent's copy of both: the exec ordinal that it takes is thereby taken in the parent.
#include "shim/boot/identity.h"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "shim/policy/mix.h"

namespace detshim::identity {
namespace {

using policy::combine;
using policy::hash_text;

constexpr uint64_t kRootProcess = hash_text("root process");
constexpr uint64_t kMainThread = hash_text("main thread");
constexpr uint64_t kForeignThread = hash_text("foreign thread");
constexpr uint64_t kFork = hash_text("fork");
constexpr uint64_t kExec = hash_text("exec");
constexpr uint64_t kThread = hash_text("thread");
constexpr std::string_view kTreeName = "DETSHIM_TREE=";
constexpr std::string_view kTreeVersion = "1:";

// Counters by key, open addressing. When it is full, a new key shares the counter of its home slot.
struct Ordinals {
  static constexpr size_t kSlots = 32;
  struct Slot {
    uint64_t key, next;
  };
  Slot slots[kSlots];

  uint64_t& next(uint64_t key) noexcept {
    key |= uint64_t{key == 0};  // 0 marks a free slot
    for (size_t i = 0; i < kSlots; ++i) {
      Slot& slot = slots[(key + i) % kSlots];
      if (slot.key == 0) slot.key = key;
      if (slot.key == key) return slot.next;
    }
    return slots[key % kSlots].next;
  }
};

struct ThreadState {
  uint64_t path;           // 0: not adopted
  uint64_t child_process;  // set by before_fork, taken by after_fork_in_child
  Ordinals ordinals;
};

constinit thread_local ThreadState t_state{};

std::atomic<uint64_t> g_process_path{kRootProcess};
std::atomic<uint64_t> g_rank_key;
std::atomic<int> g_root_pid;
std::atomic<int> g_pid;  // of the process whose memory this is
std::atomic<uint32_t> g_settings;
std::atomic<bool> g_settings_lost;
std::atomic<bool> g_is_root{true};
std::atomic<bool> g_started;
std::atomic<uint64_t> g_foreign_threads;
std::atomic<config::Mode> g_mode{config::Mode::enforce};

constexpr struct {
  config::Mode mode;
  char letter;
} kModeLetters[] = {{config::Mode::observe, 'o'}, {config::Mode::enforce, 'e'}};

uint64_t read_rank() noexcept {
  uint64_t key = 0;
  for (const char* name : kRankVariables)
    if (const char* value = getenv(name); value && *value)
      key = combine(combine(key, hash_text(name)), hash_text(value));
  return key;
}

uint64_t child_process(uint64_t how) noexcept {
  const uint64_t parent = combine(combine(process_path(), how), thread_path());
  return combine(parent, next_ordinal(how));
}

char* append(char* out, std::string_view text) noexcept {
  memcpy(out, text.data(), text.size());
  return out + text.size();
}

char* append_hex(char* out, uint64_t value, int digits) noexcept {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    *out++ = "0123456789abcdef"[value >> shift & 15];
  return out;
}

void format_tree(uint64_t path, char* out) noexcept {
  out = append(append(out, kTreeName), kTreeVersion);
  out = append_hex(out, path, 16);
  *out++ = ':';
  const int root_pid = g_root_pid.load(std::memory_order_relaxed);
  out = std::to_chars(out, out + 12, root_pid ? root_pid : getpid()).ptr;
  *out++ = ':';
  for (const auto& [mode, letter] : kModeLetters)
    if (mode == g_mode.load(std::memory_order_relaxed)) *out++ = letter;
  *out++ = ':';
  out = append_hex(out, g_settings.load(std::memory_order_relaxed), 8);
  *out = '\0';
}

}  // namespace

bool parse_tree(const char* text, Tree* out) noexcept {
  if (!text) return false;
  std::string_view rest = text;
  if (!rest.starts_with(kTreeVersion)) return false;
  rest.remove_prefix(kTreeVersion.size());
  const char* const end = rest.data() + rest.size();

  Tree tree{};
  if (rest.size() < 20 || rest[16] != ':') return false;
  const char* const path_end = rest.data() + 16;
  if (std::from_chars(rest.data(), path_end, tree.process_path, 16).ptr != path_end) return false;
  const auto [pid_end, error] = std::from_chars(path_end + 1, end, tree.root_pid);
  if (error != std::errc{} || tree.root_pid <= 0 || end - pid_end != 11 || pid_end[0] != ':' ||
      pid_end[2] != ':')
    return false;
  if (std::from_chars(pid_end + 3, end, tree.settings, 16).ptr != end) return false;
  for (const auto& [mode, letter] : kModeLetters) {
    if (letter != pid_end[1]) continue;
    tree.mode = mode;
    *out = tree;
    return true;
  }
  return false;
}

void format_child_tree(char* out) noexcept { format_tree(child_process(kExec), out); }

void format_own_tree(char* out) noexcept { format_tree(process_path(), out); }

void child_not_started() noexcept {
  if (uint64_t& next = t_state.ordinals.next(kExec); next > 0) --next;
}

void start(const Tree* tree, config::Mode mode, uint32_t settings) noexcept {
  const int pid = getpid();
  g_process_path = tree ? tree->process_path : kRootProcess;
  g_root_pid = tree ? tree->root_pid : pid;
  g_is_root = !tree || tree->root_pid == pid;
  g_pid = pid;
  g_mode = mode;
  g_settings = settings;
  g_settings_lost = tree && tree->settings != 0 && settings == 0;
  g_rank_key = read_rank();
  if (t_state.path == 0) t_state.path = kMainThread;
  g_started = true;
}

bool settings_lost() noexcept { return g_settings_lost.load(std::memory_order_relaxed); }

bool is_vfork_child() noexcept { return getpid() != g_pid.load(std::memory_order_relaxed); }

bool is_root() noexcept { return g_is_root.load(std::memory_order_relaxed); }

uint64_t process_path() noexcept { return g_process_path.load(std::memory_order_relaxed); }

uint64_t thread_path() noexcept {
  if (t_state.path == 0) {
    // Constructors that run before ours do so in the main thread.
    if (!g_started.load(std::memory_order_relaxed)) return kMainThread;
    t_state.path =
        combine(kForeignThread, g_foreign_threads.fetch_add(1, std::memory_order_relaxed));
  }
  return t_state.path;
}

uint64_t rank_key() noexcept { return g_rank_key.load(std::memory_order_relaxed); }

uint64_t next_ordinal(uint64_t key) noexcept { return t_state.ordinals.next(key)++; }

uint64_t child_thread_path(uint64_t call_site) noexcept {
  const uint64_t site = combine(kThread, call_site);
  return combine(combine(thread_path(), site), next_ordinal(site));
}

void adopt_thread_path(uint64_t path) noexcept { t_state.path = path; }

void before_fork() noexcept { t_state.child_process = child_process(kFork); }

void after_fork_in_child() noexcept {
  g_process_path = t_state.child_process;
  g_is_root = false;
  g_pid = getpid();
  g_foreign_threads = 0;
  t_state = {.path = kMainThread, .child_process = 0, .ordinals = {}};
}

}  // namespace detshim::identity
