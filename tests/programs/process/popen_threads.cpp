// Four threads start shells by popen at the same time: each shell's child is its own.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "say.h"

namespace {

void start_shells(const char* program, int thread) {
  for (int i = 0; i < 4; ++i) {
    const std::string name = "thread" + std::to_string(thread) + "_" + std::to_string(i);
    FILE* const pipe = popen((std::string(program) + " " + name).c_str(), "r");
    if (pipe == nullptr || pclose(pipe) != 0) exit(4);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  const char* own = getenv("DETSHIM_TREE");
  const std::string before = own != nullptr ? own : "";
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(start_shells, argv[1], i);
  for (auto& thread : threads) thread.join();
  say("parent");
  own = getenv("DETSHIM_TREE");
  return before != (own != nullptr ? own : "") ? 8 : 0;
}
