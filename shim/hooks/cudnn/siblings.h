// Other functions of the library that a hooked call goes to.
// Thread rule: any thread; looks a symbol up, so not for launch paths.
#pragma once
#include "shim/interpose/libc.h"
#include "shim/interpose/objects.h"
#include "shim/interpose/resolve.h"

namespace detshim::cudnn {

// `real` is any real function of that copy. A library of wrappers may stand in front of cuDNN with
// some of its names only: then the next definition behind us. Null if there is none.
template <typename Function>
Function* sibling(const void* real, const char* name) noexcept {
  interpose::Object library{};
  void* found = interpose::find_object(real, &library)
                    ? interpose::elf_symbol(library.base, library.dynamic, name)
                    : nullptr;
  if (found == nullptr) found = interpose::after_self(name, nullptr);
  return reinterpret_cast<Function*>(found);
}

}  // namespace detshim::cudnn
