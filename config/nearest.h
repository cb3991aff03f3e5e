// "Did you mean": which of some known names is nearest to a misspelt one.
// Pure; any thread. Only did_you_mean() allocates.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace detshim::config {

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal
// string alignment), letters without regard to case. Longer than kLongestName: nothing is near.
inline constexpr size_t kLongestName = 64;
inline constexpr size_t kFar = ~size_t{0};
size_t edit_distance(std::string_view a, std::string_view b) noexcept;

class Nearest {
 public:
  explicit Nearest(std::string_view wanted) noexcept : wanted_(wanted) {}
  void offer(std::string_view known) noexcept;
  // At most a third of the letters differ (but two are always allowed); the first offered wins a
  // tie.
  std::optional<std::string_view> found() const noexcept;

 private:
  std::string_view wanted_;
  std::string_view best_;
  size_t distance_ = kFar;
};

// "; did you mean mix?", or nothing.
std::string did_you_mean(std::optional<std::string_view> known);

}  // namespace detshim::config
