// Lines for people. Colour on a terminal only, and not with NO_COLOR.
#pragma once
#include <string>
#include <string_view>

namespace detshim::cli {

// "detshim: TEXT" on standard error.
void say(std::string_view text);

enum class Stream { out, err };
enum class Colour { bold, dim, yellow };
// `text` in that colour if `stream` is a terminal that shows it.
std::string coloured(Stream stream, Colour colour, std::string_view text);

}  // namespace detshim::cli
