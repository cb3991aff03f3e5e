#include "tools/cli/environment.h"

#include <unistd.h>

#include "config/environment_pack.h"

namespace detshim::cli {

Environment::Environment() {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    entries_.emplace_back(*entry);
}

std::optional<std::string_view> Environment::get(std::string_view name) const {
  return config::variable_in(data(), name);
}

void Environment::set(std::string_view name, std::string_view value) {
  unset(name);
  entries_.push_back(std::string(name) + '=' + std::string(value));
}

void Environment::unset(std::string_view name) {
  std::erase_if(entries_, [&](const std::string& entry) {
    return entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=';
  });
}

char* const* Environment::data() const {
  pointers_.clear();
  for (const std::string& entry : entries_) pointers_.push_back(const_cast<char*>(entry.c_str()));
  pointers_.push_back(nullptr);
  return pointers_.data();
}

std::string preload_list(std::string_view library, std::optional<std::string_view> present) {
  std::string list(library);
  std::string_view rest = present.value_or("");
  while (!rest.empty()) {
    const size_t end = rest.find_first_of(" :");  // what the loader takes for separators
    const std::string_view item = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (!item.empty() && item != library) list += ':' + std::string(item);
  }
  return list;
}

}  // namespace detshim::cli
