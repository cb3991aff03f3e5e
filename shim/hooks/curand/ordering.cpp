#include "shim/hooks/curand/ordering.h"

#include <cstdio>

#include "shim/boot/boot.h"
#include "shim/hooks/curand/report.h"
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::curand {
namespace {

void report(const char* function, abi::curandOrdering_t asked,
            abi::curandOrdering_t given) noexcept {
  record::count(record::What::curand_ordering_changed);
  if (!record::logs(record::Level::info)) return;
  char line[200];
  const int length = snprintf(
      line, sizeof line, "%s: ordering %u %s %u (seeds.curand.ordering=%s)", function, asked,
      boot::armed() ? "->" : "would become", given,
      boot::settings().seeds_curand_ordering == config::CurandOrdering::legacy ? "legacy"
                                                                               : "default");
  if (length > 0) record::log(record::Level::info, {line, static_cast<size_t>(length)});
}

}  // namespace

void order_fresh(const char* function, abi::curandGenerator_t generator,
                 abi::curandSetGeneratorOrdering* set_ordering) {
  if (boot::settings().seeds_curand_ordering != config::CurandOrdering::legacy) return;
  if (set_ordering == nullptr) return complain_unreachable(function, "curandSetGeneratorOrdering");
  constexpr auto kLegacy = abi::CURAND_ORDERING_PSEUDO_LEGACY;
  if (boot::armed() && set_ordering(generator, kLegacy) != abi::CURAND_STATUS_SUCCESS)
    return record::complain("seeds.curand.ordering",
                            "a new cuRAND generator refuses the ordering legacy and keeps its own; "
                            "seeds.curand.ordering = \"keep\" does not ask for it");
  report(function, abi::CURAND_ORDERING_PSEUDO_DEFAULT, kLegacy);
}

}  // namespace detshim::curand

namespace detshim::interpose {

// The program's own ordering goes first, so that what cuRAND refuses is refused as without us (MT19937 refuses BEST,
// host generators DYNAMIC). A second change before the next number is drawn moves nothing (docs/facts/curand.md).
using SetOrdering = Hook<HookId::curandSetGeneratorOrdering>;
template <>
abi::curandStatus_t SetOrdering::on_call(const Call& call, abi::curandGenerator_t generator,
                                         abi::curandOrdering_t order) {
  const abi::curandStatus_t status = call.real(generator, order);
  if (status != abi::CURAND_STATUS_SUCCESS) return status;
  const abi::curandOrdering_t instead =
      curand::ordering_for(boot::settings().seeds_curand_ordering, order);
  if (instead == order) return status;
  if (boot::armed() && call.real(generator, instead) != abi::CURAND_STATUS_SUCCESS) {
    record::complain("seeds.curand.ordering",
                     "cuRAND refuses the ordering that seeds.curand.ordering asks for: the "
                     "program's own stays; \"keep\" does not ask for another");
    return status;
  }
  curand::report("curandSetGeneratorOrdering", order, instead);
  return status;
}

}  // namespace detshim::interpose
