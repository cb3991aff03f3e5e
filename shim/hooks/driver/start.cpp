// The process uses CUDA: its exit summary is wanted even if it is not the root of the tree.
#include "shim/interpose/hook.h"
#include "shim/record/record.h"

namespace detshim::interpose {

using Init = Hook<HookId::cuInit>;
template <>
abi::CUresult Init::on_call(const Call& call, unsigned flags) {
  record::used_cuda();
  return call.real(flags);
}

}  // namespace detshim::interpose
