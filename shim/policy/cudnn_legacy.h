// cuDNN's algorithms by number: which are nondeterministic, what stands in for them, and in which
// order a list is handed on. Source: cuDNN's documentation ("Odds and Ends", reproducibility) and its
// header's enumerations. Pure; no allocation.
#pragma once
#include <cstddef>
#include <span>

#include "shim/abi/cudnn_legacy.h"

namespace detshim::policy::cudnn {

enum class Pass : unsigned char { forward, backward_data, backward_filter };
const char* name_of(Pass pass) noexcept;

bool is_nondeterministic(Pass pass, int algorithm) noexcept;
// In order of preference: what may be run instead of a nondeterministic algorithm.
std::span<const int> substitutes(Pass pass) noexcept;

// Takes the nondeterministic entries out of a list, unless nothing that works would be left; keeps
// the order. Returns how many stay.
size_t keep_deterministic(Pass pass, std::span<abi::cudnnAlgoPerf_t> list) noexcept;

// Puts a list that was ordered by the stopwatch into an order that repeats: what worked first, then as
// `ranked` (the heuristics' list) has it, then by number.
void order_by_rank(std::span<abi::cudnnAlgoPerf_t> list,
                   std::span<const abi::cudnnAlgoPerf_t> ranked) noexcept;

}  // namespace detshim::policy::cudnn
