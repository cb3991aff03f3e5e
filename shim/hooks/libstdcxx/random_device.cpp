// std::random_device::operator().
#include "shim/hooks/libc/entropy.h"
#include "shim/interpose/hook.h"

namespace detshim::interpose {

using RandomDevice = Hook<HookId::random_device_getval>;

template <>
unsigned RandomDevice::on_call(const Call& call, void* self) {
  const auto pinned =
      libc_hooks::pin("random_device", {policy::EntropySource::random_device, sizeof(unsigned), 0},
                      nullptr, call.return_address);
  if (!pinned) return call.real(self);
  unsigned value = 0;
  policy::fill(pinned.key, &value, sizeof value);
  return value;
}

}  // namespace detshim::interpose
