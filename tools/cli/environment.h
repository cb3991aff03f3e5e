// The environment of a program that is about to start: a copy that can be changed and handed to
// exec.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace detshim::cli {

class Environment {
 public:
  Environment();  // a copy of this process's

  std::optional<std::string_view> get(std::string_view name) const;
  void set(std::string_view name, std::string_view value);
  void unset(std::string_view name);

  // environ-like; valid until the next change.
  char* const* data() const;

 private:
  std::vector<std::string> entries_;
  mutable std::vector<char*> pointers_;
};

// Puts `library` first in a value of LD_PRELOAD, once.
std::string preload_list(std::string_view library, std::optional<std::string_view> present);

}  // namespace detshim::cli
