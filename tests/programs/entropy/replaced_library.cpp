// Loads a copy of a library; with "replace" another file takes the copy's place before the library draws.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <filesystem>

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  namespace fs = std::filesystem;
  fs::copy_file(argv[1], "libcopy.so");
  void* const library = dlopen((fs::current_path() / "libcopy.so").c_str(), RTLD_NOW);
  if (library == nullptr) return 2;
  if (strcmp(argv[2], "replace") == 0) {
    fs::copy_file(argv[1], "other.so");
    fs::rename("other.so", "libcopy.so");
  }
  char hex[33];
  reinterpret_cast<void (*)(const char*, char*)>(dlsym(library, "draw"))("getrandom", hex);
  printf("%s\n", hex);
  return 0;
}
