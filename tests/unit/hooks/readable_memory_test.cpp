// What the kernel says about addresses, at the edges of pages.
#include "shim/hooks/libc/readable_memory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstring>

namespace detshim::libc_hooks {
namespace {

using Prefix = ReadableMemory::Prefix;
constexpr size_t kPage = 4096;

// A readable page, and one that is not behind it.
class TwoPages {
 public:
  explicit TwoPages(int protection_of_second)
      : pages_(static_cast<char*>(
            mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(pages_ + kPage, kPage, protection_of_second);
  }
  ~TwoPages() { munmap(pages_, 2 * kPage); }
  TwoPages(const TwoPages&) = delete;
  TwoPages& operator=(const TwoPages&) = delete;
  char* end_of_first() const { return pages_ + kPage; }

 private:
  char* pages_;
};

TEST(ReadableMemory, KnowsPagesByTheirProtection) {
  const TwoPages none(PROT_NONE), write_protected(PROT_READ);
  ReadableMemory memory;
  EXPECT_TRUE(memory.has(none.end_of_first() - 1));
  EXPECT_FALSE(memory.has(none.end_of_first()));
  EXPECT_TRUE(memory.has(none.end_of_first() - 1));
  EXPECT_TRUE(memory.has(write_protected.end_of_first()));
}

TEST(ReadableMemory, AddressesThatNoProgramHas) {
  ReadableMemory memory;
  for (const uintptr_t address : {uintptr_t{0}, uintptr_t{1}, uintptr_t{8}, ~uintptr_t{0},
                                  uintptr_t{1} << 63, uintptr_t{0xdead} << 48})
    EXPECT_FALSE(memory.has(reinterpret_cast<void*>(address))) << address;
}

TEST(ReadableMemory, PrefixesStopAtTheEdge) {
  const TwoPages pages(PROT_NONE);
  char* const at = pages.end_of_first() - 4;
  memcpy(at, "ABCD", 4);
  ReadableMemory memory;
  EXPECT_EQ(memory.begins_with(at, "ABCD"), Prefix::yes);
  EXPECT_EQ(memory.begins_with(at, "ABX"), Prefix::no);
  EXPECT_EQ(memory.begins_with(at, "ABCDE"), Prefix::unreadable);
  EXPECT_EQ(memory.begins_with(at, "XBCDE"), Prefix::no);
  EXPECT_EQ(memory.begins_with(nullptr, "A"), Prefix::unreadable);
  at[1] = '\0';
  EXPECT_EQ(memory.begins_with(at, "ABCDE"), Prefix::no);
}

TEST(ReadableMemory, PointersAcrossTheEdge) {
  const TwoPages none(PROT_NONE), both(PROT_READ);
  ReadableMemory memory;
  EXPECT_TRUE(memory.has_pointer(none.end_of_first() - 8));
  for (const int before : {7, 1, 0})
    EXPECT_FALSE(memory.has_pointer(none.end_of_first() - before)) << before;
  for (const int before : {8, 7, 1, 0})
    EXPECT_TRUE(memory.has_pointer(both.end_of_first() - before)) << before;
}

TEST(ReadableMemory, TextsToTheirEnd) {
  const TwoPages pages(PROT_NONE);
  char* const at = pages.end_of_first() - 4;
  ReadableMemory memory;
  memcpy(at, "ABC", 4);
  EXPECT_TRUE(memory.has_text(at));
  EXPECT_TRUE(memory.has_text(at + 3));
  EXPECT_FALSE(memory.has_text(at + 4));
  at[3] = 'D';
  EXPECT_FALSE(memory.has_text(at));
}

TEST(ReadableMemory, LeavesTheSignalMaskAlone) {
  sigset_t before, after, set;
  sigemptyset(&before);
  sigaddset(&before, SIGUSR2);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  sigfillset(&set);
  errno = 7;
  ReadableMemory memory;
  EXPECT_TRUE(memory.has(&set));
  EXPECT_EQ(errno, 7);
  sigprocmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&after, SIGUSR2), 1);
  EXPECT_EQ(sigismember(&after, SIGUSR1), 0);
}

}  // namespace
}  // namespace detshim::libc_hooks
