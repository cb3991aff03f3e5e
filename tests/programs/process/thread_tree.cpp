// Threads that start threads, with random delays: a path, not an order of arrival, tells them
// apart.
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "say.h"

namespace {

void grow(const std::string& name, int depth) {
  std::this_thread::sleep_for(std::chrono::microseconds(std::random_device{}() % 3000));
  say(name.c_str());
  if (depth == 0) return;
  std::vector<std::thread> children;
  for (const char* branch : {"a", "b", "c"}) children.emplace_back(grow, name + branch, depth - 1);
  for (auto& child : children) child.join();
}

}  // namespace

int main() {
  grow("t", 3);
  return 0;
}
