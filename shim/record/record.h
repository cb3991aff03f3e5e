// What happened, for people: counters for the exit summary, lines for the log, each complaint once.
//
// Thread rule: any thread, forked children, signal context for count(). count() is one relaxed add
// and may stand on a launch path; the rest formats and writes, so it belongs into rare calls only
// (seeds, entropy, start, exit).
#pragma once
#include <cstdint>
#include <string_view>

namespace detshim::record {

// One row a thing that the exit summary can say. Keep in step with kSentences in summary.cpp.
enum class What : uint8_t {
  curand_seed_rewritten,     // by a master or a mode that the user gave
  curand_clock_seed_pinned,  // a clock-like seed became repeatable
  curand_ordering_changed,
  entropy_python,  // random.Random() and friends
  entropy_hash_secret,
  entropy_numpy,  // SeedSequence
  entropy_numba,
  entropy_torch,          // getNonDeterministicRandom, /dev/urandom of libc10
  entropy_allowed,        // entropy.allow
  cudnn_engines_dropped,  // from lists
  cudnn_plans_refused,
  cudnn_algorithms_replaced,  // of calls and descriptors
  cudnn_dropout_seed,
  cudnn_reductions,    // made deterministic by their attribute
  cudnn_lists_locked,  // by a lock file
  cudnn_lock_recorded,
  cudnn_lock_differs,  // lock_mode = check
  left_cudnn_algorithm,
  left_cudnn_graph,           // that may add in order of arrival
  launch,                     // kernel launches seen
  left_random_device,         // drawn by the main program itself: it may make keys
  left_static_random_device,  // could not be reached; what it is stands in the sentence
  count_
};

// In observe mode the same call means "would have been".
void count(What what, uint64_t times = 1) noexcept;
uint64_t counted(What what) noexcept;
void used_cuda() noexcept;  // makes this process print a summary even if it is not the root
bool has_used_cuda() noexcept;

enum class Level : uint8_t { trace, debug, info, warn, error };
// True if a line of this level would be written: ask before formatting.
bool logs(Level level) noexcept;
// One line to the log (DETSHIM_LOG); nothing without one. Never throws, keeps errno.
void log(Level level, std::string_view line) noexcept;
// What detshim could not do: to the log and, once per process and `id`, to standard error; counted
// after that. `line` says what, why and the remedy. `id` lives for ever and reads well in the
// summary: "log.to", "entropy.allow".
void complain(const char* id, std::string_view line) noexcept;

// Called by boot.
void start() noexcept;                // first of all: remembers what standard error is (one fstat)
void after_fork_in_child() noexcept;  // a child starts a record of its own
void print_summary() noexcept;  // at exit; at most 25 lines on standard error, none if nothing
                                // happened

}  // namespace detshim::record
