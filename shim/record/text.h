// Text of bounded length on the stack, for lines that must be made without heap, lock or locale.
// Place in the flow: log lines, complaints and the exit summary are put together here, then written
// in one piece. Thread rule: an object belongs to one thread; signal-safe. The launch path does not
// enter it.
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace detshim::record {

// Appends to a buffer that somebody else owns. What does not fit is cut off, and cut() says so.
class TextBuilder {
 public:
  TextBuilder(char* buffer, size_t capacity) noexcept : begin_(buffer), capacity_(capacity) {}

  TextBuilder& add(std::string_view text) noexcept {
    const size_t room = capacity_ - size_;
    const size_t taken = text.size() < room ? text.size() : room;
    if (taken != 0) std::memcpy(begin_ + size_, text.data(), taken);
    size_ += taken;
    cut_ |= taken != text.size();
    return *this;
  }
  TextBuilder& add(uint64_t number) noexcept {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return add(std::string_view(digits, static_cast<size_t>(end - digits)));
  }
  // `number` in at least `width` digits (at most 20).
  TextBuilder& add_padded(uint64_t number, int width) noexcept {
    char digits[20];
    for (int i = width; i-- > 0; number /= 10) digits[i] = static_cast<char>('0' + number % 10);
    return add(std::string_view(digits, static_cast<size_t>(width)));
  }
  // Control characters become '?': a file name must neither forge a line nor steer a terminal.
  TextBuilder& add_clean(std::string_view text) noexcept {
    const size_t from = size_;
    add(text);
    for (size_t i = from; i < size_; ++i) {
      const auto c = static_cast<unsigned char>(begin_[i]);
      if (c < 0x20 || c == 0x7f) begin_[i] = '?';
    }
    return *this;
  }
  // Ends the only line of this buffer; if something was cut off, the line says so.
  TextBuilder& end_line() noexcept {
    constexpr std::string_view kCut = " [cut]\n";
    if (cut_ || size_ == capacity_) {
      size_ = capacity_ - kCut.size();
      return add(kCut);
    }
    return add("\n");
  }

  std::string_view view() const noexcept { return {begin_, size_}; }
  bool cut() const noexcept { return cut_; }
  bool empty() const noexcept { return size_ == 0; }
  void clear() noexcept { size_ = 0, cut_ = false; }

 private:
  char* begin_;
  size_t capacity_;
  size_t size_ = 0;
  bool cut_ = false;
};

template <size_t N>
class FixedText : public TextBuilder {
 public:
  static_assert(N >= 16);
  FixedText() noexcept : TextBuilder(storage_, N) {}
  FixedText(const FixedText&) = delete;
  FixedText& operator=(const FixedText&) = delete;

 private:
  char storage_[N];
};

}  // namespace detshim::record
