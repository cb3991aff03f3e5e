// pthread_exit and cancellation unwind through the start of a thread: destructors run, results
// arrive.
#include <pthread.h>
#include <unistd.h>

#include <cstdio>

namespace {

struct Farewell {
  ~Farewell() { printf("farewell "); }
};

void* leaves(void*) {
  Farewell farewell;
  pthread_exit(reinterpret_cast<void*>(7));
}

void* waits(void*) {
  Farewell farewell;
  for (;;) pause();
}

long run(void* (*routine)(void*), bool cancel) {
  pthread_t thread;
  void* result = nullptr;
  pthread_create(&thread, nullptr, routine, nullptr);
  if (cancel) pthread_cancel(thread);
  pthread_join(thread, &result);
  return result == PTHREAD_CANCELED ? -1 : reinterpret_cast<long>(result);
}

}  // namespace

int main() {
  setvbuf(stdout, nullptr, _IONBF, 0);
  printf("%ld ", run(leaves, false));
  printf("%ld\n", run(waits, true));
  return 0;
}
