#include "tools/cli/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace detshim::cli {
namespace {

bool shows_colour(Stream stream) {
  const char* const no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

}  // namespace

void say(std::string_view text) {
  std::cerr << coloured(Stream::err, Colour::bold, "detshim: ") << text << '\n';
}

std::string coloured(Stream stream, Colour colour, std::string_view text) {
  if (!shows_colour(stream)) return std::string(text);
  static constexpr std::string_view kStart[] = {"\033[1m", "\033[2m", "\033[33m"};
  return std::string(kStart[static_cast<int>(colour)]) + std::string(text) + "\033[0m";
}

}  // namespace detshim::cli
