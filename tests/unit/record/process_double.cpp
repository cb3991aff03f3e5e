#include "tests/unit/record/process_double.h"

#include "shim/boot/boot.h"
#include "shim/boot/identity.h"

namespace detshim {
namespace record {
ProcessDouble process_double;
}
namespace boot {
bool enabled() noexcept { return true; }
config::Mode mode() noexcept { return record::process_double.mode; }
const config::Settings& settings() noexcept { return record::process_double.settings; }
}  // namespace boot
namespace identity {
bool is_root() noexcept { return record::process_double.is_root; }
uint64_t rank_key() noexcept { return record::process_double.rank_key; }
}  // namespace identity
}  // namespace detshim
