// The birth and death of cuRAND generators. A generator that nobody seeds starts from seed 0 (docs/facts/curand.md), so
// it repeats as it is; where a mode rewrites seeds, it gets what seed 0 would become. That and the ordering are set
// here, on the fresh generator, and never later: seeding one in use does not rewind it, it shifts its numbers.
#include "shim/boot/boot.h"
#include "shim/hooks/curand/generators.h"
#include "shim/hooks/curand/ordering.h"
#include "shim/hooks/curand/report.h"
#include "shim/hooks/curand/same_library.h"
#include "shim/hooks/seeding/seeding.h"
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::interpose {
namespace {

using curand::Generator;

// `set_seed` may be null. True if the generator now has another seed than its own 0 (in observe mode: would have).
bool seed_fresh(const char* function, abi::curandGenerator_t handle, uint64_t key,
                abi::curandSetPseudoRandomGeneratorSeed* set_seed) {
  const policy::SeedRules rules = policy::curand_seed_rules(boot::settings());
  if (rules.mode == config::SeedMode::keep) return false;
  if (set_seed == nullptr) {
    curand::complain_unreachable(function, "curandSetPseudoRandomGeneratorSeed");
    return false;
  }
  const policy::SeedDecision decision =
      seeding::decide_seed(rules, 0, seeding::seeding_key(key, 0));
  if (boot::armed() && set_seed(handle, decision.value) != abi::CURAND_STATUS_SUCCESS) {
    record::complain("seeds.curand",
                     "a new cuRAND generator refuses its seed: it starts from seed 0, whatever the "
                     "master is.");
    return false;
  }
  curand::report_seed(function, 0, rules, decision, key, true);
  return decision.value != 0;
}

template <class Call>
abi::curandStatus_t create(const char* function, const Call& call,
                           abi::curandGenerator_t* generator, abi::curandRngType_t type) {
  const abi::curandStatus_t status = call.real(generator, type);
  if (status != abi::CURAND_STATUS_SUCCESS || generator == nullptr) return status;
  record::used_cuda();
  Generator fresh{seeding::next_generator_key(), 0, curand::is_pseudo(type), false};
  if (fresh.pseudo) {
    const ErrnoGuard keep_errno;
    curand::order_fresh(function, *generator,
                        curand::in_library_of<HookId::curandSetGeneratorOrdering>(call.real));
    fresh.counted =
        seed_fresh(function, *generator, fresh.key,
                   curand::in_library_of<HookId::curandSetPseudoRandomGeneratorSeed>(call.real));
  }
  curand::remember(*generator, fresh);
  return status;
}

}  // namespace

using Create = Hook<HookId::curandCreateGenerator>;
template <>
abi::curandStatus_t Create::on_call(const Call& call, abi::curandGenerator_t* generator,
                                    abi::curandRngType_t type) {
  return create("curandCreateGenerator", call, generator, type);
}

using CreateHost = Hook<HookId::curandCreateGeneratorHost>;
template <>
abi::curandStatus_t CreateHost::on_call(const Call& call, abi::curandGenerator_t* generator,
                                        abi::curandRngType_t type) {
  return create("curandCreateGeneratorHost", call, generator, type);
}

using Destroy = Hook<HookId::curandDestroyGenerator>;
template <>
abi::curandStatus_t Destroy::on_call(const Call& call, abi::curandGenerator_t generator) {
  // Before the real call: after it another thread may own a generator at this address.
  curand::forget(generator);
  return call.real(generator);
}

}  // namespace detshim::interpose
