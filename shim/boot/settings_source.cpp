// Settings are parsed once per process and kept for ever: hooks run until the last destructor.
#include "shim/boot/settings_source.h"

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "config/load.h"
#include "shim/boot/boot.h"
#include "shim/boot/identity.h"
#include "shim/interpose/libc.h"
#include "shim/policy/mix.h"
#include "shim/record/record.h"

extern char** environ;

namespace detshim::boot {
namespace {

constexpr int kBadConfiguration = 78;  // EX_CONFIG of sysexits.h
constexpr int kMaxYields = 100'000;    // about a second

std::atomic<const config::Loaded*> g_loaded{nullptr};
std::atomic<bool> g_reading{false};

// Stand in where nothing could be read. Made at first need, which may come before our constructors.
const config::Loaded& defaults() noexcept {
  static const config::Loaded* const kDefaults = new (std::nothrow) config::Loaded;
  if (kDefaults == nullptr) _exit(kBadConfiguration);  // no memory for a kilobyte at start
  return *kDefaults;
}

[[noreturn]] void refuse(const config::Problem& problem) noexcept {
  const std::string text = config::message(problem, config::kShimWayOut) + "\n";
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(kBadConfiguration);
  _exit(kBadConfiguration);
}

const config::Loaded* keep(config::Loaded&& loaded) noexcept {
  const auto* kept = new (std::nothrow) config::Loaded(std::move(loaded));
  return kept != nullptr ? kept : &defaults();
}

// A relative path in a setting counts from the folder in which the tree of processes starts; the
// program may change to another, and a child may start in one. False if `path` is none, or too long;
// `out` holds PATH_MAX bytes.
bool to_absolute(const char* path, char* out) noexcept {
  if (path == nullptr || *path == '\0' || *path == '/' || strcmp(path, "stderr") == 0) return false;
  if (getcwd(out, PATH_MAX) == nullptr || out[0] != '/') return false;
  const size_t length = strlen(out);
  if (length + 1 + strlen(path) >= PATH_MAX) return false;
  out[length] = '/';
  strcpy(out + length + 1, path);
  return true;
}

// True if the variable `name` was a relative path.
bool make_absolute(const char* name) noexcept {
  char absolute[PATH_MAX];
  return to_absolute(getenv(name), absolute) && setenv(name, absolute, 1) == 0;
}

// In this process alone: the variable may have to stay as it is, and a file has no variable.
void settle_log(config::Settings& settings) noexcept {
  char absolute[PATH_MAX];
  if (!to_absolute(settings.log_to.c_str(), absolute)) return;
  try {
    settings.log_to = absolute;
  } catch (...) {  // no memory: it counts from the folder of the first line
  }
}

// What a child could not have, said once it is stored: complaining reads settings.
void complain_in_child(const std::optional<config::Problem>& problem) noexcept {
  if (problem) {
    // message() starts with our name, as complaints do.
    const std::string text = config::message(*problem, "Defaults are used in this process.");
    record::complain("configuration", std::string_view(text).substr(sizeof("detshim: ") - 1));
  }
  if (!problem && identity::settings_lost())
    record::complain(
        "environment",
        "the DETSHIM_ variables of the parent process are missing in the environment of this one: "
        "defaults are used here. Let the program pass them on, or unset LD_PRELOAD for it.");
}

}  // namespace

bool settle_paths(config::Mode mode) noexcept {
  bool any = make_absolute("DETSHIM_CONFIG");
  if (mode == config::Mode::observe) return any;
  for (const char* name : {"DETSHIM_LOG", "DETSHIM_LOG_TO", "DETSHIM_CUDNN_LOCK"})
    any = make_absolute(name) || any;
  return any;
}

uint32_t settings_fingerprint() noexcept {
  uint64_t sum = 0;  // the order of the variables does not matter
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    if (strncmp(*entry, "DETSHIM_", 8) == 0 && strncmp(*entry, "DETSHIM_TREE=", 13) != 0 &&
        strncmp(*entry, "DETSHIM_PACKED=", 15) != 0)
      sum += policy::hash_text(*entry) | 1;
  return static_cast<uint32_t>(sum ^ sum >> 32);
}

config::Mode check_configuration() noexcept {
  config::Loaded loaded = config::load(environ);
  if (loaded.problem) refuse(*loaded.problem);
  settle_log(loaded.settings);
  const config::Loaded* kept = keep(std::move(loaded));
  g_loaded.store(kept, std::memory_order_release);
  return kept->settings.mode;
}

namespace {

const config::Loaded& loaded_settings() noexcept {
  const config::Loaded* known = g_loaded.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  const interpose::ErrnoGuard keep_errno;
  if (bool idle = false; g_reading.compare_exchange_strong(idle, true)) {
    config::Loaded loaded = config::load(environ);
    const std::optional<config::Problem> problem = std::move(loaded.problem);
    loaded.problem.reset();
    known = keep(std::move(loaded));
    g_loaded.store(known, std::memory_order_release);
    complain_in_child(problem);
    return *known;
  }
  // Another thread reads; or a fork has left it half done, hence not for ever.
  for (int i = 0; i < kMaxYields; ++i) {
    known = g_loaded.load(std::memory_order_acquire);
    if (known != nullptr) return *known;
    sched_yield();
  }
  return defaults();
}

}  // namespace

const config::Settings& settings() noexcept { return loaded_settings().settings; }

std::string setting_origin(config::Key key) {
  return config::describe_origin(loaded_settings(), key);
}

}  // namespace detshim::boot
