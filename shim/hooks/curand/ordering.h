// The order in which a cuRAND generator lays out its numbers (seeds.curand.ordering).
#pragma once
#include "config/settings.h"
#include "shim/abi/curand.h"

namespace detshim::curand {

// What takes the place of an ordering that cuRAND has accepted from the program. SEEDED is a trade of quality for speed
// that the program made, and the quasi-random one is the only one of its kind: both stay.
constexpr abi::curandOrdering_t ordering_for(config::CurandOrdering rule,
                                             abi::curandOrdering_t asked) noexcept {
  using config::CurandOrdering;
  switch (asked) {
    case abi::CURAND_ORDERING_PSEUDO_BEST:
    case abi::CURAND_ORDERING_PSEUDO_DEFAULT:
      return rule == CurandOrdering::legacy ? abi::CURAND_ORDERING_PSEUDO_LEGACY : asked;
    case abi::CURAND_ORDERING_PSEUDO_DYNAMIC:
      return rule == CurandOrdering::legacy     ? abi::CURAND_ORDERING_PSEUDO_LEGACY
             : rule == CurandOrdering::standard ? abi::CURAND_ORDERING_PSEUDO_DEFAULT
                                                : asked;
    default:
      return asked;
  }
}

// A new pseudo-random generator has the default ordering: replaces it if the rule is legacy. `set_ordering` may be null.
void order_fresh(const char* function, abi::curandGenerator_t generator,
                 abi::curandSetGeneratorOrdering* set_ordering);

}  // namespace detshim::curand
