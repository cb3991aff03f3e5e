// The lists of convolution algorithms: cudnnGet…_v7 (heuristics), cudnnFind… and cudnnFind…Ex (by
// stopwatch). The whole list is asked for, cut, ordered so that it repeats, and given to the caller as
// far as it asked.
#include <algorithm>
#include <span>

#include "shim/hooks/cudnn/legacy.h"
#include "shim/hooks/cudnn/legacy_shapes.h"
#include "shim/hooks/cudnn/siblings.h"
#include "shim/interpose/hook.h"
#include "shim/policy/cudnn_legacy.h"

namespace detshim::cudnn {
namespace {

using abi::cudnnAlgoPerf_t;
using abi::cudnnStatus_t;
using policy::cudnn::Pass;

// Twenty at most in cuDNN 8 and 9 (algorithms times math types).
constexpr int kMost = 40;

std::span<cudnnAlgoPerf_t> first(cudnnAlgoPerf_t* entries, int count) noexcept {
  return {entries, static_cast<size_t>(std::max(count, 0))};
}

struct List {
  Shapes of;
  const char* function;
  const char* max_count;
  const char* ranked;     // the heuristics' list of the pass; null: this is that list
  bool finds_its_memory;  // for each algorithm that it tries

  Pass pass() const noexcept { return of.pass; }
};

// How many entries to ask for, so that some are left when the list was cut.
int whole_list(const List& list, abi::cudnnHandle_t handle, int requested) noexcept {
  int most = 0;
  const auto max_count = sibling<abi::cudnnAlgorithmMaxCount>(list.of.real, list.max_count);
  if (max_count == nullptr || max_count(handle, &most) != abi::CUDNN_STATUS_SUCCESS) most = 0;
  return std::max(std::min(most, kMost), requested);
}

void report_noted(const List& list, std::span<const cudnnAlgoPerf_t> entries) noexcept {
  if (!policy::cudnn::has_deterministic(list.pass(), entries)) return;
  for (const cudnnAlgoPerf_t& entry : entries)
    if (policy::cudnn::is_noted(list.pass(), entry))
      report_dropped(list.function, entry.algo, &list.of);
}

void complain_if_noted(const List& list, std::span<const cudnnAlgoPerf_t> entries) noexcept {
  for (const cudnnAlgoPerf_t& entry : entries)
    if (policy::cudnn::is_noted(list.pass(), entry))
      return complain_left(
          "cudnn.only_nondeterministic", list.function,
          "none of the algorithms that work here is deterministic; another data type or layout "
          "may have one");
}

// What would have stood first had there been memory to try it in.
void complain_of_memory(const List& list, std::span<const cudnnAlgoPerf_t> ordered,
                        std::span<const cudnnAlgoPerf_t> ranked) noexcept {
  for (const cudnnAlgoPerf_t& entry : ordered)
    if (list.finds_its_memory && is_out_of_memory(entry.status) &&
        policy::cudnn::ranks_before(entry, ordered.front(), ranked))
      return complain_find_memory(list.function, entry.algo, ordered.front().algo);
}

// ask(requested, returned, results) is the real call; rank(function, requested, returned, results)
// that of the heuristics' list for the same convolution.
template <typename Ask, typename Rank>
cudnnStatus_t answer(const List& list, abi::cudnnHandle_t handle, int requested, int* returned,
                     cudnnAlgoPerf_t* results, Ask ask, Rank rank) {
  if (!pins() || requested <= 0 || results == nullptr) return ask(requested, returned, results);
  int ignored = 0;
  if (!boot::armed() || returned == nullptr) {
    const cudnnStatus_t status = ask(requested, returned, results);
    if (status != abi::CUDNN_STATUS_SUCCESS) return status;
    if (!boot::armed()) {
      if (returned != nullptr) report_noted(list, first(results, std::min(*returned, requested)));
      return status;
    }
    returned = &ignored;  // a cuDNN that takes a null
  }
  cudnnAlgoPerf_t own[kMost];
  cudnnAlgoPerf_t* const all = requested > kMost ? results : own;
  int count = 0;
  const int most = whole_list(list, handle, requested);
  const cudnnStatus_t status = ask(most, &count, all);
  if (status != abi::CUDNN_STATUS_SUCCESS) return status;
  const auto entries = first(all, std::min(count, most));
  report_noted(list, entries);
  const auto kept = entries.first(policy::cudnn::keep_deterministic(list.pass(), entries));
  complain_if_noted(list, kept);
  if (list.ranked != nullptr && !kept.empty()) {
    cudnnAlgoPerf_t ranked[kMost];
    int ranks = 0;
    const auto heuristics =
        sibling<abi::cudnnGetConvolutionForwardAlgorithm_v7>(list.of.real, list.ranked);
    if (heuristics == nullptr ||
        rank(heuristics, std::min(most, kMost), &ranks, ranked) != abi::CUDNN_STATUS_SUCCESS)
      ranks = 0;
    const auto order = first(ranked, std::min(ranks, kMost));
    policy::cudnn::order_by_rank(kept, order);
    complain_of_memory(list, kept, order);
  }
  *returned = std::min(static_cast<int>(kept.size()), requested);
  if (all != results) std::copy_n(all, *returned, results);
  return status;
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnAlgoPerf_t;
using abi::cudnnDescriptor_t;
using abi::cudnnHandle_t;
using abi::cudnnStatus_t;

#define DETSHIM_LIST(pass_, name, function, ranked, finds_its_memory)                           \
  cudnn::List {                                                                                 \
    {reinterpret_cast<const void*>(call.real), policy::cudnn::Pass::pass_, a, b, c}, #function, \
        "cudnnGetConvolution" #name "AlgorithmMaxCount", ranked, finds_its_memory               \
  }

#define DETSHIM_ASKED_LIST(pass, name, function, ranked, finds_its_memory)                         \
  template <>                                                                                      \
  cudnnStatus_t Hook<HookId::function>::on_call(                                                   \
      const Call& call, cudnnHandle_t handle, cudnnDescriptor_t a, cudnnDescriptor_t b,            \
      cudnnDescriptor_t convolution, cudnnDescriptor_t c, int requested, int* returned,            \
      cudnnAlgoPerf_t* results) {                                                                  \
    return cudnn::answer(                                                                          \
        DETSHIM_LIST(pass, name, function, ranked, finds_its_memory), handle, requested, returned, \
        results,                                                                                   \
        [&](int most, int* count, cudnnAlgoPerf_t* list) {                                         \
          return call.real(handle, a, b, convolution, c, most, count, list);                       \
        },                                                                                         \
        [&](auto* heuristics, int most, int* count, cudnnAlgoPerf_t* list) {                       \
          return heuristics(handle, a, b, convolution, c, most, count, list);                      \
        });                                                                                        \
  }

#define DETSHIM_LIST_WITH_DATA(pass, name, function, ranked)                                       \
  template <>                                                                                      \
  cudnnStatus_t Hook<HookId::function>::on_call(                                                   \
      const Call& call, cudnnHandle_t handle, cudnnDescriptor_t a, const void* a_data,             \
      cudnnDescriptor_t b, const void* b_data, cudnnDescriptor_t convolution, cudnnDescriptor_t c, \
      void* c_data, int requested, int* returned, cudnnAlgoPerf_t* results, void* workspace,       \
      size_t workspace_bytes) {                                                                    \
    return cudnn::answer(                                                                          \
        DETSHIM_LIST(pass, name, function, ranked, false), handle, requested, returned, results,   \
        [&](int most, int* count, cudnnAlgoPerf_t* list) {                                         \
          return call.real(handle, a, a_data, b, b_data, convolution, c, c_data, most, count,      \
                           list, workspace, workspace_bytes);                                      \
        },                                                                                         \
        [&](auto* heuristics, int most, int* count, cudnnAlgoPerf_t* list) {                       \
          return heuristics(handle, a, b, convolution, c, most, count, list);                      \
        });                                                                                        \
  }

#define DETSHIM_LISTS(pass, name)                                                         \
  DETSHIM_ASKED_LIST(pass, name, cudnnGetConvolution##name##Algorithm_v7, nullptr, false) \
  DETSHIM_ASKED_LIST(pass, name, cudnnFindConvolution##name##Algorithm,                   \
                     "cudnnGetConvolution" #name "Algorithm_v7", true)                    \
  DETSHIM_LIST_WITH_DATA(pass, name, cudnnFindConvolution##name##AlgorithmEx,             \
                         "cudnnGetConvolution" #name "Algorithm_v7")

DETSHIM_LISTS(forward, Forward)
DETSHIM_LISTS(backward_data, BackwardData)
DETSHIM_LISTS(backward_filter, BackwardFilter)

}  // namespace detshim::interpose
