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

// By cuDNN's word or by ours.
bool is_noted(Pass pass, const abi::cudnnAlgoPerf_t& entry) noexcept;
// Is there one that works and is not noted?
bool has_deterministic(Pass pass, std::span<const abi::cudnnAlgoPerf_t> list) noexcept;
// Takes the nondeterministic entries out of a list, unless nothing that works would be left; keeps
// the order. Returns how many stay.
size_t keep_deterministic(Pass pass, std::span<abi::cudnnAlgoPerf_t> list) noexcept;

// Does `ranked`, the heuristics' list, have the first before the second? What it does not have comes
// last, by number.
bool ranks_before(const abi::cudnnAlgoPerf_t& one, const abi::cudnnAlgoPerf_t& other,
                  std::span<const abi::cudnnAlgoPerf_t> ranked) noexcept;
// Puts a list that was ordered by the stopwatch into an order that repeats: what worked first, then by
// rank. The times that were measured are dealt out anew, the shortest first: programs rely on a list
// that ascends, and some look for the shortest themselves.
void order_by_rank(std::span<abi::cudnnAlgoPerf_t> list,
                   std::span<const abi::cudnnAlgoPerf_t> ranked) noexcept;

}  // namespace detshim::policy::cudnn
