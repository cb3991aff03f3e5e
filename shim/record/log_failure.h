// Why a log line could not be written, and what the user can do about it.
// Pure; no locale (strerror loads message catalogues), no heap.
#pragma once
#include <string_view>

#include "shim/record/text.h"

namespace detshim::record {

struct LogFailure {
  int error = 0;                  // an errno value, or 0 with a refusal
  const char* refusal = nullptr;  // "is …": why detshim does not write to that file
  bool was_open = false;          // the file was there, writing to it failed

  explicit operator bool() const noexcept { return error != 0 || refusal != nullptr; }
  // Trying again at the next line would be of no use.
  bool is_lasting() const noexcept;
};

// Adds "log: cannot write NAME: reason; remedy", without an end of line.
void describe(TextBuilder& out, std::string_view name, const LogFailure& failure) noexcept;

}  // namespace detshim::record
