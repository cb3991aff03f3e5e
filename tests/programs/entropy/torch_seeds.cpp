// The seeds of unseeded generators from a library that is called libc10.so: "hooked" by the function that PyTorch's
// other libraries call, "past" by the random device alone.
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace c10::detail {
uint64_t getNonDeterministicRandom(bool is_cuda);
}
extern "C" uint64_t seed_past_the_hook();

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  for (int i = 0; i < 3; ++i) {
    const bool hooked = strcmp(argv[1], "hooked") == 0;
    const uint64_t cpu =
        hooked ? c10::detail::getNonDeterministicRandom(false) : seed_past_the_hook();
    const uint64_t cuda = hooked ? c10::detail::getNonDeterministicRandom(true) : 0;
    printf("%016llx %016llx\n", static_cast<unsigned long long>(cpu),
           static_cast<unsigned long long>(cuda));
    if (cuda >> 53 != 0) return 2;
  }
  return 0;
}
