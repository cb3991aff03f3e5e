// Stands in for boot and identity: what a test sets here is what record sees.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "config/settings.h"

namespace detshim::record {

struct ProcessDouble {
  config::Settings settings;
  config::Mode mode = config::Mode::enforce;
  bool is_root = true;
  uint64_t rank_key = 0;
};
extern ProcessDouble process_double;

inline std::string read_file(const std::string& name) {
  std::stringstream text;
  text << std::ifstream(name).rdbuf();
  return text.str();
}

// `text` with each run of digits as '#': what must be there whatever the time and the process.
inline std::string shape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) out += c;
    if (digit && !out.ends_with('#')) out += '#';
  }
  return out;
}

// A folder of its own, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    char name[] = "/tmp/detshim-record-XXXXXX";
    if (mkdtemp(name) == nullptr) std::abort();
    name_ = name;
  }
  ~TemporaryFolder() {
    if (std::system(("rm -rf '" + name_ + "'").c_str()) != 0) ADD_FAILURE();
  }
  std::string operator/(const std::string& file) const { return name_ + "/" + file; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

struct ChildResult {
  int status;  // of waitpid
  std::string standard_error;
};

// Runs `body` in a forked child with a fresh record (its globals are never reset in one process)
// and no log yet.
inline ChildResult in_child(const std::function<void()>& body) {
  char name[] = "/tmp/detshim-record-stderr-XXXXXX";
  const int file = mkstemp(name);
  const pid_t child = fork();
  if (child == 0) {
    dup2(file, STDERR_FILENO);
    body();
    _exit(testing::Test::HasFailure() ? 99 : 0);
  }
  ChildResult result;
  waitpid(child, &result.status, 0);
  close(file);
  result.standard_error = read_file(name);
  unlink(name);
  return result;
}

}  // namespace detshim::record
