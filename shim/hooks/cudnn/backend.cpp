#include "shim/hooks/cudnn/backend.h"

#include <atomic>
#include <utility>

#include "shim/hooks/cudnn/siblings.h"
#include "shim/record/record.h"

namespace detshim::cudnn {
namespace {

struct Copy {
  std::atomic<uintptr_t> start{0};  // of the library; 0: free
  std::atomic<bool> ready{false};
  bool complete = false;
  Backend backend{};
};
// As many as interposition tells apart.
constinit Copy g_copies[interpose::kCopies]{};

template <typename Function>
bool take(const void* real, const char* name, Function** out) noexcept {
  *out = sibling<Function>(real, name);
  return *out != nullptr;
}

bool fill(const void* real, Backend* out) noexcept {
  abi::cudnnGetVersion* version = nullptr;
  if (!take(real, "cudnnBackendCreateDescriptor", &out->create) ||
      !take(real, "cudnnBackendDestroyDescriptor", &out->destroy) ||
      !take(real, "cudnnBackendFinalize", &out->finalize) ||
      !take(real, "cudnnBackendSetAttribute", &out->set) ||
      !take(real, "cudnnBackendGetAttribute", &out->get) ||
      !take(real, "cudnnGetVersion", &version)) {
    record::complain("cudnn.backend",
                     "cuDNN's engines cannot be filtered: a library between the program and cuDNN "
                     "has only some of its functions; take it out, or set cudnn.pin = false");
    return false;
  }
  constexpr unsigned kNumberedInThousands = 90000;  // 8905 is 8.9.5, 91900 is 9.19.0
  out->version = static_cast<unsigned>(version());
  out->not_supported = out->version >= kNumberedInThousands ? abi::CUDNN_STATUS_NOT_SUPPORTED
                                                            : abi::CUDNN_STATUS_NOT_SUPPORTED_V8;
  return true;
}

}  // namespace

const Backend* backend_of(const void* real) noexcept {
  interpose::Object library{};
  if (!interpose::find_object(real, &library)) return nullptr;
  for (Copy& copy : g_copies) {
    uintptr_t start = copy.start.load(std::memory_order_acquire);
    if (start == 0) {
      Backend backend{};
      const bool complete = fill(real, &backend);
      if (copy.start.compare_exchange_strong(start, library.start, std::memory_order_acq_rel)) {
        copy.backend = backend;
        copy.complete = complete;
        copy.ready.store(true, std::memory_order_release);
        return complete ? &copy.backend : nullptr;
      }
    }
    if (start != library.start) continue;
    while (!copy.ready.load(std::memory_order_acquire)) {
    }  // another thread copies sixty bytes
    return copy.complete ? &copy.backend : nullptr;
  }
  return nullptr;
}

Scratch::Scratch(const Backend& backend, abi::cudnnBackendDescriptorType_t type) noexcept
    : backend_(&backend) {
  if (backend.create(type, &descriptor_) != abi::CUDNN_STATUS_SUCCESS) descriptor_ = nullptr;
}

Scratch::~Scratch() {
  if (descriptor_ != nullptr) backend_->destroy(descriptor_);
}

Scratch::Scratch(Scratch&& other) noexcept
    : backend_(other.backend_), descriptor_(std::exchange(other.descriptor_, nullptr)) {}

}  // namespace detshim::cudnn
