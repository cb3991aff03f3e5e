#include "config/problem.h"

#include <cstddef>

namespace detshim::config {
namespace {

// Bytes of the printable character that starts `text`; 0 if it is a control character or broken
// UTF-8.
size_t printable(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool bad =
      (first == 0xc2 && second < 0xa0)                          // C1 controls
      || (first == 0xe0 && second < 0xa0)                       // longer than needed
      || (first == 0xed && second >= 0xa0)                      // surrogates
      || (first == 0xf0 && second < 0x90)                       // longer than needed
      || (first == 0xf4 && second >= 0x90)                      // beyond Unicode
      || (first == 0xe2 && second == 0x80 && byte(2) >= 0xa8);  // line ends, direction marks
  return bad ? 0 : size;
}

}  // namespace

std::string shown(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    if (out.size() >= kLongestShown) return out + "...";
    const size_t size = printable(text);
    if (size != 0) {
      out += text.substr(0, size);
    } else {
      const auto byte = static_cast<unsigned char>(text[0]);
      out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    text.remove_prefix(size != 0 ? size : 1);
  }
  return out;
}

std::string quoted(std::string_view text) { return '"' + shown(text) + '"'; }

std::string message(const Problem& problem, std::string_view way_out) {
  std::string text = "detshim: ";
  if (!problem.where.empty()) text += problem.where + ": ";
  if (!problem.key.empty()) text += problem.key + ": ";
  text += problem.what;
  text += problem.what.ends_with('?') ? " " : ". ";
  text += way_out;
  return text;
}

}  // namespace detshim::config
