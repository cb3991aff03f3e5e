// A library of entropy.allow reads a megabyte from the random device: no block repeats, the rest is
// not zeros.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

int main() {
  constexpr size_t kWords = 1 << 17;
  std::vector<uint64_t> words(kWords);
  auto* at = reinterpret_cast<char*>(words.data());
  size_t left = kWords * sizeof(uint64_t);
  const int file = open("/dev/urandom", O_RDONLY);
  while (left > 0) {
    const ssize_t got = read(file, at, left);
    if (got <= 0) return 1;
    at += got;
    left -= static_cast<size_t>(got);
  }
  uint64_t sum = 0;
  for (const uint64_t w : words) sum = sum * 31 + w;
  printf("%016llx distinct=%zu\n", static_cast<unsigned long long>(sum),
         std::set<uint64_t>(words.begin(), words.end()).size());
  return 0;
}
