// Address -> object, by _dl_find_object and by the table that stands in for it on glibc
// before 2.35; and symbols by an object's own tables.
#include "shim/interpose/objects.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "shim/interpose/libc.h"

namespace detshim::interpose {

void find_libc() noexcept;

namespace {

// Parameter: with _dl_find_object or without.
class Objects : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    find_libc();
    if (!GetParam())
      libc.find_object = nullptr;
    else if (libc.find_object == nullptr)
      GTEST_SKIP() << "this C library has no _dl_find_object (glibc >= 2.35)";
  }
};

TEST_P(Objects, ProgramHasNoName) {
  Object object;
  ASSERT_TRUE(find_object(reinterpret_cast<void*>(&find_libc), &object));
  EXPECT_STREQ(object.name, "");
  EXPECT_LE(object.start, reinterpret_cast<uintptr_t>(&find_libc));
  EXPECT_GT(object.end, reinterpret_cast<uintptr_t>(&find_libc));
}

TEST_P(Objects, LibraryIsFoundByAnyOfItsAddresses) {
  void* address = dlsym(RTLD_DEFAULT, "strtoull");
  Object object;
  ASSERT_TRUE(find_object(address, &object));
  EXPECT_STREQ(file_name(object.name), "libc.so.6");
  Object first;
  ASSERT_TRUE(find_object(reinterpret_cast<void*>(object.start), &first));
  EXPECT_EQ(first.base, object.base);
}

TEST_P(Objects, StackAndNullBelongToNothing) {
  int local = 0;
  Object object;
  EXPECT_FALSE(find_object(&local, &object));
  EXPECT_FALSE(find_object(nullptr, &object));
}

TEST_P(Objects, ThreadsLookUpWhileLibrariesComeAndGo) {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  void* address = dlsym(RTLD_DEFAULT, "strtoull");
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      while (!stop) {
        Object object;
        if (!find_object(address, &object) || strcmp(file_name(object.name), "libc.so.6") != 0)
          ++wrong;
      }
    });
  for (int i = 0; i < 200; ++i)
    if (void* library = dlopen("libutil.so.1", RTLD_NOW); library != nullptr) dlclose(library);
  stop = true;
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(Objects, ForkedChildStillFindsThem) {
  void* address = dlsym(RTLD_DEFAULT, "strtoull");
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    objects_after_fork_in_child();
    Object object;
    const bool found =
        find_object(address, &object) && strcmp(file_name(object.name), "libc.so.6") == 0;
    int seen = 0;
    each_object(
        [](const Object&, void* n) {
          ++*static_cast<int*>(n);
          return false;
        },
        &seen);
    _exit(found && seen > 2 && may_dlopen() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, Objects, testing::Bool(),
                         [](const auto& way) { return way.param ? "FindObject" : "Table"; });

TEST(ElfSymbol, AgreesWithDlsym) {
  Object object;
  ASSERT_TRUE(find_object(dlsym(RTLD_DEFAULT, "strtoull"), &object));
  for (const char* name : {"strtoull", "qsort", "getenv", "setenv", "fopen"})
    EXPECT_EQ(elf_symbol(object.base, object.dynamic, name),
              dlsym(dlopen("libc.so.6", RTLD_NOW), name))
        << name;
  EXPECT_EQ(elf_symbol(object.base, object.dynamic, "no_such_symbol"), nullptr);
  EXPECT_EQ(elf_symbol(object.base, nullptr, "strtoull"), nullptr);
}

TEST(FileName, IsTheLastComponent) {
  EXPECT_STREQ(file_name("/a/b/libx.so"), "libx.so");
  EXPECT_STREQ(file_name("libx.so"), "libx.so");
  EXPECT_STREQ(file_name(""), "");
}

}  // namespace
}  // namespace detshim::interpose
