// std::random_device::operator(). What a main program draws stays real unless it is allowed; that is counted, since many
// a program seeds its generators so.
#include "shim/hooks/libc/entropy.h"
#include "shim/interpose/hook.h"
#include "shim/interpose/objects.h"
#include "shim/record/record.h"

namespace detshim::interpose {

using RandomDevice = Hook<HookId::random_device_getval>;

template <>
unsigned RandomDevice::on_call(const Call& call, void* self) {
  const auto pinned =
      libc_hooks::pin("random_device", {policy::EntropySource::random_device, sizeof(unsigned), 0},
                      nullptr, call.return_address);
  if (!pinned) {
    if (Object caller{}; find_object(call.return_address, &caller) && *caller.name == '\0')
      record::count(record::What::left_random_device);
    return call.real(self);
  }
  unsigned value = 0;
  policy::fill(pinned.key, &value, sizeof value);
  return value;
}

}  // namespace detshim::interpose
