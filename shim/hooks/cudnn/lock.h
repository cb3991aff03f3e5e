// Which engine a graph gets, kept from run to run ([cudnn] lock, lock_mode).
//   record  what the program used goes into the file: the plan of a graph that was executed last, or,
//           while none was, the first that was finalized
//   replay  lists hold the locked engine alone, so that neither autotuning nor free memory chooses
//   check   nothing is changed; what differs from the file is named
// Thread rule: any thread; one lock, held for look-ups and while the file is written. Executions take
// it in record mode only.
#pragma once
#include "config/cudnn_lock.h"
#include "shim/hooks/cudnn/backend.h"
#include "shim/hooks/cudnn/descriptors.h"

namespace detshim::cudnn {

// Is there a lock that plans have to be told to (record, check) or that chooses (replay)?
bool keeps_lock() noexcept;
bool replays_lock() noexcept;

// The entry for a graph on the device of `heuristics`. False if there is none; stale entries (of
// another cuDNN) are named once.
bool locked_plan(const Backend& backend, const Tracked& heuristics, config::LockedPlan* out);
// The locked engine is in no list of cuDNN: the filter decides instead.
void report_missing_engine(const Tracked& heuristics, const config::LockedPlan& plan);

// A plan was finalized with the configuration at `config`, which is still there.
void note_plan(const Backend& backend, Tracked& plan, const Tracked& config,
               abi::cudnnBackendDescriptor_t finalized_config);
// In record mode: this plan of its graph counts from now on. Cheap.
void note_execution(abi::cudnnBackendDescriptor_t plan) noexcept;

// At exit: what executions changed since the file was written.
void save_lock() noexcept;

}  // namespace detshim::cudnn
