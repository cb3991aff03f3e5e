// On or off, mode and settings of this process.
// Place in the flow: before everything; every hook asks here first.
// Thread rule: all functions may be called from any thread, before our constructor has run, and in
// a forked child. Launch path: enabled() and mode() are one relaxed load; settings() is one acquire
// load once they are read.
#pragma once
#include <string>

#include "config/keys.h"
#include "config/settings.h"

namespace detshim::boot {

// False: every hook passes straight through. Decided once, from DETSHIM_DISABLE and AT_SECURE,
// before anything else.
bool enabled() noexcept;

// observe: hooks only count and name; they change no value, no environment, no thread start.
// Known without parsing a file: the root of the tree parses before main, children inherit it in
// DETSHIM_TREE.
config::Mode mode() noexcept;

// True if hooks may change things: enabled() and mode() is not observe.
inline bool armed() noexcept { return enabled() && mode() != config::Mode::observe; }

// The settings of this process, read at the first call that needs them (never on a path that must
// not allocate). Never fails: a bad configuration has ended the root of the tree before main; in a
// child the defaults stand in, and that is said once.
const config::Settings& settings() noexcept;

// Where a setting of this process comes from, for log lines: "DETSHIM_SEED", "run.toml:12:8" or
// "default".
std::string setting_origin(config::Key key);

// What boot's pthread_atfork handlers do; _Fork, which runs none, calls them itself.
// Async-signal-safe.
void before_fork() noexcept;
void after_fork_in_child() noexcept;

// The rank as a part of keys: 0 without one, and with entropy.rank = "off". Reads the settings.
uint64_t rank_of_keys() noexcept;

}  // namespace detshim::boot
