#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "shim/record/log.h"
#include "shim/record/record.h"
#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

class Log : public testing::Test {
 protected:
  void SetUp() override { process_double.settings.log_to = folder / "log"; }
  void TearDown() override { process_double = {}; }
  std::string text() const { return read_file(folder / "log"); }
  TemporaryFolder folder;
};

TEST_F(Log, WritesLinesOfItsLevelAndAbove) {
  const ChildResult child = in_child([] {
    errno = 77;
    EXPECT_FALSE(logs(Level::debug));
    EXPECT_TRUE(logs(Level::info));
    log(Level::debug, "hidden");
    log(Level::info, "seed {} -> 7");  // braces are text, not a format
    log(Level::error, "worse");
    EXPECT_EQ(errno, 77);
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.standard_error, "");
  EXPECT_EQ(shape(text()),
            "#-#-#T#:#:#.#Z # # info seed {} -> #\n#-#-#T#:#:#.#Z # # error worse\n");
}

TEST_F(Log, WithoutTargetNothingIsOpened) {
  process_double.settings.log_to = "";
  const ChildResult child = in_child([] {
    EXPECT_FALSE(logs(Level::error));
    log(Level::error, "x");
    EXPECT_LT(fcntl(1000, F_GETFD), 0);
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.standard_error, "");
  EXPECT_EQ(text(), "");
}

TEST_F(Log, ToStandardErrorIsMarkedAndAComplaintComesOnce) {
  process_double.settings.log_to = "stderr";
  const ChildResult child = in_child([] {
    log(Level::info, "told");
    complain("test.stderr", "could not");
    complain("test.stderr", "could not, again");
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(
      shape(child.standard_error),
      "detshim[#]: info: told\ndetshim[#]: warn: could not\ndetshim[#]: warn: could not, again\n");
}

TEST_F(Log, FailureIsSaidOnceWithARemedyAndTheProgramGoesOn) {
  process_double.settings.log_to = folder / "none/log";
  const ChildResult child = in_child([] {
    for (int i = 0; i < 10; ++i) log(Level::info, "x");
    EXPECT_EQ(lost_log_lines(), 1u);  // of no use to try again
    EXPECT_FALSE(logs(Level::error));
  });
  EXPECT_EQ(child.status, 0);
  const std::string& said = child.standard_error;
  EXPECT_EQ(shape(said.substr(0, said.find('/'))), "detshim[#]: log: cannot write ");
  EXPECT_NE(said.find("/none/log: its folder does not exist; create the folder"),
            std::string::npos);
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
}

TEST_F(Log, FullDiskIsSaidOnceAndEveryLineCounted) {
  process_double.settings.log_to = "/dev/full";
  const ChildResult child = in_child([] {
    for (int i = 0; i < 10; ++i) log(Level::info, "x");
    EXPECT_EQ(lost_log_lines(), 10u);
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(std::count(child.standard_error.begin(), child.standard_error.end(), '\n'), 1);
  EXPECT_NE(child.standard_error.find("no space left"), std::string::npos);
}

TEST_F(Log, ThreadsThatMeetAtTheFirstLineLoseNone) {
  constexpr int kThreads = 8, kLines = 100;
  const ChildResult child = in_child([] {
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([] {
        for (int i = 0; i < kLines; ++i) log(Level::info, "a line");
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(lost_log_lines(), 0u);
  });
  EXPECT_EQ(child.status, 0);
  const std::string all = text();
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), kThreads * kLines);
}

// A forked child must not wait for a lock that a thread of its parent holds. Ends by the alarm if
// it does.
TEST_F(Log, ForkWhileOtherThreadsLog) {
  const ChildResult parent = in_child([] {
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&] {
        while (!stop) log(Level::info, "from a thread");
      });
    }
    for (int i = 0; i < 50; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        alarm(20);
        after_fork_in_child();
        log(Level::info, "from a child");
        complain("test.fork", "from a child, too");
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0);
    }
    stop = true;
    for (auto& thread : threads) thread.join();
  });
  EXPECT_EQ(parent.status, 0);
}

// log() is no cancellation point: a thread with a pending cancellation gets past it.
TEST_F(Log, IsNoCancellationPoint) {
  const ChildResult child = in_child([] {
    static std::atomic<bool> past{false};
    pthread_t thread;
    const auto body = [](void*) -> void* {
      pthread_cancel(pthread_self());
      log(Level::info, "x");
      past = true;
      pthread_testcancel();
      return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, nullptr, body, nullptr), 0);
    void* result = nullptr;
    pthread_join(thread, &result);
    EXPECT_TRUE(past);
    EXPECT_EQ(result, PTHREAD_CANCELED);
  });
  EXPECT_EQ(child.status, 0);
}

}  // namespace
}  // namespace detshim::record
