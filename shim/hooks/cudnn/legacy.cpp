#include "shim/hooks/cudnn/legacy.h"

#include <atomic>

#include "shim/hooks/cudnn/legacy_shapes.h"
#include "shim/hooks/cudnn/line.h"
#include "shim/policy/mix.h"
#include "shim/record/text.h"

namespace detshim::cudnn {
namespace {

using record::What;

using Line = record::FixedText<480>;

// A training step makes the same calls again: a line that has been written is not written again.
bool is_new(std::string_view line) noexcept {
  constexpr size_t kLines = 1024, kReach = 16;
  static std::atomic<uint64_t> g_written[kLines];
  const uint64_t hash = policy::hash_text(line) | 1;
  for (size_t step = 0; step < kReach; ++step) {
    uint64_t found = 0;
    if (g_written[(hash + step) % kLines].compare_exchange_strong(found, hash,
                                                                  std::memory_order_relaxed))
      return true;
    if (found == hash) return false;
  }
  return true;
}

template <typename Fill>
void log_once(const Shapes* shapes, Fill fill) noexcept {
  if (!record::logs(record::Level::info)) return;
  Line line;
  fill(line);
  line.add(" (cuDNN calls it nondeterministic)");
  if (shapes != nullptr) {
    record::FixedText<240> words;
    shapes->describe(words);
    if (!words.empty()) line.add(": ").add(words.view());
  }
  if (is_new(line.view())) record::log(record::Level::info, line.view());
}

}  // namespace

void report_replaced(const char* function, int asked, int given, const Shapes* shapes) noexcept {
  record::count(What::cudnn_algorithms_replaced);
  log_once(shapes, [&](Line& line) {
    line.add(function).add(": algorithm ").add(static_cast<uint64_t>(asked)).add(" ");
    line.add(verb("->", "would become")).add(" ").add(static_cast<uint64_t>(given));
  });
}

void report_dropped(const char* function, int algorithm, const Shapes* shapes) noexcept {
  record::count(What::cudnn_engines_dropped);
  log_once(shapes, [&](Line& line) {
    line.add(function).add(": ").add(verb("left", "would leave"));
    line.add(" algorithm ").add(static_cast<uint64_t>(algorithm)).add(" out of the list");
  });
}

void complain_left(const char* id, const char* function, const char* why) noexcept {
  record::count(What::left_cudnn_algorithm);
  complain(id, "%s may add in order of arrival: %s", function, why);
}

void complain_find_memory(const char* function, int untried, int first) noexcept {
  complain("cudnn.find_memory",
           "%s: no memory to try algorithm %d in, so that %d stands first: with more free memory "
           "the program would choose another; leave it some, or choose by the function Get..._v7, "
           "which needs none",
           function, untried, first);
}

}  // namespace detshim::cudnn
