// Lines of the log about cuDNN, without allocation.
#pragma once
#include <cstdio>
#include <string_view>

#include "shim/boot/boot.h"
#include "shim/record/record.h"

namespace detshim::cudnn {

inline constexpr size_t kLine = 480;

// As snprintf; what does not fit is cut.
template <typename... Arguments>
std::string_view format(char (&line)[kLine], const char* text, Arguments... arguments) noexcept {
  const int size = snprintf(line, kLine, text, arguments...);
  if (size <= 0) return {};
  return {line, static_cast<size_t>(size) < kLine ? static_cast<size_t>(size) : kLine - 1};
}

template <typename... Arguments>
void log_info(const char* text, Arguments... arguments) noexcept {
  if (!record::logs(record::Level::info)) return;
  char line[kLine];
  record::log(record::Level::info, format(line, text, arguments...));
}

template <typename... Arguments>
void complain(const char* id, const char* text, Arguments... arguments) noexcept {
  char line[kLine];
  record::complain(id, format(line, text, arguments...));
}

inline const char* verb(const char* did, const char* would) noexcept {
  return boot::armed() ? did : would;
}

}  // namespace detshim::cudnn
