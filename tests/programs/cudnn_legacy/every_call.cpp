// Calls every function of cuDNN's API by calls with arguments that can be told apart; the recording double prints what
// reaches it. With the shim all of it must be the same: no value that a program may give is changed unless a rule says
// so. "--without TEXT" leaves out the functions whose names contain TEXT.
#include <cudnn.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>

#include "tests/fakes/cudnn_double_record.h"

namespace {

// Zeros, so that a pointer which is followed leads to zeros.
template <typename T>
T argument(size_t index) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(0.5 + static_cast<double>(index));
  else if constexpr (std::is_enum_v<T>)
    return static_cast<T>(50 + static_cast<int>(index));  // no value that a rule knows
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<T>(index) + 100);
  else
    return reinterpret_cast<T>(cudnn_double::kMemory + (index + 1) * 0x20000);
}

template <typename R, typename... A, size_t... I>
void call_with(R (*function)(A...), std::index_sequence<I...>) {
  function(argument<A>(I)...);
}
template <typename R, typename... A>
void call(R (*function)(A...)) {
  call_with(function, std::make_index_sequence<sizeof...(A)>());
}

}  // namespace

int main(int argc, char** argv) {
  const char* const without = argc == 3 && !strcmp(argv[1], "--without") ? argv[2] : nullptr;
  void* const wanted = reinterpret_cast<void*>(cudnn_double::kMemory);
  if (mmap(wanted, cudnn_double::kMemoryBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != wanted)
    return perror("mmap"), 2;
  int calls = 0;
#define EACH(name) \
  if (without == nullptr || strstr(#name, without) == nullptr) call(&name), ++calls;
#include "cudnn_double_names.inc"
  printf("%d calls\n", calls);
}
