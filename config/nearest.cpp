#include "config/nearest.h"

#include <algorithm>
#include <array>

namespace detshim::config {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) noexcept {
  if (a.size() > kLongestName || b.size() > kLongestName) return kFar;
  std::array<std::array<size_t, kLongestName + 1>, 3> rows{};  // before the last, last, this one
  auto* older = &rows[0];
  auto* old = &rows[1];
  auto* now = &rows[2];
  for (size_t j = 0; j <= b.size(); ++j) (*old)[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    (*now)[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      size_t best = std::min({(*old)[j] + 1, (*now)[j - 1] + 1, (*old)[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) best = std::min(best, (*older)[j - 2] + 1);
      (*now)[j] = best;
    }
    auto* const free = older;
    older = old;
    old = now;
    now = free;
  }
  return (*old)[b.size()];
}

void Nearest::offer(std::string_view known) noexcept {
  const size_t distance = edit_distance(wanted_, known);
  if (distance >= distance_) return;
  distance_ = distance;
  best_ = known;
}

std::optional<std::string_view> Nearest::found() const noexcept {
  const size_t letters = std::min(wanted_.size(), best_.size());
  if (distance_ > std::max<size_t>(2, letters / 3) || distance_ >= letters) return std::nullopt;
  return best_;
}

std::string did_you_mean(std::optional<std::string_view> known) {
  return known ? "; did you mean " + std::string(*known) + '?' : std::string();
}

}  // namespace detshim::config
