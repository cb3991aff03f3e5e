// Seeds and offsets that the program hands to cuRAND generators.
#include "shim/boot/boot.h"
#include "shim/hooks/curand/generators.h"
#include "shim/hooks/curand/report.h"
#include "shim/hooks/seeding/seeding.h"
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::interpose {

using SetSeed = Hook<HookId::curandSetPseudoRandomGeneratorSeed>;
template <>
abi::curandStatus_t SetSeed::on_call(const Call& call, abi::curandGenerator_t generator,
                                     unsigned long long seed) {
  curand::Generator* known = curand::find(generator);
  // Quasi-random generators refuse seeds (CURAND_STATUS_TYPE_ERROR); the program gets to see that.
  if (generator == nullptr || (known && !known->pseudo)) return call.real(generator, seed);

  const policy::SeedRules rules = policy::curand_seed_rules(boot::settings());
  const uint64_t key = known ? known->key : seeding::next_generator_key();
  const uint64_t ordinal = 1 + (known ? known->seedings : 0);  // 0: its birth
  const policy::SeedDecision decision =
      seeding::decide_seed(rules, seed, seeding::seeding_key(key, ordinal));
  const abi::curandStatus_t status = call.real(generator, boot::armed() ? decision.value : seed);
  if (status != abi::CURAND_STATUS_SUCCESS) return status;

  const bool count = !(known && known->counted && known->seedings == 0);
  if (known) ++known->seedings;
  curand::report_seed("curandSetPseudoRandomGeneratorSeed", seed, rules, decision, key, count);
  return status;
}

using SetOffset = Hook<HookId::curandSetGeneratorOffset>;
template <>
abi::curandStatus_t SetOffset::on_call(const Call& call, abi::curandGenerator_t generator,
                                       unsigned long long offset) {
  const policy::SeedRules rules = policy::curand_seed_rules(boot::settings());
  const policy::SeedDecision decision = seeding::decide_offset(rules, offset);
  const abi::curandStatus_t status = call.real(generator, boot::armed() ? decision.value : offset);
  if (status == abi::CURAND_STATUS_SUCCESS && decision.reason == policy::SeedReason::clock) {
    record::count(record::What::curand_clock_seed_pinned);
    seeding::log_change("curandSetGeneratorOffset", "offset", offset, rules, decision);
  }
  return status;
}

}  // namespace detshim::interpose
