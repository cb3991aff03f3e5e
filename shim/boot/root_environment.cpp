#include "shim/boot/root_environment.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "config/environment_pack.h"
#include "shim/boot/boot.h"
#include "shim/boot/identity.h"
#include "shim/policy/mix.h"
#include "shim/record/record.h"

extern char** environ;

namespace detshim::boot {

namespace {

constexpr const char* kCupySeed = "CUPY_SEED";
constexpr const char* kPacked = "DETSHIM_PACKED";  // CUPY_SEED's value if it is ours

// Differs between the processes and ranks that start from one `origin`, and repeats from run to run.
uint64_t own_seed(uint64_t origin) noexcept {
  return policy::combine(origin, policy::combine(identity::process_path(), rank_of_keys()));
}

}  // namespace

bool renew_environment() noexcept {
  const char* const seed = getenv(kCupySeed);
  const char* const packed = getenv(kPacked);
  if (seed == nullptr || packed == nullptr || strcmp(seed, packed) != 0) return false;
  char text[24];
  snprintf(text, sizeof text, "%llu",
           static_cast<unsigned long long>(own_seed(strtoull(seed, nullptr, 10))));
  setenv(kCupySeed, text, 1);
  setenv(kPacked, text, 1);
  return true;
}

void lay_environment() noexcept {
  // Its own place: system() exchanges the entry in place (shim/hooks/libc/shell_hooks.cpp).
  char tree[identity::kTreeEntrySize];
  identity::format_own_tree(tree);
  setenv("DETSHIM_TREE", strchr(tree, '=') + 1, 1);
  try {
    for (const config::PackEntry& entry : config::environment_pack(
             settings(), environ, own_seed(settings().seeds_master.value_or(0)))) {
      const std::string name(entry.row->name);
      if (entry.state == config::PackState::set) {
        setenv(name.c_str(), entry.value.c_str(), 0);
        if (name == kCupySeed) setenv(kPacked, entry.value.c_str(), 1);
      }
      if (entry.state == config::PackState::defeating)
        record::log(record::Level::warn,
                    name + "=" + entry.value + " is kept, but " + std::string(entry.defeat));
    }
  } catch (...) {
    record::complain(
        "env.pack",
        "no memory for the environment pack: its variables are not set. See `detshim env`.");
  }
}

}  // namespace detshim::boot
