// The allow-list of entropy: each rule, its nearest misses, and what a pinned value depends on.
#include "shim/policy/entropy.h"

#include <gtest/gtest.h>
#include <sys/random.h>

#include <set>
#include <string>
#include <vector>

namespace detshim::policy {
namespace {

constexpr EntropyRequest getrandom_of(size_t size_bytes, unsigned flags) {
  return {EntropySource::getrandom, size_bytes, flags};
}
constexpr EntropyRequest kHashSecret = getrandom_of(24, GRND_NONBLOCK);
constexpr EntropyRequest kRandomSeed = getrandom_of(2496, GRND_NONBLOCK);
constexpr EntropyRequest kNumbaState = getrandom_of(2496, 0);

Requester python(Module on_behalf, Destination destination = Destination::elsewhere) {
  return {Module::interpreter, on_behalf, destination};
}

TEST(EntropyPolicy, DrawsOfPythonItself) {
  EXPECT_EQ(purpose_of(kHashSecret, python(Module::other, Destination::image_of_requester)),
            Purpose::python_hash_secret);
  EXPECT_EQ(purpose_of(kRandomSeed, python(Module::other, Destination::stack_of_requester)),
            Purpose::python_random);
  EXPECT_EQ(purpose_of(kNumbaState, python(Module::numba_random)), Purpose::numba);
}

TEST(EntropyPolicy, WhatPythonCodeAsksForItselfStaysReal) {
  // os.getrandom(24 or 2496, GRND_NONBLOCK) has size and flags of CPython's own draws, but goes to
  // the heap.
  EXPECT_EQ(purpose_of(kHashSecret, python(Module::other)), Purpose::none);
  EXPECT_EQ(purpose_of(kRandomSeed, python(Module::other)), Purpose::none);
  EXPECT_EQ(purpose_of(kHashSecret, python(Module::other, Destination::stack_of_requester)),
            Purpose::none);
  EXPECT_EQ(purpose_of(kRandomSeed, python(Module::other, Destination::image_of_requester)),
            Purpose::none);
  // secrets, uuid4, authkeys: flags 0, no NumPy in sight.
  for (const size_t size : {8, 16, 20, 24, 32, 2496})
    EXPECT_EQ(purpose_of(getrandom_of(size, 0), python(Module::other)), Purpose::none) << size;
}

TEST(EntropyPolicy, NumbaOnlyWithItsOwnSize) {
  for (const size_t size : {16, 2495, 2497})
    EXPECT_EQ(purpose_of(getrandom_of(size, 0), python(Module::numba_random)), Purpose::none);
  // The module itself never calls getrandom.
  EXPECT_EQ(purpose_of(kNumbaState, {Module::numba_random, Module::other, {}}), Purpose::none);
}

TEST(EntropyPolicy, NumpyByItsOwnFunctionAndByNothingElse) {
  EXPECT_EQ(purpose_of({EntropySource::numpy_seed, 16, 0}, {}), Purpose::numpy);
  EXPECT_EQ(purpose_of({EntropySource::numpy_seed, 32, 0}, {}), Purpose::numpy);
  EXPECT_TRUE(names_requester(EntropySource::numpy_seed));
  EXPECT_TRUE(names_requester(EntropySource::torch_seed));
  EXPECT_FALSE(names_requester(EntropySource::getrandom));
  // With NumPy on the stack there may be anybody in between: finalizers, tracers, callbacks.
  for (const size_t size : {1, 8, 15, 16, 17, 20, 24, 32, 2496})
    for (const unsigned flags : {0u, unsigned{GRND_NONBLOCK}, unsigned{GRND_RANDOM}})
      EXPECT_EQ(purpose_of(getrandom_of(size, flags), python(Module::numpy_random)), Purpose::none)
          << size;
}

TEST(EntropyPolicy, OtherProgramsStayReal) {
  for (const auto source : {EntropySource::getrandom, EntropySource::getentropy,
                            EntropySource::device_file, EntropySource::random_device})
    for (const size_t size : {4, 16, 24, 32, 2496})
      for (const unsigned flags : {0u, unsigned{GRND_NONBLOCK}})
        EXPECT_EQ(purpose_of({source, size, flags}, {Module::other, Module::numpy_random, {}}),
                  Purpose::none);
}

TEST(EntropyPolicy, TorchByDeviceFileAndRandomDevice) {
  const Requester c10{Module::torch_c10, Module::other, {}};
  EXPECT_EQ(purpose_of({EntropySource::device_file, 4096, 0}, c10), Purpose::torch);
  EXPECT_EQ(purpose_of({EntropySource::random_device, 4, 0}, c10), Purpose::torch);
  EXPECT_EQ(purpose_of({EntropySource::torch_seed, 8, 0}, {}), Purpose::torch);
  EXPECT_EQ(purpose_of(kHashSecret, c10), Purpose::none);
}

TEST(EntropyPolicy, AllowedModulesByEverySource) {
  const Requester allowed{Module::allowed, Module::other, {}};
  for (const auto source : {EntropySource::getrandom, EntropySource::getentropy,
                            EntropySource::device_file, EntropySource::random_device})
    EXPECT_EQ(purpose_of({source, 7, 0}, allowed), Purpose::allowed);
  EXPECT_EQ(purpose_of(getrandom_of(7, GRND_RANDOM), allowed), Purpose::allowed);
  EXPECT_EQ(purpose_of(getrandom_of(7, 0x80), allowed), Purpose::none);  // EINVAL is the kernel's
  EXPECT_EQ(purpose_of(getrandom_of(0, 0), allowed), Purpose::none);
  // Python on behalf of an allowed module is still Python.
  EXPECT_EQ(purpose_of(kNumbaState, python(Module::allowed)), Purpose::none);
}

TEST(EntropyPolicy, CheapRejects) {
  for (const size_t size : {0, 1, 8, 16, 20, 24, 32, 256})
    EXPECT_FALSE(worth_asking(getrandom_of(size, 0), false)) << size;
  EXPECT_FALSE(worth_asking(getrandom_of(8, GRND_NONBLOCK), false));
  EXPECT_FALSE(worth_asking({EntropySource::getentropy, 16, 0}, false));
  EXPECT_TRUE(worth_asking({EntropySource::getentropy, 16, 0}, true));
  EXPECT_TRUE(worth_asking(kHashSecret, false));
  EXPECT_TRUE(worth_asking(kNumbaState, false));
}

TEST(EntropyPolicy, FilesByPath) {
  const auto module = [](const char* path) { return candidate(path).module; };
  for (const char* path :
       {"/usr/bin/python3.11", "/opt/conda/bin/python3.13t", "/x/python", "/x/libpython3.11.so.1.0",
        "/x/libpython3.so", "/x/libpython3.13td.so.1.0"})
    EXPECT_EQ(module(path), Module::interpreter) << path;
  for (const char* path :
       {"/usr/bin/python-keygen", "/usr/bin/python3.11-config", "/x/libpython3.11-helper.so",
        "/x/libpythonx.so", "/x/libpython3.11.so.evil", "/x/pythonic", "python3.11", "/x/xpython3",
        "/x/libpython3.11", "/x/libpython"})
    EXPECT_EQ(module(path), Module::other) << path;
  for (const char* path : {"/lib/x86_64-linux-gnu/libc.so.6", "/lib64/ld-linux-x86-64.so.2",
                           "/x/libstdc++.so.6.0.30", "/x/libgcc_s.so.1", "/x/libpthread.so.0"})
    EXPECT_EQ(module(path), Module::plumbing) << path;
  for (const char* path : {"/x/libcrypto.so.3", "/x/libc++.so.1", "/x/libcurl.so.4",
                           "/x/libc.so.6.evil", "/x/libstdc++fs.so", "/usr/bin/ssh-keygen"})
    EXPECT_EQ(module(path), Module::other) << path;
  for (const char* path : {"/t/lib/libc10.so", "/usr/lib/libc10.so.1.13"})
    EXPECT_EQ(module(path), Module::torch_c10) << path;
  for (const char* path : {"/t/lib/libc10_cuda.so", "/t/lib/libtorch_cpu.so", "/t/libc100.so"})
    EXPECT_EQ(module(path), Module::other) << path;
}

TEST(EntropyPolicy, PackagesNeedTheirCompanions) {
  const Candidate numpy =
      candidate("/r/numpy/random/bit_generator.cpython-311-x86_64-linux-gnu.so");
  EXPECT_EQ(numpy.module, Module::numpy_random);
  EXPECT_EQ(candidate("/r/numpy/random/_bit_generator.cpython-37m.so").module,
            Module::numpy_random);
  EXPECT_EQ(numpy.root, "/r/numpy/");
  EXPECT_EQ(numpy.companions[0], "core/_multiarray_umath.");
  EXPECT_EQ(numpy.companions[1], "_core/_multiarray_umath.");
  const Candidate numba = candidate("/r/numba/_helperlib.cpython-311-x86_64-linux-gnu.so");
  EXPECT_EQ(numba.module, Module::numba_random);
  EXPECT_EQ(numba.root, "/r/numba/");
  EXPECT_EQ(candidate("/r/torch/lib/libc10.so").root, "/r/torch/lib/");
  for (const char* path :
       {"/r/evil/bit_generator.so", "/r/notnumpy/random/bit_generator.so",
        "/r/numpy/random/bit_generator.so.bak", "/r/numpy/random/mtrand.cpython-311.so",
        "/r/numpy/random/x/bit_generator.so", "/r/numba/x/_helperlib.so", "/r/numba/_helper.so"})
    EXPECT_EQ(candidate(path).module, Module::other) << path;
}

TEST(EntropyPolicy, EveryPartOfThePlaceTellsStreamsApart) {
  std::set<uint64_t> keys;
  size_t made = 0;
  for (const uint64_t master : {0, 1})
    for (const uint64_t process : {0, 1})
      for (const uint64_t thread : {0, 1})
        for (const uint64_t rank : {0, 1})
          for (const uint64_t ordinal : {0, 1})
            for (const auto purpose : {Purpose::python_random, Purpose::numpy, Purpose::torch})
              for (const auto source : {EntropySource::getrandom, EntropySource::random_device}) {
                keys.insert(stream_key(master, {process, thread, rank}, purpose, source, ordinal));
                ++made;
              }
  EXPECT_EQ(keys.size(), made);
}

TEST(EntropyPolicy, TheHashSecretDependsOnTheMasterAlone) {
  const auto secret = [](uint64_t master, Place place, uint64_t ordinal) {
    return stream_key(master, place, Purpose::python_hash_secret, EntropySource::getrandom,
                      ordinal);
  };
  EXPECT_EQ(secret(7, {1, 2, 3}, 4), secret(7, {5, 6, 7}, 8));
  EXPECT_NE(secret(7, {1, 2, 3}, 4), secret(8, {1, 2, 3}, 4));
  EXPECT_FALSE(has_ordinal(Purpose::python_hash_secret));
}

TEST(EntropyPolicy, ALongerFillBeginsLikeAShorterOne) {
  std::vector<unsigned char> whole(100);
  fill(42, whole.data(), whole.size());
  for (const size_t size : {0, 1, 7, 8, 9, 16, 99}) {
    std::vector<unsigned char> part(size + 1, 0xa5);
    fill(42, part.data(), size);
    EXPECT_TRUE(std::equal(part.begin(), part.end() - 1, whole.begin())) << size;
    EXPECT_EQ(part.back(), 0xa5) << size;
  }
  std::vector<unsigned char> other(100);
  fill(43, other.data(), other.size());
  EXPECT_NE(whole, other);
}

TEST(EntropyPolicy, CudaSeedsFitADouble) {
  bool wide = false;
  for (uint64_t key = 0; key < 64; ++key) {
    EXPECT_LT(torch_seed(key, true), uint64_t{1} << 53);
    EXPECT_EQ(torch_seed(key, true), torch_seed(key, false) & ((uint64_t{1} << 53) - 1));
    wide |= torch_seed(key, false) >> 53 != 0;
  }
  EXPECT_TRUE(wide);
}

}  // namespace
}  // namespace detshim::policy
