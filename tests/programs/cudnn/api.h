// The functions of cuDNN's graph API that these programs call, by the way that a program may have come to them.
//   main -> use_route -> api() -> every other file here
// Thread rule: use_route once, before other threads start.
#pragma once
#include <cudnn_graph.h>

#include <string>

namespace cudnn_programs {

struct Api {
  decltype(&::cudnnBackendCreateDescriptor) create;
  decltype(&::cudnnBackendDestroyDescriptor) destroy;
  decltype(&::cudnnBackendFinalize) finalize;
  decltype(&::cudnnBackendSetAttribute) set;
  decltype(&::cudnnBackendGetAttribute) get;
  decltype(&::cudnnBackendExecute) execute;
  decltype(&::cudnnBackendPopulateCudaGraph) populate_cuda_graph;
  decltype(&::cudnnBackendUpdateCudaGraph) update_cuda_graph;
  decltype(&::cudnnGetVersion) version;
  decltype(&::cudnnGetLastErrorString) last_error;
};

// As the loader has bound them; all null in a program that is not linked with cuDNN.
Api linked_api();

// "linked"; "dlsym:FILE", "dlvsym:FILE": from dlopen(FILE, RTLD_LOCAL); "default": dlsym(RTLD_DEFAULT).
// Ends the program if a function is missing.
void use_route(const std::string& route);
const Api& api();

}  // namespace cudnn_programs
