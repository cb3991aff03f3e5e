// The real functions of the cuDNN that a hooked call belongs to. A process may hold several copies;
// descriptors of one are nothing to another.
// Thread rule: any thread; found once per copy.
#pragma once
#include "shim/abi/cudnn.h"

namespace detshim::cudnn {

struct Backend {
  abi::cudnnBackendCreateDescriptor* create;
  abi::cudnnBackendDestroyDescriptor* destroy;
  abi::cudnnBackendFinalize* finalize;
  abi::cudnnBackendSetAttribute* set;
  abi::cudnnBackendGetAttribute* get;
  unsigned version;                  // cudnnGetVersion()
  abi::cudnnStatus_t not_supported;  // as this version numbers it
};

// `real` is any real function of that copy. Null if the copy lacks one of these functions (said
// once): then nothing can be kept out.
const Backend* backend_of(const void* real) noexcept;

// A descriptor of our own, never tracked; destroyed with the object.
class Scratch {
 public:
  Scratch(const Backend& backend, abi::cudnnBackendDescriptorType_t type) noexcept;
  ~Scratch();
  Scratch(Scratch&& other) noexcept;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;

  abi::cudnnBackendDescriptor_t get() const noexcept {
    return descriptor_;
  }  // null: none was to be had
  explicit operator bool() const noexcept { return descriptor_ != nullptr; }

 private:
  const Backend* backend_;
  abi::cudnnBackendDescriptor_t descriptor_ = nullptr;
};

}  // namespace detshim::cudnn
