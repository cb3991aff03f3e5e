#include "shim/policy/cudnn_legacy.h"

#include <algorithm>

namespace detshim::policy::cudnn {
namespace {

using abi::cudnnAlgoPerf_t;

// ALGO_1, then the transforms: WINOGRAD_NONFUSED, FFT_TILING, FFT, WINOGRAD.
constexpr int kBackwardData[] = {1, 5, 3, 2, 4};
// ALGO_1, then WINOGRAD_NONFUSED, FFT_TILING, FFT. (WINOGRAD, 4, is not implemented.)
constexpr int kBackwardFilter[] = {1, 5, 6, 2};

bool works(const cudnnAlgoPerf_t& entry) noexcept {
  return entry.status == abi::CUDNN_STATUS_SUCCESS;
}

bool is_noted(Pass pass, const cudnnAlgoPerf_t& entry) noexcept {
  return entry.determinism == abi::CUDNN_NON_DETERMINISTIC || is_nondeterministic(pass, entry.algo);
}

size_t rank_of(const cudnnAlgoPerf_t& entry, std::span<const cudnnAlgoPerf_t> ranked) noexcept {
  const auto at = std::find_if(ranked.begin(), ranked.end(), [&](const cudnnAlgoPerf_t& r) {
    return r.algo == entry.algo && r.mathType == entry.mathType;
  });
  return static_cast<size_t>(at - ranked.begin());
}

}  // namespace

const char* name_of(Pass pass) noexcept {
  switch (pass) {
    case Pass::forward:
      return "convolution forward";
    case Pass::backward_data:
      return "convolution backward data";
    case Pass::backward_filter:
      return "convolution backward filter";
  }
  return "convolution";
}

bool is_nondeterministic(Pass pass, int algorithm) noexcept {
  if (pass == Pass::backward_data) return algorithm == 0;
  return pass == Pass::backward_filter && (algorithm == 0 || algorithm == 3);
}

std::span<const int> substitutes(Pass pass) noexcept {
  if (pass == Pass::backward_data) return kBackwardData;
  if (pass == Pass::backward_filter) return kBackwardFilter;
  return {};
}

size_t keep_deterministic(Pass pass, std::span<cudnnAlgoPerf_t> list) noexcept {
  const bool one_stays = std::any_of(list.begin(), list.end(), [pass](const cudnnAlgoPerf_t& e) {
    return works(e) && !is_noted(pass, e);
  });
  if (!one_stays) return list.size();
  // Not remove_if, which may leave anything behind the end; nor stable_partition, which allocates.
  size_t kept = 0;
  for (const cudnnAlgoPerf_t& entry : list)
    if (!is_noted(pass, entry)) list[kept++] = entry;
  return kept;
}

void order_by_rank(std::span<cudnnAlgoPerf_t> list,
                   std::span<const cudnnAlgoPerf_t> ranked) noexcept {
  std::sort(list.begin(), list.end(), [&](const cudnnAlgoPerf_t& a, const cudnnAlgoPerf_t& b) {
    if (works(a) != works(b)) return works(a);
    const size_t rank_a = rank_of(a, ranked), rank_b = rank_of(b, ranked);
    if (rank_a != rank_b) return rank_a < rank_b;
    if (a.algo != b.algo) return a.algo < b.algo;
    return a.mathType < b.mathType;
  });
}

}  // namespace detshim::policy::cudnn
