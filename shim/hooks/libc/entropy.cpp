#include "shim/hooks/libc/entropy.h"

#include <cstdio>

#include "shim/boot/boot.h"
#include "shim/boot/identity.h"
#include "shim/hooks/libc/loaded_modules.h"
#include "shim/hooks/libc/requester.h"
#include "shim/interpose/libc.h"
#include "shim/record/quiet_scope.h"
#include "shim/record/record.h"

namespace detshim::libc_hooks {
namespace {

using policy::EntropySource;
using policy::Purpose;
using record::What;

// Indexed by Purpose.
constexpr struct {
  const char* name;
  What counter;
} kPurposes[] = {
    {"nobody", What::count_},
    {"Python's hash secret", What::entropy_hash_secret},
    {"Python's random", What::entropy_python},
    {"NumPy's SeedSequence", What::entropy_numpy},
    {"numba", What::entropy_numba},
    {"PyTorch", What::entropy_torch},
    {"entropy.allow", What::entropy_allowed},
};

// What pinning does (settings, log) may want entropy of its own: that is real.
constinit thread_local bool t_inside = false;
struct Inside {
  Inside() noexcept { t_inside = true; }
  ~Inside() { t_inside = false; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

bool is_wanted(Purpose purpose, EntropySource source, const config::Settings& settings) noexcept {
  if (purpose == Purpose::torch && !settings.torch_unseeded) return false;
  return source == EntropySource::torch_seed ||
         settings.entropy_policy == config::EntropyPolicy::safe;
}

__attribute__((noinline, cold)) void log_pinned(const char* hook, size_t size_bytes,
                                                Purpose purpose, uint64_t ordinal) noexcept {
  char line[160];
  const int size = snprintf(line, sizeof line, "hook %s: %zu bytes for %s pinned, draw %llu", hook,
                            size_bytes, kPurposes[static_cast<size_t>(purpose)].name,
                            static_cast<unsigned long long>(ordinal));
  if (size > 0) record::log(record::Level::debug, {line, static_cast<size_t>(size)});
}

}  // namespace

Pin pin(const char* hook, const policy::EntropyRequest& request, const void* destination,
        const void* return_address) noexcept {
  // Before anything of ours comes to life: an allocator that asks while it starts must not meet an allocation.
  if (t_inside || !policy::worth_asking(request, may_be_allowed())) return {};
  if (!boot::enabled()) return {};
  const record::QuietScope unnoticed;
  const Inside inside;
  if (!policy::worth_asking(request, any_allowed())) return {};
  const config::Settings& settings = boot::settings();
  if (!policy::names_requester(request.source) &&
      settings.entropy_policy != config::EntropyPolicy::safe)
    return {};  // switched off: nobody is looked at
  const policy::Requester requester = policy::names_requester(request.source)
                                          ? policy::Requester{}
                                          : who_asks(return_address, destination);
  const Purpose purpose = policy::purpose_of(request, requester);
  if (purpose == Purpose::none) return {};
  if (!is_wanted(purpose, request.source, settings)) return {};
  record::count(kPurposes[static_cast<size_t>(purpose)].counter);
  if (!boot::armed()) return {};

  const uint64_t rank = boot::rank_of_keys();
  const uint64_t ordinal =
      policy::has_ordinal(purpose)
          ? identity::next_ordinal(policy::ordinal_key(purpose, request.source))
          : 0;
  const policy::Place place{identity::process_path(), identity::thread_path(), rank};
  if (record::logs(record::Level::debug)) log_pinned(hook, request.size_bytes, purpose, ordinal);
  return {purpose, policy::stream_key(settings.seeds_master.value_or(0), place, purpose,
                                      request.source, ordinal)};
}

}  // namespace detshim::libc_hooks
