// Prints a call of the double and its arguments when DOUBLE_RECORD is set: numbers as numbers, pointers as places in the
// memory that the program has mapped for them (kMemory, every_call.cpp); all other pointers are alike.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace cudnn_double {

constexpr uintptr_t kMemory = 0x200000000000, kMemoryBytes = 1 << 22;

template <typename T>
void record_one(FILE* out, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    fprintf(out, " %a", static_cast<double>(value));
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    fprintf(out, " %llu", static_cast<unsigned long long>(value));
  } else {
    const auto address = reinterpret_cast<uintptr_t>(value);
    if (address == 0)
      fputs(" null", out);
    else if (address - kMemory < kMemoryBytes)
      fprintf(out, " @%zx", static_cast<size_t>(address - kMemory));
    else
      fputs(" elsewhere", out);
  }
}

template <typename... Arguments>
void record(const char* name, Arguments... arguments) {
  if (getenv("DOUBLE_RECORD") == nullptr) return;
  flockfile(stdout);
  fputs(name, stdout);
  (record_one(stdout, arguments), ...);
  fputc('\n', stdout);
  funlockfile(stdout);
}

}  // namespace cudnn_double
