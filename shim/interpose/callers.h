// Who calls: the library that a return address lies in decides whether a hook applies.
#pragma once
#include "hook_table.h"
#include "shim/interpose/objects.h"

namespace detshim::interpose {

enum class Caller : unsigned char {
  user,       // the program and its libraries
  never,      // driver, CUPTI, debuggers, ourselves: see everything as it is
  cudnn,      // forwards to its sub-libraries by the names of its own exports
  cuda_math,  // NVIDIA's other libraries: only their driver calls are hooked
};

Caller classify(const Object& object) noexcept;
const char* name_of(Caller caller) noexcept;

// True if a call or lookup of `library` by this caller goes straight to the real function.
bool is_exempt(Caller caller, Library library) noexcept;

}  // namespace detshim::interpose
