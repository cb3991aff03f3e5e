#include "shim/policy/entropy.h"

#include <sys/random.h>

#include <algorithm>
#include <cstring>

#include "shim/policy/mix.h"

namespace detshim::policy {
namespace {

// CPython 3.6 to 3.14: _Py_HashSecret; the 624 words of random.Random's own seed; numba's copy of
// the latter.
constexpr size_t kHashSecretBytes = 24;
constexpr size_t kMersenneStateBytes = 2496;

constexpr unsigned kKnownFlags = GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE;

// "libc10.so", "libc10.so.1.13", but not "libc10.something.so".
bool is_shared_object(std::string_view file, std::string_view name) {
  if (!file.starts_with(name)) return false;
  file.remove_prefix(name.size());
  if (!file.starts_with(".so")) return false;
  return file.substr(3).find_first_not_of(".0123456789") == file.npos;
}

// "3.11", "3.13t", "".
bool is_python_version(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(".0123456789"), text.size()));
  return text.find_first_not_of("dmtu") == text.npos;
}

// "python3.11", "python3", "python3.13t"; "libpython3.11.so.1.0". Not "python-keygen".
bool is_interpreter(std::string_view file) {
  constexpr std::string_view kProgram = "python", kLibrary = "libpython";
  if (file.starts_with(kProgram)) return is_python_version(file.substr(kProgram.size()));
  const size_t suffix = file.find(".so");
  return file.starts_with(kLibrary) && suffix != file.npos &&
         is_python_version(file.substr(kLibrary.size(), suffix - kLibrary.size())) &&
         is_shared_object(file.substr(suffix), "");
}

bool is_plumbing(std::string_view file) {
  for (const std::string_view name : {"libc", "libpthread", "libstdc++", "libgcc_s"})
    if (is_shared_object(file, name)) return true;
  return file.starts_with("ld-linux") && file.find(".so.") != file.npos;
}

}  // namespace

bool worth_asking(const EntropyRequest& request, bool any_allowed) noexcept {
  if (request.size_bytes == 0 || (request.flags & ~kKnownFlags) != 0) return false;
  if (any_allowed) return true;
  switch (request.source) {
    case EntropySource::getrandom:
      if (request.flags == GRND_NONBLOCK)
        return request.size_bytes == kHashSecretBytes || request.size_bytes == kMersenneStateBytes;
      return request.flags == 0 && request.size_bytes == kMersenneStateBytes;
    case EntropySource::device_file:
    case EntropySource::random_device:
    case EntropySource::torch_seed:
    case EntropySource::numpy_seed:
      return true;
    case EntropySource::getentropy:
      return false;
  }
  return false;
}

Purpose purpose_of(const EntropyRequest& request, const Requester& requester) noexcept {
  if (request.source == EntropySource::torch_seed) return Purpose::torch;
  if (request.source == EntropySource::numpy_seed) return Purpose::numpy;
  if (!worth_asking(request, requester.nearest == Module::allowed)) return Purpose::none;
  if (requester.nearest == Module::allowed) return Purpose::allowed;
  if (requester.nearest == Module::torch_c10)
    return request.source == EntropySource::getrandom ? Purpose::none : Purpose::torch;
  if (requester.nearest != Module::interpreter || request.source != EntropySource::getrandom)
    return Purpose::none;
  if (request.flags == GRND_NONBLOCK) {
    if (request.size_bytes == kHashSecretBytes &&
        requester.destination == Destination::image_of_requester)
      return Purpose::python_hash_secret;
    if (request.size_bytes == kMersenneStateBytes &&
        requester.destination == Destination::stack_of_requester)
      return Purpose::python_random;
    return Purpose::none;
  }
  if (requester.on_behalf == Module::numba_random && request.size_bytes == kMersenneStateBytes)
    return Purpose::numba;
  return Purpose::none;
}

Candidate candidate(std::string_view path) noexcept {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return {};
  const std::string_view folder = path.substr(0, slash + 1);
  const std::string_view file = path.substr(slash + 1);
  if (is_plumbing(file)) return {Module::plumbing, folder, {}};
  if (is_interpreter(file)) return {Module::interpreter, folder, {}};
  if (is_shared_object(file, "libc10")) return {Module::torch_c10, folder, {"libtorch_cpu.so"}};
  if (!file.ends_with(".so")) return {};
  if ((file.starts_with("bit_generator.") || file.starts_with("_bit_generator.")) &&
      folder.ends_with("/numpy/random/"))
    return {Module::numpy_random,
            folder.substr(0, folder.size() - strlen("random/")),
            {"core/_multiarray_umath.", "_core/_multiarray_umath."}};
  if (file.starts_with("_helperlib.") && folder.ends_with("/numba/"))
    return {Module::numba_random, folder, {"_dispatcher."}};
  return {};
}

uint64_t ordinal_key(Purpose purpose, EntropySource source) noexcept {
  return combine(hash_text("entropy"),
                 uint64_t{static_cast<uint8_t>(purpose)} << 8 | static_cast<uint8_t>(source));
}

uint64_t stream_key(uint64_t master, const Place& place, Purpose purpose, EntropySource source,
                    uint64_t ordinal) noexcept {
  uint64_t key = combine(master, ordinal_key(purpose, source));
  if (purpose == Purpose::python_hash_secret) return key;
  for (const uint64_t part : {place.process, place.thread, place.rank, ordinal})
    key = combine(key, part);
  return key;
}

void fill(uint64_t key, void* out, size_t size_bytes) noexcept {
  auto* to = static_cast<unsigned char*>(out);
  for (uint64_t i = 0; size_bytes != 0; ++i) {
    const uint64_t word = combine(key, i);
    const size_t step = std::min(size_bytes, sizeof word);
    memcpy(to, &word, step);
    to += step;
    size_bytes -= step;
  }
}

uint64_t stream_block(uint64_t key, uint64_t block) noexcept { return combine(key, ~block); }

uint64_t torch_seed(uint64_t key, bool is_cuda) noexcept {
  constexpr uint64_t kDoubleBits = (uint64_t{1} << 53) - 1;
  return is_cuda ? mix64(key) & kDoubleBits : mix64(key);
}

}  // namespace detshim::policy
