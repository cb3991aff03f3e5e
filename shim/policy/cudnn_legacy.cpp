#include "shim/policy/cudnn_legacy.h"

#include <algorithm>
#include <tuple>

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

bool is_noted(Pass pass, const cudnnAlgoPerf_t& entry) noexcept {
  return entry.determinism == abi::CUDNN_NON_DETERMINISTIC || is_nondeterministic(pass, entry.algo);
}

bool has_deterministic(Pass pass, std::span<const cudnnAlgoPerf_t> list) noexcept {
  return std::any_of(list.begin(), list.end(), [pass](const cudnnAlgoPerf_t& entry) {
    return works(entry) && !is_noted(pass, entry);
  });
}

size_t keep_deterministic(Pass pass, std::span<cudnnAlgoPerf_t> list) noexcept {
  if (!has_deterministic(pass, list)) return list.size();
  // Not remove_if, which may leave anything behind the end; nor stable_partition, which allocates.
  size_t kept = 0;
  for (const cudnnAlgoPerf_t& entry : list)
    if (!is_noted(pass, entry)) list[kept++] = entry;
  return kept;
}

bool ranks_before(const cudnnAlgoPerf_t& one, const cudnnAlgoPerf_t& other,
                  std::span<const cudnnAlgoPerf_t> ranked) noexcept {
  const auto key = [ranked](const cudnnAlgoPerf_t& entry) {
    return std::tuple(rank_of(entry, ranked), entry.algo, entry.mathType, entry.memory);
  };
  return key(one) < key(other);
}

void order_by_rank(std::span<cudnnAlgoPerf_t> list,
                   std::span<const cudnnAlgoPerf_t> ranked) noexcept {
  const auto failed = std::partition(list.begin(), list.end(), works);
  const auto by_rank = [ranked](const cudnnAlgoPerf_t& a, const cudnnAlgoPerf_t& b) {
    return ranks_before(a, b, ranked);
  };
  std::sort(list.begin(), failed, by_rank);
  std::sort(failed, list.end(), by_rank);
  for (auto place = list.begin(); place != failed; ++place) {
    const auto shortest = std::min_element(
        place, failed,
        [](const cudnnAlgoPerf_t& a, const cudnnAlgoPerf_t& b) { return a.time < b.time; });
    std::swap(place->time, shortest->time);
  }
}

}  // namespace detshim::policy::cudnn
