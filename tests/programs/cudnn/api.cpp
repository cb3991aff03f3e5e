#include "tests/programs/cudnn/api.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace cudnn_programs {
namespace {

Api g_api{};

// The symbol version of everything that a library of cuDNN's exports is the library's name.
std::string version_of(const std::string& file) {
  const size_t slash = file.rfind('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

class Finder {
 public:
  Finder(const std::string& kind, const std::string& file)
      : kind_(kind), version_(version_of(file)) {
    if (kind == "default") return;
    handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) fail(file.c_str());
  }

  template <typename Function>
  void find(const char* name, Function* out) const {
    void* const found =
        kind_ == "dlvsym" ? dlvsym(handle_, name, version_.c_str()) : dlsym(handle_, name);
    if (found == nullptr) fail(name);
    *out = reinterpret_cast<Function>(found);
  }

 private:
  [[noreturn]] static void fail(const char* what) {
    fprintf(stderr, "%s: %s\n", what, dlerror());
    exit(2);
  }

  std::string kind_, version_;
  void* handle_ = RTLD_DEFAULT;
};

Api found_by(const Finder& finder) {
  Api found{};
  finder.find("cudnnBackendCreateDescriptor", &found.create);
  finder.find("cudnnBackendDestroyDescriptor", &found.destroy);
  finder.find("cudnnBackendFinalize", &found.finalize);
  finder.find("cudnnBackendSetAttribute", &found.set);
  finder.find("cudnnBackendGetAttribute", &found.get);
  finder.find("cudnnBackendExecute", &found.execute);
  finder.find("cudnnBackendPopulateCudaGraph", &found.populate_cuda_graph);
  finder.find("cudnnBackendUpdateCudaGraph", &found.update_cuda_graph);
  finder.find("cudnnGetVersion", &found.version);
  finder.find("cudnnGetLastErrorString", &found.last_error);
  return found;
}

}  // namespace

void use_route(const std::string& route) {
  if (route == "linked") {
    g_api = linked_api();
    return;
  }
  const size_t colon = route.find(':');
  const std::string file = colon == std::string::npos ? "" : route.substr(colon + 1);
  g_api = found_by(Finder(route.substr(0, colon), file));
}

const Api& api() { return g_api; }

}  // namespace cudnn_programs
