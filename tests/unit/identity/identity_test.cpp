// Process path, thread path, rank and ordinals: what differs, what repeats, and the text handed to
// children.
#include "shim/boot/identity.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

namespace detshim::identity {
namespace {

// Each test starts as the main thread of a root. Ordinals of this thread go on: tests compare, they
// expect no values.
class Identity : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : kRanks) unsetenv(name);
    start(nullptr, config::Mode::enforce, 0);
  }
  void TearDown() override {
    for (const char* name : kRanks) unsetenv(name);
  }
  static constexpr const char* kRanks[] = {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                           "SLURM_PROCID"};
};

std::string child_entry() {
  char entry[kTreeEntrySize];
  format_child_tree(entry);
  return entry;
}

Tree child_tree() {
  const std::string entry = child_entry();
  EXPECT_EQ(entry.rfind("DETSHIM_TREE=", 0), 0u) << entry;
  Tree tree{};
  EXPECT_TRUE(parse_tree(entry.c_str() + 13, &tree)) << entry;
  return tree;
}

// The process path of a forked child, read through a pipe. `act` runs in the child first.
template <typename Act>
uint64_t path_of_fork(Act act) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  before_fork();
  const pid_t pid = fork();
  if (pid == 0) {
    after_fork_in_child();
    const uint64_t path = act();
    _exit(write(ends[1], &path, sizeof path) == sizeof path ? 0 : 1);
  }
  uint64_t path = 0;
  EXPECT_EQ(read(ends[0], &path, sizeof path), ssize_t{sizeof path});
  waitpid(pid, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return path;
}

TEST_F(Identity, ChildTreeRoundTrips) {
  const Tree tree = child_tree();
  EXPECT_EQ(tree.root_pid, getpid());
  EXPECT_EQ(tree.mode, config::Mode::enforce);
  EXPECT_NE(tree.process_path, process_path());
  EXPECT_LT(child_entry().size(), kTreeEntrySize);
}

TEST_F(Identity, ModeTravels) {
  start(nullptr, config::Mode::observe, 0);
  EXPECT_EQ(child_tree().mode, config::Mode::observe);
}

TEST_F(Identity, RootPidOfTheTreeTravels) {
  const Tree tree{1, 2147483647, config::Mode::enforce, 0};
  start(&tree, config::Mode::enforce, 0);
  EXPECT_EQ(child_tree().root_pid, 2147483647);
  EXPECT_FALSE(is_root());
}

TEST_F(Identity, ExecWithoutForkKeepsTheRoot) {
  const Tree tree{1, getpid(), config::Mode::enforce, 0};
  start(&tree, config::Mode::enforce, 0);
  EXPECT_TRUE(is_root());
}

TEST_F(Identity, ChildKnowsThatItsSettingsWereLost) {
  start(nullptr, config::Mode::enforce, 0xc0ffee);
  const Tree tree = child_tree();
  EXPECT_EQ(tree.settings, 0xc0ffeeu);
  start(&tree, config::Mode::enforce, 0xc0ffee);
  EXPECT_FALSE(settings_lost());
  start(&tree, config::Mode::enforce, 0);
  EXPECT_TRUE(settings_lost());
}

TEST_F(Identity, MalformedTreesAreRefused) {
  const std::string good = "1:0123456789abcdef:42:e:00c0ffee";
  Tree tree{};
  ASSERT_TRUE(parse_tree(good.c_str(), &tree));
  EXPECT_EQ(tree.process_path, 0x0123456789abcdefu);
  EXPECT_EQ(tree.root_pid, 42);
  EXPECT_FALSE(parse_tree(nullptr, &tree));
  for (size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(parse_tree(good.substr(0, length).c_str(), &tree)) << length;
  for (const char* text : {"2:0123456789abcdef:42:e:00c0ffee", "1:0123456789abcdeg:42:e:00c0ffee",
                           "1:0123456789abcdef:42:x:00c0ffee", "1:0123456789abcdef:-42:e:00c0ffee",
                           "1:0123456789abcdef:0:e:00c0ffee", "1:0123456789abcdef::e:00c0ffee",
                           "1:0123456789abcdef:42:ee:00c0ffee", "1:0123456789abcdef:42e::00c0ffee",
                           "1:0123456789abcdef:99999999999:e:00c0ffee",
                           "1:0x23456789abcdef:42:e:00c0ffee", " 1:0123456789abcdef:42:e:00c0ffee",
                           "1:-123456789abcdef:42:e:00c0ffee", "1:0123456789abcdef:42:e",
                           "1:0123456789abcdef:42:e:00c0ffeg", "1:0123456789abcdef:42:e:00c0ffee0"})
    EXPECT_FALSE(parse_tree(text, &tree)) << text;
}

TEST_F(Identity, StartedProgramsDifferAndAFailedStartLeavesNoTrace) {
  const std::string first = child_entry();
  const std::string second = child_entry();
  EXPECT_NE(first, second);
  child_not_started();
  EXPECT_EQ(child_entry(), second);
}

TEST_F(Identity, FailedStartsCannotGoBelowNone) {
  std::thread([] {
    child_not_started();
    const std::string first = child_entry();
    child_not_started();
    child_not_started();
    EXPECT_EQ(child_entry(), first);
  }).join();
}

TEST_F(Identity, ForkedSiblingsDifferFromEachOtherAndFromTheParent) {
  std::set<uint64_t> paths{process_path(), child_tree().process_path};
  for (int i = 0; i < 8; ++i) paths.insert(path_of_fork([] { return process_path(); }));
  for (int i = 0; i < 8; ++i)
    paths.insert(path_of_fork([] { return path_of_fork([] { return process_path(); }); }));
  EXPECT_EQ(paths.size(), 18u);
}

TEST_F(Identity, AChildStartsItsOrdinalsAnew) {
  const uint64_t fresh = path_of_fork([] { return next_ordinal(7); });
  next_ordinal(7);
  EXPECT_EQ(path_of_fork([] { return next_ordinal(7); }), fresh);
  EXPECT_EQ(fresh, 0u);
}

TEST_F(Identity, AChildIsNoRootAndItsThreadIsTheMainThread) {
  const uint64_t main_thread = thread_path();
  std::thread([&] {
    adopt_thread_path(99);
    EXPECT_EQ(path_of_fork([] { return thread_path(); }), main_thread);
    EXPECT_EQ(path_of_fork([] { return uint64_t{is_root()}; }), 0u);
  }).join();
  EXPECT_TRUE(is_root());
}

TEST_F(Identity, ForksOfTwoThreadsDiffer) {
  std::set<uint64_t> paths;
  for (const uint64_t thread : {5, 6})
    std::thread([&, thread] {
      adopt_thread_path(thread);
      paths.insert(path_of_fork([] { return process_path(); }));
    }).join();
  EXPECT_EQ(paths.size(), 2u);
}

TEST_F(Identity, ThreadPathsDependOnParentSiteAndOrdinalAlone) {
  const auto paths = [](uint64_t parent) {
    std::vector<uint64_t> made;
    std::thread([&] {
      adopt_thread_path(parent);
      for (const uint64_t site : {1, 2, 1, 2}) made.push_back(child_thread_path(site));
    }).join();
    return made;
  };
  const auto first = paths(10);
  EXPECT_EQ(first, paths(10));
  auto all = paths(11);
  all.insert(all.end(), first.begin(), first.end());
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 8u);
}

TEST_F(Identity, ThreadsThatNobodySawBeingMadeDifferAllTheSame) {
  std::set<uint64_t> paths{thread_path()};
  for (int i = 0; i < 3; ++i)
    std::thread([&] {
      const uint64_t path = thread_path();
      EXPECT_EQ(thread_path(), path);
      paths.insert(path);
    }).join();
  EXPECT_EQ(paths.size(), 4u);
}

TEST_F(Identity, OrdinalsCountPerKey) {
  std::thread([] {
    for (uint64_t n = 0; n < 3; ++n)
      for (const uint64_t key : {0, 32, 64}) EXPECT_EQ(next_ordinal(key), n) << key;
  }).join();
}

TEST_F(Identity, MoreKeysThanCountersStillNeverRepeatAPair) {
  std::thread([] {
    std::set<std::pair<uint64_t, uint64_t>> seen;
    for (int round = 0; round < 3; ++round)
      for (uint64_t key = 1; key <= 100; ++key)
        EXPECT_TRUE(seen.emplace(key, next_ordinal(key)).second) << key;
  }).join();
}

TEST_F(Identity, RankIsReadAtStart) {
  EXPECT_EQ(rank_key(), 0u);
  std::set<uint64_t> keys{0};
  for (const char* name : kRanks)
    for (const char* rank : {"0", "1"}) {
      setenv(name, rank, 1);
      start(nullptr, config::Mode::enforce, 0);
      const uint64_t key = rank_key();
      start(nullptr, config::Mode::enforce, 0);
      EXPECT_EQ(rank_key(), key);
      keys.insert(key);
      unsetenv(name);
    }
  EXPECT_EQ(keys.size(), 9u);
}

}  // namespace
}  // namespace detshim::identity
