// What is said about cuDNN's graphs: counters of the summary, a log line for each choice, and what
// could not be pinned, once.
// Thread rule: any thread; rare calls only (formats, allocates).
#pragma once
#include "shim/hooks/cudnn/descriptors.h"
#include "shim/hooks/cudnn/heuristics.h"

namespace detshim::cudnn {

// A list was cut (nothing is said of one that was not). In observe mode: would have been.
void report_list(const Tracked& heuristics, const Selection& selection) noexcept;
// cuDNN has only noted engines for the graph: it is left as it is.
void report_only_noted(const Tracked& asked) noexcept;
// A plan or configuration with a noted engine was refused (in observe mode: would have been).
void report_refused(const Tracked& refused, int64_t engine) noexcept;
// A plan for a graph whose results depend on the order of arrival was built, or refused.
void report_unnoted(const GraphFacts& graph, unsigned version, bool refused) noexcept;
// The reductions of a graph were made deterministic by their attribute.
void report_reductions(const GraphFacts& graph) noexcept;

}  // namespace detshim::cudnn
