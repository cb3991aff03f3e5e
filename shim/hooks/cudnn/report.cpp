#include "shim/hooks/cudnn/report.h"

#include "shim/hooks/cudnn/line.h"
#include "shim/record/record.h"

namespace detshim::cudnn {
namespace {

using record::What;

const char* description_of(const Tracked& tracked) noexcept {
  return tracked.graph != nullptr ? tracked.graph->description.c_str() : "unknown graph";
}

}  // namespace

void report_list(const Tracked& heuristics, const Selection& selection) noexcept {
  if (selection.locked) {
    record::count(What::cudnn_lists_locked);
    log_info("cuDNN list of %s: %s the engine of the lock file", description_of(heuristics),
             verb("holds only", "would hold only"));
    return;
  }
  const auto kept = static_cast<int64_t>(selection.kept.size());
  const int64_t dropped = selection.other_list ? selection.total : selection.total - kept;
  if (dropped <= 0) return;
  record::count(What::cudnn_engines_dropped, static_cast<uint64_t>(dropped));
  log_info("cuDNN list of %s: %s %lld of %lld engines that cuDNN notes as nondeterministic%s",
           description_of(heuristics), verb("dropped", "would drop"),
           static_cast<long long>(dropped), static_cast<long long>(selection.total),
           selection.other_list     ? ", took the fallback list's"
           : selection.kept[0] != 0 ? ", its first among them"
                                    : "");
}

void report_only_noted(const Tracked& asked) noexcept {
  if (asked.graph == nullptr) return;
  asked.graph->only_noted.store(Noted::yes, std::memory_order_relaxed);
  if (asked.graph->named.exchange(true, std::memory_order_relaxed)) return;
  record::count(What::left_cudnn_graph);
  complain("cudnn.only_noted",
           "cuDNN has only engines that it notes as nondeterministic for a graph, which is left as "
           "it is: %s. Another data type or layout may have others.",
           description_of(asked));
}

void report_refused(const Tracked& refused, int64_t engine) noexcept {
  record::count(What::cudnn_plans_refused);
  log_info("cuDNN plan of %s: %s engine %lld, which cuDNN notes as nondeterministic",
           description_of(refused), verb("refused", "would refuse"),
           static_cast<long long>(engine));
}

void report_unnoted(const GraphFacts& graph, unsigned version, bool refused) noexcept {
  const policy::cudnn::UnnotedKind& kind = policy::cudnn::unnoted_kind(graph.dependence);
  record::count(refused ? What::cudnn_plans_refused : What::left_cudnn_graph);
  if (graph.named.exchange(true, std::memory_order_relaxed)) return;
  constexpr const char* kIds[policy::cudnn::kOrderDependences] = {
      "cudnn", "cudnn.reduction", "cudnn.matmul_reduction", "cudnn.attention_backward"};
  const bool same_release = version / 100 == kind.seen_with / 100;
  complain(kIds[static_cast<size_t>(graph.dependence)],
           "%s: %.*s, which cuDNN does not note (%s with cuDNN %u): %.*s",
           graph.description.c_str(), static_cast<int>(kind.cause.size()), kind.cause.data(),
           same_release ? "seen" : "seen elsewhere:", kind.seen_with,
           static_cast<int>(kind.cure.size()), kind.cure.data());
}

void report_reductions(const GraphFacts& graph) noexcept {
  record::count(What::cudnn_reductions);
  log_info("cuDNN graph %s: its reduction %s CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC",
           graph.description.c_str(), verb("is given", "would be given"));
}

}  // namespace detshim::cudnn
