// Prints one of cuDNN's lists of engines as a program gets it, noted engines with a star:
//   cudnn_engine_list DEVICE.json ROUTE GRAPH MODE [REQUESTED]   "17: 20*": the count query, then the engines in rank order
//   cudnn_engine_list DEVICE.json ROUTE GRAPH MODE nulls         answers to null pointers and odd counts
// ROUTE: see api.h.
#include <cstdio>
#include <cstdlib>

#include "tests/programs/cudnn/cases.h"
#include "tests/programs/cudnn/lists.h"

namespace cudnn_programs {
namespace {

cudnnBackendHeurMode_t mode_called(const std::string& name) {
  for (const cudnnBackendHeurMode_t mode : kModes)
    if (name == name_of(mode)) return mode;
  throw std::invalid_argument("no list is called " + name);
}

void print_list(const List& list, int64_t requested) {
  const int64_t count = list.count();
  printf("%lld:", static_cast<long long>(count));
  for (const Entry& entry : entries_of(list.fetch(requested > 0 ? requested : count)))
    printf(" %lld%s", static_cast<long long>(entry.engine), entry.noted ? "*" : "");
  puts("");
}

void print_answers_to_nulls(const List& list) {
  constexpr int64_t kAsked = 2, kUntouched = -7;
  Descriptor first(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR), second(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  cudnnBackendDescriptor_t row[kAsked] = {first.get(), second.get()};
  cudnnBackendDescriptor_t holes[kAsked] = {nullptr, second.get()};
  const auto ask = [&](const char* what, int64_t requested, bool wants_count, void* elements) {
    int64_t count = kUntouched;
    const cudnnStatus_t status =
        api().get(list.get().get(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
                  requested, wants_count ? &count : nullptr, elements);
    printf("%s: %d, %lld\n", what, status, static_cast<long long>(count));
  };
  ask("nothing", 0, false, nullptr);
  ask("no array", kAsked, true, nullptr);
  ask("less than none", -1, true, row);
  ask("hole first", kAsked, true, holes);
  ask("no count", kAsked, false, row);
  const Entry filled = entry_of(first);
  printf("filled: %lld%s\n", static_cast<long long>(filled.engine), filled.noted ? "*" : "");
  ask("filled before", kAsked, true, row);
}

}  // namespace
}  // namespace cudnn_programs

int main(int argc, char** argv) {
  using namespace cudnn_programs;
  if (argc < 5) return 2;
  use_route(argv[2]);
  const Descriptor device = device_of(argv[1]);
  const Graph graph = case_called(argv[3]).build();
  const List list(graph.get(), device, mode_called(argv[4]));
  const std::string how = argc > 5 ? argv[5] : "0";
  if (how == "nulls")
    print_answers_to_nulls(list);
  else
    print_list(list, atoi(how.c_str()));
  return 0;
}
