#include "config/file_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace detshim::config {
namespace {

class FileReader : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "detshim-file-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const char* name) const { return folder_ + '/' + name; }
  std::string write(const char* name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  std::string folder_;
  std::string bytes_;
};

TEST_F(FileReader, GivesTheBytes) {
  const std::string text("a\0b\xff\n", 5);
  EXPECT_EQ(read_file(write("f", text).c_str(), &bytes_), "");
  EXPECT_EQ(bytes_, text);
  EXPECT_EQ(read_file(write("empty", "").c_str(), &bytes_), "");
  EXPECT_EQ(bytes_, "");
}

TEST_F(FileReader, TakesTheLargestAndRefusesOneByteMore) {
  const std::string largest(kLargestFileBytes, '#');
  EXPECT_EQ(read_file(write("f", largest).c_str(), &bytes_), "");
  EXPECT_EQ(bytes_.size(), kLargestFileBytes);
  EXPECT_EQ(read_file(write("f", largest + '#').c_str(), &bytes_),
            "has 1048577 bytes; such a file has at most 1048576");
}

TEST_F(FileReader, ReadsFilesThatHideTheirSize) {
  EXPECT_EQ(read_file("/proc/self/status", &bytes_), "");
  EXPECT_NE(bytes_.find("Pid:"), std::string::npos);
}

TEST_F(FileReader, RefusesWhatIsNoFile) {
  EXPECT_EQ(read_file(folder_.c_str(), &bytes_), "is a directory, not a file");
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(path("pipe").c_str(), &bytes_),
            "is a pipe, not a file");  // and does not wait for a writer
  EXPECT_EQ(read_file("/dev/zero", &bytes_), "is not a regular file");
  EXPECT_EQ(read_file(path("missing").c_str(), &bytes_),
            "cannot be opened: No such file or directory");
}

TEST_F(FileReader, NamesAMissingPermission) {
  const std::string secret = write("f", "x");
  ASSERT_EQ(chmod(secret.c_str(), 0), 0);
  const bool root = geteuid() == 0;  // who may read everything
  if (root) {
    ASSERT_EQ(seteuid(65534), 0);
  }
  EXPECT_EQ(read_file(secret.c_str(), &bytes_), "cannot be opened: Permission denied");
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
}

TEST_F(FileReader, KeepsNoDescriptor) {
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator{});
  };
  const auto before = open_files();
  read_file(write("f", "x").c_str(), &bytes_);
  read_file(folder_.c_str(), &bytes_);
  EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace detshim::config
