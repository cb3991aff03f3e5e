#include "shim/record/log_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <thread>
#include <vector>

#include "tests/unit/record/process_double.h"

namespace detshim::record {
namespace {

constexpr uid_t kNobody = 65534;

std::string refusal_of(const LogFailure& failure) {
  return failure.refusal != nullptr ? failure.refusal : "error " + std::to_string(failure.error);
}

int only_descriptor_on(const std::string& name) {
  struct stat wanted, there;
  int found = -1;
  if (stat(name.c_str(), &wanted) != 0) return -1;
  for (int fd = 0; fd < 2048; ++fd) {
    if (fstat(fd, &there) != 0 || there.st_dev != wanted.st_dev || there.st_ino != wanted.st_ino)
      continue;
    if (found >= 0) return -2;
    found = fd;
  }
  return found;
}

TEST(LogFile, AppendsAndKeepsItsDescriptorHighAndClosedOnExec) {
  TemporaryFolder folder;
  LogFile log(folder / "log");
  EXPECT_FALSE(log.append("one\n"));
  EXPECT_FALSE(log.append("two\n"));
  EXPECT_EQ(read_file(folder / "log"), "one\ntwo\n");
  const int descriptor = only_descriptor_on(folder / "log");
  EXPECT_GE(descriptor, 100);
  EXPECT_LT(descriptor, 1024);
  EXPECT_EQ(fcntl(descriptor, F_GETFD), FD_CLOEXEC);
}

TEST(LogFile, AddsToWhatIsThere) {
  TemporaryFolder folder;
  std::ofstream(folder / "log") << "before\n";
  EXPECT_FALSE(LogFile(folder / "log").append("one\n"));
  EXPECT_EQ(read_file(folder / "log"), "before\none\n");
}

TEST(LogFile, ReopensWhenItsDescriptorIsClosed) {
  TemporaryFolder folder;
  LogFile log(folder / "log");
  log.append("one\n");
  close(only_descriptor_on(folder / "log"));
  EXPECT_FALSE(log.append("two\n"));
  EXPECT_EQ(read_file(folder / "log"), "one\ntwo\n");
}

TEST(LogFile, NeverWritesIntoAReusedNumber) {
  TemporaryFolder folder;
  LogFile log(folder / "log");
  log.append("one\n");
  const int data = open((folder / "data").c_str(), O_RDWR | O_CREAT, 0600);
  const int number = dup2(data, only_descriptor_on(folder / "log"));
  ASSERT_GE(number, 0);
  EXPECT_FALSE(log.append("two\n"));
  EXPECT_EQ(read_file(folder / "data"), "");
  EXPECT_EQ(read_file(folder / "log"), "one\ntwo\n");
  close(number);
  close(data);
}

TEST(LogFile, GivesUpOnAProgramThatClosesItAgainAndAgain) {
  TemporaryFolder folder;
  LogFile log(folder / "log");
  int written = 0;
  LogFailure failure;
  for (; written < 100 && !failure; ++written) {
    if ((failure = log.append("x\n"))) break;
    close(only_descriptor_on(folder / "log"));
  }
  EXPECT_EQ(written, 9);  // the first and eight more
  EXPECT_NE(refusal_of(failure).find("again and again"), std::string::npos);
  EXPECT_TRUE(failure.is_lasting());
}

TEST(LogFile, FollowsARotation) {
  TemporaryFolder folder;
  LogFile log(folder / "log");
  log.append("one\n");
  const int descriptor = only_descriptor_on(folder / "log");
  unlink((folder / "log").c_str());
  EXPECT_FALSE(log.append("two\n"));
  EXPECT_EQ(only_descriptor_on(folder / "log"), descriptor);  // the old one was closed, not leaked
  EXPECT_EQ(read_file(folder / "log"), "two\n");
}

TEST(LogFile, PercentPIsTheProcess) {
  TemporaryFolder folder;
  LogFile log(folder / "%p.%p.log");
  log.append("parent\n");
  const ChildResult child = in_child([&] {
    EXPECT_FALSE(log.append("child\n"));
    const std::string pid = std::to_string(getpid());
    EXPECT_EQ(read_file(folder / (pid + "." + pid + ".log")), "child\n");
    const std::string parent = std::to_string(getppid());
    EXPECT_EQ(only_descriptor_on(folder / (parent + "." + parent + ".log")), -1);
  });
  EXPECT_EQ(child.status, 0);
  const std::string pid = std::to_string(getpid());
  EXPECT_EQ(read_file(folder / (pid + "." + pid + ".log")), "parent\n");
}

TEST(LogFile, RelativeNameIsOfTheFolderOfTheFirstLine) {
  TemporaryFolder folder, elsewhere;
  const ChildResult child = in_child([&] {
    ASSERT_EQ(chdir(folder.name().c_str()), 0);
    LogFile log("log");
    log.append("one\n");
    ASSERT_EQ(chdir(elsewhere.name().c_str()), 0);
    close(only_descriptor_on(folder / "log"));
    log.append("two\n");
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(read_file(folder / "log"), "one\ntwo\n");
}

TEST(LogFile, HostileUmaskLeavesAFileThatCanBeOpenedAgain) {
  TemporaryFolder folder;
  const ChildResult child = in_child([&] {
    umask(0777);
    LogFile log(folder / "log");
    EXPECT_FALSE(log.append("one\n"));
  });
  EXPECT_EQ(child.status, 0);
  struct stat file;
  ASSERT_EQ(stat((folder / "log").c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0600u);
}

TEST(LogFile, FullDeviceLosesLinesOnly) {
  LogFile log("/dev/full");
  const LogFailure failure = log.append("x\n");
  EXPECT_EQ(failure.error, ENOSPC);
  EXPECT_TRUE(failure.was_open);
  EXPECT_FALSE(failure.is_lasting());
}

TEST(LogFile, TornLineIsEndedBeforeTheNext) {
  TemporaryFolder folder;
  const ChildResult child = in_child([&] {
    LogFile log(folder / "log");
    rlimit limit{6, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    EXPECT_EQ(log.append("long line\n").error, EFBIG);
    limit.rlim_cur = RLIM_INFINITY;
    setrlimit(RLIMIT_FSIZE, &limit);
    EXPECT_FALSE(log.append("next\n"));
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(read_file(folder / "log"), "long l\nnext\n");
}

TEST(LogFile, WithoutDescriptorsItFailsAndTriesAgain) {
  TemporaryFolder folder;
  const ChildResult child = in_child([&] {
    LogFile log(folder / "log");
    rlimit limit{3, 100};
    setrlimit(RLIMIT_NOFILE, &limit);
    for (int fd = 3; fd < 100; ++fd) close(fd);
    const LogFailure failure = log.append("x\n");
    EXPECT_EQ(failure.error, EMFILE);
    EXPECT_FALSE(failure.is_lasting());
    limit.rlim_cur = 10;  // less than any number we would choose for ourselves
    setrlimit(RLIMIT_NOFILE, &limit);
    EXPECT_FALSE(log.append("y\n"));
  });
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(read_file(folder / "log"), "y\n");
}

TEST(LogFile, OddTargets) {
  TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_NE(refusal_of(LogFile(folder / "fifo").append("x\n")).find("is a pipe"),
            std::string::npos);
  EXPECT_EQ(LogFile(folder.name()).append("x\n").error, EISDIR);
  EXPECT_EQ(LogFile("/").append("x\n").error, EISDIR);
  EXPECT_EQ(LogFile(folder.name() + "/").append("x\n").error, EISDIR);
  EXPECT_EQ(LogFile(folder / "none/").append("x\n").error, ENOENT);
  EXPECT_EQ(LogFile(folder / "none/log").append("x\n").error, ENOENT);
  EXPECT_EQ(LogFile("/dev/null/log").append("x\n").error, ENOTDIR);
  EXPECT_EQ(LogFile(folder / std::string(300, 'x')).append("x\n").error, ENAMETOOLONG);
  EXPECT_EQ(LogFile("/" + std::string(5000, 'x')).append("x\n").error, ENAMETOOLONG);
  EXPECT_FALSE(LogFile("/dev/null").append("x\n"));
}

// --- links and files of other users
// --------------------------------------------------------------------------------

TEST(LogFile, OwnLinkIsFollowedEvenIfItDangles) {
  TemporaryFolder folder;
  ASSERT_EQ(symlink("target", (folder / "log").c_str()), 0);
  EXPECT_FALSE(LogFile(folder / "log").append("one\n"));
  EXPECT_EQ(read_file(folder / "target"), "one\n");
}

class SharedFolder : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0)
      GTEST_SKIP() << "needs root to make files of another user: run the test with sudo";
    ASSERT_EQ(chmod(folder.name().c_str(), 01777), 0);
  }
  TemporaryFolder folder;
};

TEST_F(SharedFolder, LinkOfAnotherUserIsRefused) {
  ASSERT_EQ(symlink("victim", (folder / "log").c_str()), 0);
  ASSERT_EQ(lchown((folder / "log").c_str(), kNobody, kNobody), 0);
  std::ofstream(folder / "victim") << "mine";
  const LogFailure failure = LogFile(folder / "log").append("x\n");
  EXPECT_NE(refusal_of(failure).find("symbolic link of another user"), std::string::npos);
  EXPECT_EQ(read_file(folder / "victim"), "mine");
}

TEST_F(SharedFolder, OwnLinkIsFollowedIfNobodyCanExchangeIt) {
  ASSERT_EQ(symlink("target", (folder / "log").c_str()), 0);
  EXPECT_FALSE(LogFile(folder / "log").append("one\n"));
  ASSERT_EQ(chmod(folder.name().c_str(), 0777), 0);  // not sticky: anybody can
  EXPECT_NE(refusal_of(LogFile(folder / "log").append("two\n")).find("symbolic link"),
            std::string::npos);
  EXPECT_EQ(read_file(folder / "target"), "one\n");
}

TEST_F(SharedFolder, FileOfAnotherUserOrWithASecondNameIsRefused) {
  std::ofstream(folder / "theirs") << "";
  ASSERT_EQ(chown((folder / "theirs").c_str(), kNobody, kNobody), 0);
  EXPECT_TRUE(LogFile(folder / "theirs")
                  .append("x\n"));  // by us or, where protected_regular is on, by the kernel
  EXPECT_EQ(read_file(folder / "theirs"), "");
  std::ofstream(folder / "victim") << "mine";
  ASSERT_EQ(link((folder / "victim").c_str(), (folder / "log").c_str()), 0);
  EXPECT_NE(refusal_of(LogFile(folder / "log").append("x\n")).find("second name"),
            std::string::npos);
  EXPECT_EQ(read_file(folder / "victim"), "mine");
}

TEST(LogFile, ThreadsThatMeetAtTheFirstLineKeepOneDescriptorAndAllLines) {
  TemporaryFolder folder;
  constexpr int kThreads = 8, kLines = 200;
  LogFile log(folder / "log");
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::string line = std::string(60, static_cast<char>('a' + t)) + "\n";
      for (int i = 0; i < kLines; ++i) EXPECT_FALSE(log.append(line));
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_GE(only_descriptor_on(folder / "log"), 0);
  std::ifstream lines(folder / "log");
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    ASSERT_EQ(line, std::string(60, line[0]));
  }
  EXPECT_EQ(count, kThreads * kLines);
}

}  // namespace
}  // namespace detshim::record
