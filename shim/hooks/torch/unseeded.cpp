// c10::detail::getNonDeterministicRandom: the seed of PyTorch's default generators (CPU at import,
// CUDA at first use) and of torch.seed(). The value is remembered as one of ours: a program that
// reads it back (torch.initial_seed()) and seeds another generator with it gets equal generators,
// as without detshim.
#include "shim/hooks/libc/entropy.h"
#include "shim/interpose/hook.h"
#include "shim/policy/produced.h"

namespace detshim::interpose {

using UnseededTorch = Hook<HookId::getNonDeterministicRandom>;

template <>
uint64_t UnseededTorch::on_call(const Call& call, bool is_cuda) {
  const auto pinned = libc_hooks::pin("getNonDeterministicRandom",
                                      {policy::EntropySource::torch_seed, sizeof(uint64_t), 0},
                                      nullptr, call.return_address);
  if (!pinned) return call.real(is_cuda);
  const uint64_t seed = policy::torch_seed(pinned.key, is_cuda);
  policy::produced_seeds().remember(seed);
  return seed;
}

}  // namespace detshim::interpose
