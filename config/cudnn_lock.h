// The lock file of cuDNN choices: which engine, with which knobs, a graph was given on a GPU with a
// cuDNN. Written by the shim, read by it and by `detshim lock`. Format: docs/lock.md.
// Pure; may throw std::bad_alloc.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "config/problem.h"

namespace detshim::config {

struct LockKey {
  uint64_t graph = 0;
  unsigned cudnn = 0;  // cudnnGetVersion()
  std::string gpu;     // "NVIDIA H200, sm_90, 132 multiprocessors"
  auto operator<=>(const LockKey&) const = default;
};

struct LockedPlan {
  int64_t engine = -1;
  std::map<int, int64_t> knobs;  // by type
  std::string what;              // the graph, for people; takes no part in comparisons
  bool operator==(const LockedPlan& other) const {
    return engine == other.engine && knobs == other.knobs;
  }
};

using Lock = std::map<LockKey, LockedPlan>;

// False with a complaint that names the place, if `text` is no lock file of this format.
bool read_lock(std::string_view text, Lock* out, Complaint* complaint);
// In a fixed order, a section a plan: fit for version control.
std::string write_lock(const Lock& lock);

// "engine 67, knobs 1=2 5=3"
std::string describe_choice(const LockedPlan& plan);
// 91900 -> "9.19.0", 8905 -> "8.9.5"
std::string cudnn_version_text(unsigned version);

// A lock of a whole zoo of models has a few thousand plans.
inline constexpr size_t kLargestLockBytes = size_t{64} << 20;

}  // namespace detshim::config
