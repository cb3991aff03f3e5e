#include "config/problem.h"

#include <cstddef>

namespace detshim::config {
namespace {

unsigned char byte(std::string_view text, size_t i) { return static_cast<unsigned char>(text[i]); }

// Bytes of the character that starts `text`; 0 if that is no UTF-8.
size_t character_size(std::string_view text) {
  const unsigned char first = byte(text, 0);
  if (first < 0x80) return 1;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(text, i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(text, 1);
  const bool bad = (first == 0xe0 && second < 0xa0)       // longer than needed
                   || (first == 0xed && second >= 0xa0)   // surrogates
                   || (first == 0xf0 && second < 0x90)    // longer than needed
                   || (first == 0xf4 && second >= 0x90);  // beyond Unicode
  return bad ? 0 : size;
}

// Control characters, line ends and marks of direction.
bool steers(std::string_view character) {
  const unsigned char first = byte(character, 0);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  if (first == 0xc2) return byte(character, 1) < 0xa0;
  return first == 0xe2 && byte(character, 1) == 0x80 && byte(character, 2) >= 0xa8;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string shown(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    if (out.size() >= kLongestShown) return out + "...";
    const size_t size = character_size(text);
    if (size != 0 && !steers(text.substr(0, size))) {
      out += text.substr(0, size);
    } else {
      for (size_t i = 0; i < (size != 0 ? size : 1); ++i) {
        out += {'\\', 'x', kDigits[byte(text, i) >> 4], kDigits[byte(text, i) & 15]};
      }
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
