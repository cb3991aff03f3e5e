#include "config/cudnn_lock.h"

#include <gtest/gtest.h>

namespace detshim::config {
namespace {

const LockKey kKey{0x1c1a5d9448da7f1e, 91900, "NVIDIA H200, sm_90, 132 multiprocessors"};
const LockedPlan kPlan{34, {{0, 8}, {14, -4}}, "convolution backward filter f32 [1,2]"};

Lock read(const std::string& text) {
  Lock lock;
  Complaint complaint;
  EXPECT_TRUE(read_lock(text, &lock, &complaint)) << complaint;
  return lock;
}

std::string refused(const std::string& text) {
  Lock lock{{kKey, kPlan}};
  Complaint complaint;
  EXPECT_FALSE(read_lock(text, &lock, &complaint)) << text;
  EXPECT_EQ(lock.size(), 1u) << "a refused file changes nothing";
  return complaint;
}

TEST(CudnnLock, WhatIsWrittenIsRead) {
  Lock lock{{kKey, kPlan}};
  lock[{1, 8905, "GPU \"x\" \\ \x01 y"}] = {0, {}, "odd \xff text"};
  lock[{1, 91900, kKey.gpu}] = {7, {{1, 2}}, ""};
  const std::string text = write_lock(lock);
  const Lock again = read(text);
  EXPECT_EQ(again.size(), lock.size());
  EXPECT_EQ(again.at(kKey), kPlan);
  EXPECT_EQ(again.at(kKey).what, kPlan.what);
  EXPECT_EQ(write_lock(again), text) << "escaped once, it stays";
}

TEST(CudnnLock, TheTextIsFixed) {
  EXPECT_EQ(write_lock({{kKey, kPlan}}).substr(write_lock({}).size()),
            "\n[plan.1c1a5d9448da7f1e-bf0687ce-91900]\n"
            "what = \"convolution backward filter f32 [1,2]\"\n"
            "gpu = \"NVIDIA H200, sm_90, 132 multiprocessors\"\n"
            "cudnn = \"9.19.0\"\nengine = 34\nknobs = [\"0=8\", \"14=-4\"]\n");
  EXPECT_EQ(read(write_lock({})).size(), 0u);
}

TEST(CudnnLock, BadFilesAreNamedByLine) {
  const std::string good = write_lock({{kKey, kPlan}});
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(refused(""), "is no lock file: it begins without format = 1");
  EXPECT_EQ(refused("[seeds]\nmaster = 1\n"), "line 1: no lock file has this: seeds");
  EXPECT_EQ(refused(with("format = 1", "format = 2")),
            "line 3: this detshim reads lock files of format 1 only");
  EXPECT_EQ(refused(with("engine = 34\n", "")),
            "plan 1c1a5d9448da7f1e-bf0687ce-91900 lacks its engine or its gpu");
  EXPECT_EQ(refused(with("engine = 34", "engine = \"34\"")),
            "line 9: not what a lock file has here: plan.1c1a5d9448da7f1e-bf0687ce-91900.engine");
  for (const char* knobs :
       {"[\"0\"]", "[\"0=8\", \"0=9\"]", "[\"=1\"]", "[\"1=\"]", "[\"1=2x\"]", "7", "[1]"})
    EXPECT_NE(refused(with("[\"0=8\", \"14=-4\"]", knobs)).find("line 10"), std::string::npos)
        << knobs;
  for (const char* name : {"1c1a5d9448da7f1-bf0687ce-91900", "1c1a5d9448da7f1e-bf0687ce-", "x"})
    EXPECT_NE(refused(with("1c1a5d9448da7f1e-bf0687ce-91900", name)).find("no name of a plan"),
              std::string::npos)
        << name;
  EXPECT_NE(refused(good + good).find("defined twice"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, good.size() - 4)).find("line "), std::string::npos);
}

TEST(CudnnLock, VersionsAsPeopleWriteThem) {
  EXPECT_EQ(cudnn_version_text(91900), "9.19.0");
  EXPECT_EQ(cudnn_version_text(90501), "9.5.1");
  EXPECT_EQ(cudnn_version_text(8905), "8.9.5");
  EXPECT_EQ(describe_choice(kPlan), "engine 34, knobs 0=8 14=-4");
  EXPECT_EQ(describe_choice({3, {}, "x"}), "engine 3");
}

}  // namespace
}  // namespace detshim::config
