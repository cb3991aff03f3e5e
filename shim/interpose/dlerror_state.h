// The program's view of dlerror().
#pragma once
#include <atomic>

namespace detshim::interpose {

// Lookups of ours between construction and destruction leave the program's pending dlerror text as
// it was.
class DlErrorGuard {
 public:
  DlErrorGuard() noexcept;
  ~DlErrorGuard();
  DlErrorGuard(const DlErrorGuard&) = delete;
  DlErrorGuard& operator=(const DlErrorGuard&) = delete;

 private:
  char* saved_ = nullptr;
};

// A text of our own that the next dlerror() of this thread returns; taken over (malloc), null
// forgets.
void set_dlerror(char* text) noexcept;
// A lookup forgets what was pending before it.
void forget_dlerror() noexcept;
// False until a text of our own was set anywhere: keeps thread-local storage out of the fast path.
extern std::atomic<bool> own_dlerror_ever_set;
inline bool has_own_dlerror() noexcept {
  return own_dlerror_ever_set.load(std::memory_order_relaxed);
}

}  // namespace detshim::interpose
