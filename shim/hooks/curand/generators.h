// The cuRAND generators that are alive, with what the seed rules need to know of each.
// Place in the flow: create adds, destroy takes away, seed asks. Generating numbers never comes here.
// Thread rule: lock-free, any thread; forked children go on with a copy. A generator is used by one thread at a time
// (cuRAND's own rule), so what stands in its entry needs no further care.
#pragma once
#include <cstdint>

#include "shim/abi/curand.h"

namespace detshim::curand {

struct Generator {
  uint64_t key;       // names it in every run alike (seeding::next_generator_key)
  uint64_t seedings;  // by the program
  bool pseudo;        // quasi-random generators have no seed
  bool counted;       // its rewritten starting seed is in the summary already
};

// With too many generators alive at once an entry is not kept; the rules then fall back to the thread that seeds.
void remember(abi::curandGenerator_t handle, const Generator& generator) noexcept;
void forget(abi::curandGenerator_t handle) noexcept;
// Null if unknown. Valid until forget().
Generator* find(abi::curandGenerator_t handle) noexcept;

constexpr bool is_pseudo(abi::curandRngType_t type) noexcept { return type >= 100 && type < 200; }

}  // namespace detshim::curand
