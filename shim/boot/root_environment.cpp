#include "shim/boot/root_environment.h"

#include <cstdlib>
#include <string>

#include "config/environment_pack.h"
#include "shim/boot/boot.h"
#include "shim/record/record.h"

extern char** environ;

namespace detshim::boot {

void lay_environment() noexcept {
  try {
    for (const config::PackEntry& entry :
         config::environment_pack(settings(), environ, std::nullopt)) {
      const std::string name(entry.row->name);
      if (entry.state == config::PackState::set) setenv(name.c_str(), entry.value.c_str(), 0);
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
