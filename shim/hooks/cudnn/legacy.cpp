#include "shim/hooks/cudnn/legacy.h"

#include <cstdio>

#include "shim/record/record.h"

namespace detshim::cudnn {
namespace {

using record::What;

constexpr size_t kLine = 400;

template <typename... Arguments>
std::string_view format(char (&line)[kLine], const char* text, Arguments... arguments) noexcept {
  const int size = snprintf(line, kLine, text, arguments...);
  if (size <= 0) return {};
  return {line, static_cast<size_t>(size) < kLine ? static_cast<size_t>(size) : kLine - 1};
}

}  // namespace

void report_replaced(const char* function, int asked, int given) noexcept {
  record::count(What::cudnn_algorithms_replaced);
  if (!record::logs(record::Level::info)) return;
  char line[kLine];
  record::log(record::Level::info,
              format(line, "%s: algorithm %d %s %d (cuDNN calls it nondeterministic)", function,
                     asked, boot::armed() ? "->" : "would become", given));
}

void report_dropped(const char* function, int entries) noexcept {
  record::count(What::cudnn_engines_dropped, static_cast<uint64_t>(entries));
  if (!record::logs(record::Level::info)) return;
  char line[kLine];
  record::log(record::Level::info,
              format(line, "%s: %s %d nondeterministic algorithms of the list", function,
                     boot::armed() ? "dropped" : "would drop", entries));
}

void complain_left(const char* id, const char* function, const char* why) noexcept {
  record::count(What::left_cudnn_algorithm);
  char line[kLine];
  record::complain(id, format(line, "%s may add in order of arrival: %s", function, why));
}

}  // namespace detshim::cudnn
