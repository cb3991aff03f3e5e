// The living descriptors of cuDNN's graph API and what was set on each. cuDNN itself cannot be asked
// (an operation graph does not give its operations back), and programs destroy descriptors early and
// get their addresses again: so a parent keeps what its children were told.
// Place in the flow: the hooks of Create, SetAttribute and Destroy write; those of GetAttribute and
// Finalize read.
// Thread rule: any thread; one lock per sixteenth of the table, never held across a call of cuDNN.
// Whoever changes one descriptor from two threads breaks cuDNN's own rule. A forked child forgets
// what another thread was writing at that moment. Memory: as long as descriptor or parent lives.
#pragma once
#include <atomic>
#include <memory>

#include "shim/abi/cudnn_backend.h"
#include "shim/policy/cudnn_graph.h"

namespace detshim::cudnn {

struct HeuristicsAnswer;  // heuristics.h
struct LockChoice;        // lock.cpp

enum class Noted : unsigned char { unknown, no, yes };  // CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC

struct GraphFacts {
  uint64_t key;
  std::string description;
  policy::cudnn::OrderDependence dependence;
  // Whether cuDNN has an engine without the note for this graph; found out when it matters.
  mutable std::atomic<Noted> only_noted{Noted::unknown};
  mutable std::atomic<bool> named{false};  // in the log
};

struct Tracked : policy::cudnn::Descriptor {
  abi::cudnnBackendDescriptor_t address = nullptr;
  Noted noted = Noted::unknown;             // of an engine or an engine configuration
  std::shared_ptr<const GraphFacts> graph;  // of a finalized operation graph, and of what it led to
  std::shared_ptr<const std::string>
      device;  // of a heuristics descriptor and its results, with a lock
  std::shared_ptr<const LockChoice> choice;  // of a plan, in a lock that is recorded
  std::shared_ptr<HeuristicsAnswer> answer;  // of a heuristics descriptor that was asked
  std::shared_ptr<void> owned;               // descriptors of ours that a graph refers to
  std::atomic<bool> refused{false};          // of a plan that may not run
};
using TrackedPtr = std::shared_ptr<Tracked>;

// None of these throws: without memory a descriptor is not tracked, and passed through.
void track(abi::cudnnBackendDescriptor_t address, abi::cudnnBackendDescriptorType_t type) noexcept;
void set(abi::cudnnBackendDescriptor_t address, abi::cudnnBackendAttributeName_t name,
         abi::cudnnBackendAttributeType_t type, int64_t count, const void* elements) noexcept;
TrackedPtr find(abi::cudnnBackendDescriptor_t address) noexcept;
TrackedPtr forget(abi::cudnnBackendDescriptor_t address) noexcept;

// What stands at the addresses of a row of descriptors; null where nothing is tracked.
std::vector<policy::cudnn::DescriptorPtr> children_of(int64_t count, const void* elements);
// The tracked child under `name`, if it still is what stands at its address; else null.
TrackedPtr living_child(const Tracked& parent, abi::cudnnBackendAttributeName_t name) noexcept;

std::shared_ptr<HeuristicsAnswer> answer_kept(const Tracked& heuristics) noexcept;
void keep_answer(Tracked& heuristics, std::shared_ptr<HeuristicsAnswer> answer) noexcept;
// `config` came out of that list.
void led_to(const Tracked& heuristics, abi::cudnnBackendDescriptor_t config) noexcept;

}  // namespace detshim::cudnn
