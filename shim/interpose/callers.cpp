#include "shim/interpose/callers.h"

#include <cstring>

namespace detshim::interpose {
namespace {

struct Prefix {
  const char* file;  // how the file name begins
  Caller caller;
};

constexpr Prefix kPrefixes[] = {
    {"libcuda.so", Caller::never},      {"libcudadebugger", Caller::never},
    {"libcupti.so", Caller::never},     {"libnvidia-", Caller::never},
    {"libnvperf", Caller::never},       {"libcheckpoint", Caller::never},
    {"libsanitizer-", Caller::never},   {"libToolsInjection", Caller::never},
    {"libcudnn", Caller::cudnn},        {"libcudart.so", Caller::cuda_math},
    {"libcublas", Caller::cuda_math},   {"libcurand.so", Caller::cuda_math},
    {"libcufft", Caller::cuda_math},    {"libcusolver", Caller::cuda_math},
    {"libcusparse", Caller::cuda_math}, {"libnccl.so", Caller::cuda_math},
    {"libnvrtc", Caller::cuda_math},    {"libnvJitLink", Caller::cuda_math},
    {"libcutensor", Caller::cuda_math}, {"libnpp", Caller::cuda_math},
};

}  // namespace

Caller classify(const Object& object) noexcept {
  if (in_self(reinterpret_cast<void*>(object.start))) return Caller::never;
  const char* file = file_name(object.name);
  // The fourth letter rules nearly all libraries out before the list is read.
  if (strncmp(file, "lib", 3) != 0 || file[3] == '\0' || strchr("cnsT", file[3]) == nullptr)
    return Caller::user;
  for (const Prefix& p : kPrefixes)
    if (strncmp(file, p.file, strlen(p.file)) == 0) return p.caller;
  return Caller::user;
}

const char* name_of(Caller caller) noexcept {
  switch (caller) {
    case Caller::user:
      return "user";
    case Caller::never:
      return "never";
    case Caller::cudnn:
      return "cudnn";
    case Caller::cuda_math:
      return "cuda_math";
  }
  return "user";
}

bool is_exempt(Caller caller, Library library) noexcept {
  if (caller == Caller::user) return false;
  return caller == Caller::never || library != Library::k_driver;
}

}  // namespace detshim::interpose
