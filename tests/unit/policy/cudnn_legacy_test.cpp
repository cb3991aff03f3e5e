#include "shim/policy/cudnn_legacy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace detshim::policy::cudnn {
namespace {

using Entry = abi::cudnnAlgoPerf_t;

Entry entry(int algo, int determinism = abi::CUDNN_DETERMINISTIC,
            abi::cudnnStatus_t status = abi::CUDNN_STATUS_SUCCESS, int math = 0) {
  return {algo, status, 1.0f, 0, determinism, math, {}};
}

std::vector<int> algorithms(const std::vector<Entry>& list, size_t count) {
  std::vector<int> out;
  for (size_t i = 0; i < count; ++i) out.push_back(list[i].algo);
  return out;
}

TEST(CudnnLegacy, TheAlgorithmsThatTheDocumentationNames) {
  for (int algo = -1; algo < 10; ++algo) {
    EXPECT_FALSE(is_nondeterministic(Pass::forward, algo));
    EXPECT_EQ(is_nondeterministic(Pass::backward_data, algo), algo == 0);
    EXPECT_EQ(is_nondeterministic(Pass::backward_filter, algo), algo == 0 || algo == 3);
  }
  for (const Pass pass : {Pass::forward, Pass::backward_data, Pass::backward_filter})
    for (const int algo : substitutes(pass)) EXPECT_FALSE(is_nondeterministic(pass, algo));
  EXPECT_EQ(substitutes(Pass::backward_data)[0], 1);
  EXPECT_EQ(substitutes(Pass::backward_filter)[0], 1);
}

TEST(CudnnLegacy, ListsLoseWhatIsNondeterministicAndKeepTheirOrder) {
  std::vector<Entry> list = {entry(3), entry(5), entry(0, abi::CUDNN_NON_DETERMINISTIC), entry(1),
                             entry(6, abi::CUDNN_NON_DETERMINISTIC)};
  const size_t kept = keep_deterministic(Pass::backward_filter, list);
  EXPECT_EQ(algorithms(list, kept), (std::vector{5, 1}));
}

TEST(CudnnLegacy, AListIsNeverEmptied) {
  std::vector<Entry> only = {entry(0, abi::CUDNN_NON_DETERMINISTIC)};
  EXPECT_EQ(keep_deterministic(Pass::backward_data, only), 1u);
  // The deterministic one does not work.
  std::vector<Entry> broken = {entry(0, abi::CUDNN_NON_DETERMINISTIC),
                               entry(1, abi::CUDNN_DETERMINISTIC, abi::CUDNN_STATUS_NOT_SUPPORTED)};
  EXPECT_EQ(keep_deterministic(Pass::backward_data, broken), 2u);
  EXPECT_EQ(keep_deterministic(Pass::backward_data, {}), 0u);
}

TEST(CudnnLegacy, TheStopwatchHasNoSay) {
  const std::vector<Entry> ranked = {entry(5), entry(1), entry(1, 1, abi::CUDNN_STATUS_SUCCESS, 1)};
  std::vector<Entry> list = {entry(7), entry(1, 1, abi::CUDNN_STATUS_SUCCESS, 1), entry(4),
                             entry(1), entry(5, 1, abi::CUDNN_STATUS_NOT_SUPPORTED)};
  std::vector<int> first;
  std::sort(list.begin(), list.end(),
            [](const Entry& a, const Entry& b) { return a.algo < b.algo; });
  do {
    std::vector<Entry> shuffled = list;
    order_by_rank(shuffled, ranked);
    std::vector<int> order;
    for (const Entry& e : shuffled) order.push_back(10 * e.algo + e.mathType);
    if (first.empty()) first = order;
    EXPECT_EQ(order, first);
  } while (std::next_permutation(list.begin(), list.end(), [](const Entry& a, const Entry& b) {
    return 10 * a.algo + a.mathType < 10 * b.algo + b.mathType;
  }));
  EXPECT_EQ(first, (std::vector{10, 11, 40, 70, 50}));
}

}  // namespace
}  // namespace detshim::policy::cudnn
