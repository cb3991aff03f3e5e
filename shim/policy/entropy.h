// Which draws of entropy are pinned, and to what. The rule is an allow-list: whatever is not
// recognised stays real.
//
//   hook -> worth_asking() -> who asks (shim/hooks/libc/requester) -> purpose_of() -> stream_key()
//   -> fill()
//
// Pure: no I/O, no globals, no allocation; any thread, signal handlers. docs/facts/entropy.md says
// what each rule rests on and what the list cannot keep out.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace detshim::policy {

enum class EntropySource : uint8_t {
  getrandom,
  getentropy,
  device_file,
  random_device,
  torch_seed,
  numpy_seed
};

// Where the bytes are to go. CPython fills its own variables without any Python code taking part;
// what a Python program asks for itself (os.urandom, os.getrandom) arrives in a bytes object on the
// heap.
enum class Destination : uint8_t { elsewhere, image_of_requester, stack_of_requester };

struct EntropyRequest {
  EntropySource source;
  size_t size_bytes;
  unsigned flags;  // of getrandom; else 0
};

// What a loaded file is to this policy.
enum class Module : uint8_t {
  plumbing,     // C and C++ run time, and detshim itself: asks on behalf of its caller
  interpreter,  // CPython
  numpy_random,
  numba_random,
  torch_c10,
  allowed,  // entropy.allow
  other,    // never pinned
};

struct Requester {
  Module nearest = Module::other;    // on the native stack, plumbing left out
  Module on_behalf = Module::other;  // nearest == interpreter: the nearest module that is neither
  Destination destination = Destination::elsewhere;
};

enum class Purpose : uint8_t {
  none,  // the draw stays real
  python_hash_secret,
  python_random,
  numpy,
  numba,
  torch,
  allowed,
};

// The function itself says who asks: no stack is looked at.
constexpr bool names_requester(EntropySource source) noexcept {
  return source == EntropySource::torch_seed || source == EntropySource::numpy_seed;
}
// False if no requester could make this draw a pinned one: the answer for nearly all, before any
// stack is looked at.
bool worth_asking(const EntropyRequest& request, bool any_allowed) noexcept;
Purpose purpose_of(const EntropyRequest& request, const Requester& requester) noexcept;

// What the path of a file (links resolved) lets it be. A name is not enough: `companions` name
// files of the same package, by the beginning of their paths below `root`, one of which must be
// loaded from the same place.
struct Candidate {
  Module module = Module::other;
  std::string_view root;                       // with the final slash; part of the argument
  std::array<std::string_view, 2> companions;  // empty: none needed
};
Candidate candidate(std::string_view path) noexcept;

// The key of one pinned draw. Python's hash secret depends on the master alone, so that sets have
// the same order in every process of a program. Ordinals count per ordinal_key() and thread.
struct Place {
  uint64_t process, thread, rank;
};
uint64_t ordinal_key(Purpose purpose, EntropySource source) noexcept;
uint64_t stream_key(uint64_t master, const Place& place, Purpose purpose, EntropySource source,
                    uint64_t ordinal) noexcept;
constexpr bool has_ordinal(Purpose purpose) noexcept {
  return purpose != Purpose::python_hash_secret;
}

// The bytes of a key. A longer fill begins like a shorter one.
void fill(uint64_t key, void* out, size_t size_bytes) noexcept;

// The key of one block of a stream that is filled piece by piece.
uint64_t stream_block(uint64_t key, uint64_t block) noexcept;

// c10::detail::getNonDeterministicRandom: PyTorch keeps CUDA seeds to 53 bits, so that they survive
// a double.
uint64_t torch_seed(uint64_t key, bool is_cuda) noexcept;

}  // namespace detshim::policy
