#include "shim/hooks/cudnn/legacy.h"

#include "shim/hooks/cudnn/line.h"

namespace detshim::cudnn {

using record::What;

void report_replaced(const char* function, int asked, int given) noexcept {
  record::count(What::cudnn_algorithms_replaced);
  log_info("%s: algorithm %d %s %d (cuDNN calls it nondeterministic)", function, asked,
           verb("->", "would become"), given);
}

void report_dropped(const char* function, int entries) noexcept {
  record::count(What::cudnn_engines_dropped, static_cast<uint64_t>(entries));
  log_info("%s: %s %d nondeterministic algorithms of the list", function,
           verb("dropped", "would drop"), entries);
}

void complain_left(const char* id, const char* function, const char* why) noexcept {
  record::count(What::left_cudnn_algorithm);
  complain(id, "%s may add in order of arrival: %s", function, why);
}

}  // namespace detshim::cudnn
