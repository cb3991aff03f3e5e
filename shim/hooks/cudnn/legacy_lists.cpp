// The lists of convolution algorithms: cudnnGet…_v7 (heuristics), cudnnFind… and cudnnFind…Ex (by
// stopwatch). The whole list is asked for, cut, ordered so that it repeats, and given to the caller as
// far as it asked.
#include <algorithm>

#include "shim/hooks/cudnn/legacy.h"
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

struct List {
  Pass pass;
  const char* function;
  const char* max_count;
  const char* ranked;  // the heuristics' list of the pass; null: this is that list
};

#define DETSHIM_LIST(pass, name, function, ranked) \
  List { Pass::pass, #function, "cudnnGetConvolution" #name "AlgorithmMaxCount", ranked }

int noted_entries(Pass pass, const cudnnAlgoPerf_t* results, int count) noexcept {
  return static_cast<int>(std::count_if(results, results + count, [pass](const cudnnAlgoPerf_t& e) {
    return e.determinism == abi::CUDNN_NON_DETERMINISTIC ||
           policy::cudnn::is_nondeterministic(pass, e.algo);
  }));
}

// How many entries to ask for, so that some are left when the list was cut.
int whole_list(const void* real, const List& list, abi::cudnnHandle_t handle,
               int requested) noexcept {
  int most = 0;
  const auto max_count = sibling<abi::cudnnAlgorithmMaxCount>(real, list.max_count);
  if (max_count == nullptr || max_count(handle, &most) != abi::CUDNN_STATUS_SUCCESS)
    most = requested;
  return std::clamp(most, std::min(requested, kMost), kMost);
}

// ask(requested, returned, results) is the real call; rank(function, requested, returned, results)
// that of the heuristics' list for the same convolution.
template <typename Ask, typename Rank>
cudnnStatus_t answer(const void* real, const List& list, abi::cudnnHandle_t handle, int requested,
                     int* returned, cudnnAlgoPerf_t* results, Ask ask, Rank rank) {
  if (!pins() || requested <= 0 || requested > kMost || returned == nullptr || results == nullptr)
    return ask(requested, returned, results);
  if (!boot::armed()) {
    const cudnnStatus_t status = ask(requested, returned, results);
    if (status == abi::CUDNN_STATUS_SUCCESS)
      if (const int noted = noted_entries(list.pass, results, std::min(*returned, requested));
          noted > 0)
        report_dropped(list.function, noted);
    return status;
  }
  cudnnAlgoPerf_t all[kMost];
  int count = 0;
  const cudnnStatus_t status = ask(whole_list(real, list, handle, requested), &count, all);
  if (status != abi::CUDNN_STATUS_SUCCESS) return status;
  count = std::clamp(count, 0, kMost);
  const int kept = static_cast<int>(
      policy::cudnn::keep_deterministic(list.pass, {all, static_cast<size_t>(count)}));
  if (kept < count) report_dropped(list.function, count - kept);
  if (noted_entries(list.pass, all, kept) > 0)
    complain_left(
        "cudnn.only_nondeterministic", list.function,
        "none of the algorithms that work here is deterministic; another data type or layout "
        "may have one");
  if (list.ranked != nullptr) {
    cudnnAlgoPerf_t ranked[kMost];
    int ranks = 0;
    const auto heuristics = sibling<abi::cudnnGetConvolutionForwardAlgorithm_v7>(real, list.ranked);
    if (heuristics == nullptr || rank(heuristics, whole_list(real, list, handle, requested), &ranks,
                                      ranked) != abi::CUDNN_STATUS_SUCCESS)
      ranks = 0;
    policy::cudnn::order_by_rank({all, static_cast<size_t>(kept)},
                                 {ranked, static_cast<size_t>(std::clamp(ranks, 0, kMost))});
  }
  *returned = std::min(kept, requested);
  std::copy_n(all, *returned, results);
  return status;
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnAlgoPerf_t;
using abi::cudnnDescriptor_t;
using abi::cudnnHandle_t;
using abi::cudnnStatus_t;

#define DETSHIM_RANK(function) "cudnnGetConvolution" #function "Algorithm_v7"

#define DETSHIM_RANKED_LIST(pass, name, function, ranked)                                     \
  template <>                                                                                 \
  cudnnStatus_t Hook<HookId::function>::on_call(                                              \
      const Call& call, cudnnHandle_t handle, cudnnDescriptor_t a, cudnnDescriptor_t b,       \
      cudnnDescriptor_t convolution, cudnnDescriptor_t c, int requested, int* returned,       \
      cudnnAlgoPerf_t* results) {                                                             \
    return cudnn::answer(                                                                     \
        reinterpret_cast<const void*>(call.real), DETSHIM_LIST(pass, name, function, ranked), \
        handle, requested, returned, results,                                                 \
        [&](int most, int* count, cudnnAlgoPerf_t* list) {                                    \
          return call.real(handle, a, b, convolution, c, most, count, list);                  \
        },                                                                                    \
        [&](auto* heuristics, int most, int* count, cudnnAlgoPerf_t* list) {                  \
          return heuristics(handle, a, b, convolution, c, most, count, list);                 \
        });                                                                                   \
  }

#define DETSHIM_MEASURED_LIST(pass, name)                                                          \
  template <>                                                                                      \
  cudnnStatus_t Hook<HookId::cudnnFindConvolution##name##AlgorithmEx>::on_call(                    \
      const Call& call, cudnnHandle_t handle, cudnnDescriptor_t a, const void* a_data,             \
      cudnnDescriptor_t b, const void* b_data, cudnnDescriptor_t convolution, cudnnDescriptor_t c, \
      void* c_data, int requested, int* returned, cudnnAlgoPerf_t* results, void* workspace,       \
      size_t workspace_bytes) {                                                                    \
    return cudnn::answer(                                                                          \
        reinterpret_cast<const void*>(call.real),                                                  \
        DETSHIM_LIST(pass, name, cudnnFindConvolution##name##AlgorithmEx, DETSHIM_RANK(name)),     \
        handle, requested, returned, results,                                                      \
        [&](int most, int* count, cudnnAlgoPerf_t* list) {                                         \
          return call.real(handle, a, a_data, b, b_data, convolution, c, c_data, most, count,      \
                           list, workspace, workspace_bytes);                                      \
        },                                                                                         \
        [&](auto* heuristics, int most, int* count, cudnnAlgoPerf_t* list) {                       \
          return heuristics(handle, a, b, convolution, c, most, count, list);                      \
        });                                                                                        \
  }

#define DETSHIM_LISTS(pass, name)                                                            \
  DETSHIM_RANKED_LIST(pass, name, cudnnGetConvolution##name##Algorithm_v7, nullptr)          \
  DETSHIM_RANKED_LIST(pass, name, cudnnFindConvolution##name##Algorithm, DETSHIM_RANK(name)) \
  DETSHIM_MEASURED_LIST(pass, name)

namespace {
using cudnn::List;
using cudnn::Pass;
}  // namespace

DETSHIM_LISTS(forward, Forward)
DETSHIM_LISTS(backward_data, BackwardData)
DETSHIM_LISTS(backward_filter, BackwardFilter)

}  // namespace detshim::interpose
