// Who is asking: process, thread and rank, as values that repeat from run to run.
//
//   process path  H(parent's path, fork or exec, forking thread's path, its ordinal)
//   thread path   H(creating thread's path, call site, ordinal of that site in the creating thread)
//   rank          RANK, OMPI_COMM_WORLD_RANK, PMI_RANK or SLURM_PROCID (entropy.rank = "auto")
//
// No process-wide counter takes part: with threads its order would differ from run to run
// (docs/facts/identity.md). The one exception are threads that no hook has seen being made (raw
// clone, timers): they are numbered as they first ask, since equal streams would be worse.
// Thread rule: any thread, a forked child and (the functions marked so) a vfork child. Nothing here
// allocates or locks.
#pragma once
#include <cstddef>
#include <cstdint>

#include "config/settings.h"

namespace detshim::identity {

// What DETSHIM_TREE says: "1:<process path, 16 hex digits>:<pid of the root of the tree>:<mode
// letter>:<settings fingerprint, 8 hex digits>".
struct Tree {
  uint64_t process_path;
  int root_pid;
  config::Mode mode;
  uint32_t settings;  // settings_fingerprint() of the process that wrote it
};
// False if `text` is null or not of that form.
bool parse_tree(const char* text, Tree* out) noexcept;
// "DETSHIM_TREE=..." for a program about to be started by this thread; advances the thread's exec
// ordinal. `out` holds at least kTreeEntrySize bytes. May be called in a vfork child (memory is the
// parent's: as wanted).
inline constexpr size_t kTreeEntrySize = 64;
void format_child_tree(char* out) noexcept;
// The same of this process itself, as its parent would have told it.
void format_own_tree(char* out) noexcept;
// The start has failed: takes the ordinal back, so that a search along PATH does not change who the
// child is.
void child_not_started() noexcept;

// `tree` is null in the root of a tree; `settings` is this process's fingerprint. Called once by
// boot.
void start(const Tree* tree, config::Mode mode, uint32_t settings) noexcept;
// The parent had DETSHIM_ variables and this process has none.
bool settings_lost() noexcept;
// In a vfork child, which runs on its parent's memory (or that of a raw clone). One system call.
bool is_vfork_child() noexcept;
// The process that the user started, or what it became by exec without fork.
bool is_root() noexcept;

uint64_t process_path() noexcept;
uint64_t thread_path() noexcept;
// Where launchers write the rank.
inline constexpr const char* kRankVariables[] = {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                                 "SLURM_PROCID"};
// H over the rank variables; 0 without one. Two ranks differ, runs of one rank agree.
uint64_t rank_key() noexcept;
// 0, 1, 2, … for this thread and key. Keys may share a counter; the key itself belongs into the
// derived value.
uint64_t next_ordinal(uint64_t key) noexcept;

// For pthread_create: path of the thread that the caller is about to create from `call_site`, and
// its adoption there. `call_site` repeats from run to run: file name and offset, never an address.
uint64_t child_thread_path(uint64_t call_site) noexcept;
void adopt_thread_path(uint64_t path) noexcept;

// pthread_atfork handlers of boot; _Fork, which runs no handlers, calls them itself.
void before_fork() noexcept;
void after_fork_in_child() noexcept;

}  // namespace detshim::identity
