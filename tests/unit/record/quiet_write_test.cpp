#include "shim/record/quiet_write.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

// The twin: what a plain write does to a process, which quiet_write must not.
TEST(QuietWrite, BrokenPipeRaisesNoSignal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const ChildResult plain = in_child([&] { [[maybe_unused]] auto n = write(ends[1], "x", 1); });
  EXPECT_TRUE(WIFSIGNALED(plain.status) && WTERMSIG(plain.status) == SIGPIPE);
  const ChildResult quiet = in_child([&] {
    errno = 5;
    EXPECT_EQ(quiet_write(ends[1], "x").error, EPIPE);
    EXPECT_EQ(errno, 5);
    sigset_t pending;
    sigpending(&pending);
    EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
  });
  EXPECT_EQ(quiet.status, 0);
  close(ends[1]);
}

TEST(QuietWrite, FileSizeLimitRaisesNoSignal) {
  TemporaryFolder folder;
  const auto limited = [&](auto write_two_bytes) {
    return in_child([&] {
      const int file = open((folder / "f").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      const rlimit limit{1, 1};
      setrlimit(RLIMIT_FSIZE, &limit);
      write_two_bytes(file);
    });
  };
  const ChildResult plain = limited([](int file) {
    for (int i = 0; i < 2; ++i) [[maybe_unused]] auto n = write(file, "x", 1);
  });
  EXPECT_TRUE(WIFSIGNALED(plain.status) && WTERMSIG(plain.status) == SIGXFSZ);
  const ChildResult quiet = limited([](int file) {
    const WriteResult result = quiet_write(file, "xy");
    EXPECT_EQ(result.bytes, 1u);
    EXPECT_EQ(result.error, EFBIG);
  });
  EXPECT_EQ(quiet.status, 0);
}

TEST(QuietWrite, ASignalOfTheProgramStaysPending) {
  const ChildResult child = in_child([] {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    sigset_t blocked, pending;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
    pthread_kill(pthread_self(), SIGPIPE);
    quiet_write(ends[1], "x");
    sigpending(&pending);
    EXPECT_EQ(sigismember(&pending, SIGPIPE), 1);
  });
  EXPECT_EQ(child.status, 0);
}

TEST(QuietWrite, FullDevice) {
  const int full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  EXPECT_EQ(quiet_write(full, "x").error, ENOSPC);
  close(full);
  EXPECT_EQ(quiet_write(-1, "x").error, EBADF);
  EXPECT_EQ(quiet_write(-1, "").error, 0);
}

}  // namespace
}  // namespace detshim::record
