// Dropout seeds, which follow the seed modes like those of every generator, and what has no
// deterministic form in cuDNN.
#include "shim/hooks/cudnn/legacy.h"
#include "shim/hooks/seeding/seeding.h"
#include "shim/interpose/hook.h"
#include "shim/policy/mix.h"
#include "shim/record/record.h"

namespace detshim::cudnn {
namespace {

// A descriptor that is seeded is a generator that is made: its states are filled anew. `set(seed)` is
// the real call.
template <typename Set>
abi::cudnnStatus_t seed_dropout(const char* function, unsigned long long seed, Set set) {
  const policy::SeedRules rules = policy::seed_rules(boot::settings());
  const uint64_t key = seeding::next_generator_key();
  const policy::SeedDecision decision =
      seeding::decide_seed(rules, seed, seeding::seeding_key(key, 0));
  const abi::cudnnStatus_t status = set(boot::armed() ? decision.value : seed);
  if (status != abi::CUDNN_STATUS_SUCCESS) return status;
  if (decision.value != seed) record::count(record::What::cudnn_dropout_seed);
  if (boot::armed()) seeding::taken(decision);
  if (rules.mode == config::SeedMode::override) seeding::watch_override(key);
  seeding::log_change(function, "seed", seed, rules, decision);
  return status;
}

}  // namespace
}  // namespace detshim::cudnn

namespace detshim::interpose {

using abi::cudnnDescriptor_t;
using abi::cudnnHandle_t;
using abi::cudnnStatus_t;

template <>
cudnnStatus_t Hook<HookId::cudnnSetDropoutDescriptor>::on_call(const Call& call, void* dropout,
                                                               cudnnHandle_t handle,
                                                               float probability, void* states,
                                                               size_t bytes,
                                                               unsigned long long seed) {
  // Without states (a probability of 0, inference) nothing is seeded.
  if (states == nullptr) return call.real(dropout, handle, probability, states, bytes, seed);
  return cudnn::seed_dropout("cudnnSetDropoutDescriptor", seed, [&](unsigned long long value) {
    return call.real(dropout, handle, probability, states, bytes, value);
  });
}

// The states are those of an earlier Set; the seed beside them has to be the one that made them.
template <>
cudnnStatus_t Hook<HookId::cudnnRestoreDropoutDescriptor>::on_call(const Call& call, void* dropout,
                                                                   cudnnHandle_t handle,
                                                                   float probability, void* states,
                                                                   size_t bytes,
                                                                   unsigned long long seed) {
  if (states == nullptr) return call.real(dropout, handle, probability, states, bytes, seed);
  return cudnn::seed_dropout("cudnnRestoreDropoutDescriptor", seed, [&](unsigned long long value) {
    return call.real(dropout, handle, probability, states, bytes, value);
  });
}

template <>
cudnnStatus_t Hook<HookId::cudnnSpatialTfSamplerBackward>::on_call(
    const Call& call, cudnnHandle_t handle, void* transformer, const void* alpha,
    cudnnDescriptor_t x, const void* x_data, const void* beta, cudnnDescriptor_t dx, void* dx_data,
    const void* alpha_grid, cudnnDescriptor_t dy, const void* dy_data, const void* grid,
    const void* beta_grid, void* dgrid) {
  if (cudnn::pins())
    cudnn::complain_left("cudnn.spatial_sampler", "cudnnSpatialTfSamplerBackward",
                         "cuDNN has no deterministic form of it; PyTorch's own grid_sample under "
                         "use_deterministic_algorithms says where it has one");
  return call.real(handle, transformer, alpha, x, x_data, beta, dx, dx_data, alpha_grid, dy,
                   dy_data, grid, beta_grid, dgrid);
}

}  // namespace detshim::interpose
