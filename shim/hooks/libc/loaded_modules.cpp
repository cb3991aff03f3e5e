#include "shim/hooks/libc/loaded_modules.h"

#include <sys/stat.h>

#include <atomic>
#include <cstdlib>

#include "shim/boot/boot.h"
#include "shim/hooks/libc/mapped_file.h"
#include "shim/interpose/hook_lookup.h"
#include "shim/interpose/libc.h"
#include "shim/policy/mix.h"
#include "shim/record/record.h"

namespace detshim::libc_hooks {
namespace {

using policy::Candidate;
using policy::Module;

// A verdict in one word: the identity of the object above, Module + 1 in the low byte. A full
// neighbourhood means that the verdict is found anew each time.
constexpr size_t kSlots = 256, kProbes = 8;
std::atomic<uint64_t> g_verdicts[kSlots];
constexpr uint64_t kModuleBits = 0xff;

enum Answer : int { kUnknown, kNo, kYes };
std::atomic<int> g_any_allowed{kUnknown};

uint64_t identity_of(const interpose::Object& object) noexcept {
  uint64_t identity = interpose::hash_name(object.name);
  for (const uintptr_t part : {object.start, uintptr_t{object.base}})
    identity = policy::combine(identity, part);
  return identity & ~kModuleBits;
}

bool is_in_allow_list(const char* path) noexcept {
  struct stat file {};
  if (stat(path, &file) != 0) return false;
  for (const std::string& entry : boot::settings().entropy_allow) {
    struct stat allowed {};
    if (stat(entry.c_str(), &allowed) == 0 && allowed.st_dev == file.st_dev &&
        allowed.st_ino == file.st_ino)
      return true;
  }
  return false;
}

bool has_companion(const Candidate& c) noexcept {
  if (c.companions[0].empty()) return true;
  for (const auto name : c.companions)
    if (!name.empty() && is_mapped(c.root, name)) return true;
  return false;
}

// The main program has no name here; one that contains CPython exports what extension modules need.
bool is_python_program(const interpose::Object& object) noexcept {
  return *object.name == '\0' &&
         interpose::elf_symbol(object.base, object.dynamic, "PyImport_ImportModule") != nullptr;
}

// `lasts` becomes false if the answer may be another one next time.
Module judge(const interpose::Object& object, bool* lasts) noexcept {
  if (interpose::in_self(reinterpret_cast<const void*>(object.start))) return Module::plumbing;
  const Module by_name = policy::candidate(object.name).module;
  if (by_name == Module::plumbing) return by_name;
  // The name decides who is looked at, the mapped file who it is. All others are told without a
  // system call: a program may have locked itself in (seccomp) long before its first draw.
  if (by_name == Module::other && !is_python_program(object) && !any_allowed())
    return Module::other;
  const ScratchPages scratch(PATH_MAX);
  char* const path = scratch.bytes();
  if (path == nullptr) return Module::other;
  switch (mapped_file(object.dynamic, path)) {
    case MappedFileError::none:
      break;
    case MappedFileError::no_descriptor:
      record::complain("entropy.descriptors",
                       "a draw of entropy stays real: no file can be opened to tell who draws; "
                       "raise the limit on open files (ulimit -n)");
      *lasts = false;
      return Module::other;
    case MappedFileError::no_proc:
      record::complain("entropy.proc",
                       "entropy stays real: /proc/self/maps cannot be read, so requesters cannot "
                       "be told apart; mount /proc");
      return Module::other;
    case MappedFileError::not_a_file:
      return Module::other;
  }
  const Candidate found = policy::candidate(path);
  // NumPy and numba do not draw themselves: to allow them is to pin what Python draws for them.
  const bool draws_through_python =
      found.module == Module::numpy_random || found.module == Module::numba_random;
  if (!draws_through_python && any_allowed() && is_in_allow_list(path)) return Module::allowed;
  if (found.module == Module::other && is_python_program(object)) return Module::interpreter;
  if (has_companion(found)) return found.module;
  *lasts = false;  // it may be loaded later
  return Module::other;
}

}  // namespace

bool may_be_allowed() noexcept {
  const int known = g_any_allowed.load(std::memory_order_relaxed);
  if (known != kUnknown) return known == kYes;
  if (getenv("DETSHIM_CONFIG") != nullptr || getenv("DETSHIM_ENTROPY_ALLOW") != nullptr)
    return true;
  g_any_allowed.store(kNo, std::memory_order_relaxed);
  return false;
}

bool any_allowed() noexcept {
  if (!may_be_allowed()) return false;
  const bool any = !boot::settings().entropy_allow.empty();
  g_any_allowed.store(any ? kYes : kNo, std::memory_order_relaxed);
  return any;
}

Module module_of(const interpose::Object& object) noexcept {
  const uint64_t identity = identity_of(object);
  for (size_t i = 0; i < kProbes; ++i) {
    std::atomic<uint64_t>& slot = g_verdicts[(identity / (kModuleBits + 1) + i) % kSlots];
    uint64_t known = slot.load(std::memory_order_relaxed);
    if ((known & ~kModuleBits) == identity && known != 0)
      return static_cast<Module>((known & kModuleBits) - 1);
    if (known != 0) continue;
    bool lasts = true;
    const Module verdict = judge(object, &lasts);
    if (lasts)
      slot.compare_exchange_strong(known, identity | (static_cast<uint64_t>(verdict) + 1),
                                   std::memory_order_relaxed);
    return verdict;
  }
  bool lasts = true;
  return judge(object, &lasts);
}

}  // namespace detshim::libc_hooks
