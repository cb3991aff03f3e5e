#include "config/load.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>
#include <initializer_list>

#include "config/value.h"

namespace detshim::config {
namespace {

Loaded from(std::string_view text, std::initializer_list<const char*> environment = {}) {
  std::vector<const char*> entries(environment);
  entries.push_back(nullptr);
  return load_text("run.toml", text, entries.data());
}

Loaded from_environment(std::initializer_list<const char*> environment) {
  std::vector<const char*> entries(environment);
  entries.push_back(nullptr);
  return load(entries.data());
}

std::string problem_of(const Loaded& loaded) {
  return loaded.problem ? message(*loaded.problem, "") : "no problem";
}

#define EXPECT_GOOD(loaded) EXPECT_FALSE((loaded).problem) << problem_of(loaded)

TEST(Load, GivesTheDefaultsForNothing) {
  const Loaded loaded = from_environment({"PATH=/bin", "HOME=/", "DETSHIMLESS=1", "NOEQUALS"});
  EXPECT_GOOD(loaded);
  EXPECT_EQ(loaded.settings, Settings{});
  EXPECT_EQ(describe_origin(loaded, Key::mode), "default");
  EXPECT_GOOD(load(nullptr));
}

TEST(Load, ReadsEveryTypeFromAFile) {
  const Loaded loaded = from(R"(mode = "observe"
[seeds]
master = 42
curand = { mode = "mix" }
[torch]
unseeded = false
[entropy]
allow = ["/a", '/b']
[log]
to = "x.log"
)");
  EXPECT_GOOD(loaded);
  EXPECT_EQ(loaded.settings.mode, Mode::observe);
  EXPECT_EQ(loaded.settings.seeds_master, 42u);
  EXPECT_EQ(loaded.settings.seeds_curand_mode, CurandMode::mix);
  EXPECT_FALSE(loaded.settings.torch_unseeded);
  EXPECT_EQ(loaded.settings.entropy_allow, (StringList{"/a", "/b"}));
  EXPECT_EQ(loaded.settings.log_to, "x.log");
  EXPECT_EQ(describe_origin(loaded, Key::seeds_master), "run.toml:3:10");
}

TEST(Load, ReadsEveryTypeFromVariables) {
  const Loaded loaded = from_environment(
      {"DETSHIM_MODE=observe", "DETSHIM_SEEDS_MASTER=0x2A", "DETSHIM_SEEDS_CURAND_MODE=mix",
       "DETSHIM_TORCH_UNSEEDED=0", "DETSHIM_ENTROPY_ALLOW=/a:/b", "DETSHIM_LOG_TO=x.log"});
  EXPECT_GOOD(loaded);
  EXPECT_EQ(loaded.settings.mode, Mode::observe);
  EXPECT_EQ(loaded.settings.seeds_master, 42u);
  EXPECT_EQ(loaded.settings.seeds_curand_mode, CurandMode::mix);
  EXPECT_FALSE(loaded.settings.torch_unseeded);
  EXPECT_EQ(loaded.settings.entropy_allow, (StringList{"/a", "/b"}));
  EXPECT_EQ(loaded.settings.log_to, "x.log");
  EXPECT_EQ(describe_origin(loaded, Key::mode), "DETSHIM_MODE");
}

TEST(Load, AVariableBeatsTheFile) {
  const Loaded loaded = from("mode = \"observe\"\n[seeds]\nmaster = 1\n", {"DETSHIM_SEED=2"});
  EXPECT_GOOD(loaded);
  EXPECT_EQ(loaded.settings.seeds_master, 2u);
  EXPECT_EQ(loaded.settings.mode, Mode::observe);
  EXPECT_EQ(describe_origin(loaded, Key::seeds_master), "DETSHIM_SEED");
  EXPECT_EQ(describe_origin(loaded, Key::mode), "run.toml:1:8");
}

TEST(Load, KeepsZeroApartFromAbsent) {
  EXPECT_EQ(from_environment({"DETSHIM_SEED=0"}).settings.seeds_master, 0u);
  EXPECT_EQ(from("[seeds]\nmaster = 0").settings.seeds_master, 0u);
  EXPECT_EQ(from("").settings.seeds_master, std::nullopt);
}

TEST(Load, TakesSeedsUpToTheLast) {
  EXPECT_EQ(from_environment({"DETSHIM_SEED=18446744073709551615"}).settings.seeds_master,
            UINT64_MAX);
  EXPECT_EQ(from("seeds.master = 9223372036854775807").settings.seeds_master, uint64_t{INT64_MAX});
  EXPECT_EQ(from("seeds.master = \"18446744073709551615\"").settings.seeds_master, UINT64_MAX);
}

TEST(Load, ShortAndLongNameMayAgree) {
  EXPECT_EQ(from_environment({"DETSHIM_SEED=7", "DETSHIM_SEEDS_MASTER=0x7"}).settings.seeds_master,
            7u);
  const Loaded loaded = from_environment({"DETSHIM_SEED=1", "DETSHIM_SEEDS_MASTER=2"});
  EXPECT_EQ(problem_of(loaded),
            "detshim: DETSHIM_SEED: seeds.master: says 1, but DETSHIM_SEEDS_MASTER says 2; set one "
            "of them. ");
}

TEST(Load, TheFirstOfTwoEqualNamesCounts) {
  EXPECT_EQ(from_environment({"DETSHIM_SEED=1", "DETSHIM_SEED=2"}).settings.seeds_master, 1u);
}

TEST(Load, ReservedVariablesAreNotKeys) {
  EXPECT_GOOD(from_environment({"DETSHIM_TREE=anything", "DETSHIM_LIB=x", "DETSHIM_DISABLE=0",
                                "DETSHIM_CUPTI_LIB=", "DETSHIM_PYTHON=p", "DETSHIM_CONFIG="}));
}

struct Bad {
  const char* text;
  const char* where;
  const char* key;
  const char* what;  // part of it
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << '"' << bad.text << '"'; }

class BadFile : public testing::TestWithParam<Bad> {};

TEST_P(BadFile, IsNamedByPlaceKeyAndRemedy) {
  const Loaded loaded = from(GetParam().text);
  ASSERT_TRUE(loaded.problem);
  EXPECT_EQ(loaded.problem->where, GetParam().where) << problem_of(loaded);
  EXPECT_EQ(loaded.problem->key, GetParam().key) << problem_of(loaded);
  EXPECT_NE(loaded.problem->what.find(GetParam().what), std::string::npos) << problem_of(loaded);
  EXPECT_EQ(problem_of(loaded).find('\n'), std::string::npos);
  EXPECT_EQ(loaded.settings, Settings{});
}

constexpr Bad kBadFiles[] = {
    {"mod = 1", "run.toml:1:1", "mod",
     "no such key; outside sections stands only mode; did you mean mode?"},
    {"[seeds]\nmastr = 1", "run.toml:2:1", "seeds.mastr", "did you mean seeds.master?"},
    {"[seeds]\nbanana = 1", "run.toml:2:1", "seeds.banana",
     "the keys of [seeds] are master, explicit, clock"},
    {"[sedes]\nmaster = 1", "run.toml:1:2", "sedes", "no such section"},
    {"[sedes]\nmaster = 1", "run.toml:1:2", "sedes", "did you mean seeds?"},
    {"[seeds.curnd]", "run.toml:1:8", "seeds.curnd", "did you mean seeds.curand?"},
    {"mode = \"enfroce\"", "run.toml:1:8", "mode",
     "is not one of observe, enforce; did you mean enforce?"},
    {"mode = \"strict\"", "run.toml:1:8", "mode", "needs the judgement of kernel launches"},
    {"mode = 3", "run.toml:1:8", "mode",
     "expected one of observe, enforce (in quotes), found an integer"},
    {"mode = enforce", "run.toml:1:8", "mode", "expected one of observe, enforce, in quotes"},
    {"[mode]", "run.toml:1:2", "mode", "found a section"},
    {"seeds = 3", "run.toml:1:1", "seeds", "is a section, not a key; its keys are master"},
    {"[[seeds]]\nmaster = 1", "run.toml:1:3", "seeds", "is a section"},
    {"seeds.master = -1", "run.toml:1:16", "seeds.master", "-1 is not a whole number from 0"},
    {"seeds.master = 1.5", "run.toml:1:16", "seeds.master", "found a number with a fraction"},
    {"seeds.master = \"18446744073709551616\"", "run.toml:1:16", "seeds.master",
     "is not a whole number from 0"},
    {"seeds.master = \"\"", "run.toml:1:16", "seeds.master", "\"\" is not a whole number"},
    {"seeds.master = \" 1\"", "run.toml:1:16", "seeds.master", "is not a whole number"},
    {"[seeds]\nmaster = 99999999999999999999", "run.toml:2:30", "seeds.master",
     "expected a whole number from 0"},
    {"torch.unseeded = \"yes\"", "run.toml:1:18", "torch.unseeded",
     "expected true or false, found a string"},
    {"entropy.allow = \"/a\"", "run.toml:1:17", "entropy.allow",
     "expected a list of absolute paths, found a string"},
    {"entropy.allow = [1]", "run.toml:1:17", "entropy.allow",
     "found a list of other things than strings"},
    {"entropy.allow = [\"/a\", \"b\"]", "run.toml:1:17", "entropy.allow",
     "\"b\" is not an absolute path"},
    {"env.skip = [\"NCCL_ALG\"]", "run.toml:1:12", "env.skip", "did you mean NCCL_ALGO?"},
    {"log.to = \"a\\u0000b\"", "run.toml:1:10", "log.to", "holds a zero byte"},
    {"log.to = 2020-01-01", "run.toml:1:10", "log.to", "found a date"},
    {"mode = \"observe\"\nmode = \"enforce\"", "run.toml:2:1", "mode", "is defined twice"},
    {"[seeds]\n[log]\n[seeds]", "run.toml:3:1", "", "is defined twice"},
    {"mode = \"\xff\"", "run.toml:1:8", "mode", "invalid utf-8"},
    {"[seeds", "run.toml:1:7", "", "not valid TOML in table header"},
    {"log.to = \"never ends", "run.toml:1:21", "log.to", "not valid TOML in string"},
    {"\"a\\u001b[31m\" = 1", "run.toml:1:1", "\"a\\x1b[31m\"", "no such key"},
    {"x.y.z.a = 1", "run.toml:1:1", "x", "no such section"},
    {"x = [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]", "run.toml:1:21", "", "nested"},
};
INSTANTIATE_TEST_SUITE_P(Load, BadFile, testing::ValuesIn(kBadFiles));

TEST(Load, TheFirstProblemOfAFileIsNamed) {
  EXPECT_EQ(from("[torch]\nunseeded = 3\n[log]\nlevel = 3\n[a]\n").problem->where, "run.toml:2:12");
}

TEST(Load, BadVariablesAreNamed) {
  EXPECT_EQ(problem_of(from_environment({"DETSHIM_SEDE=1"})),
            "detshim: DETSHIM_SEDE: no such variable of detshim (`detshim config --default` lists "
            "them); did you mean "
            "DETSHIM_SEED? ");
  EXPECT_EQ(problem_of(from_environment({"DETSHIM_MODE=on"})),
            "detshim: DETSHIM_MODE: mode: \"on\" is not one of observe, enforce. ");
  EXPECT_EQ(
      problem_of(from_environment({"DETSHIM_TORCH_UNSEEDED=yes"})),
      "detshim: DETSHIM_TORCH_UNSEEDED: torch.unseeded: \"yes\" is not true or false (or 1, 0). ");
  EXPECT_EQ(problem_of(from_environment({"DETSHIM_ENTROPY_ALLOW=/a:b"})),
            "detshim: DETSHIM_ENTROPY_ALLOW: entropy.allow: \"b\" is not an absolute path; ':' "
            "stands between "
            "entries. ");
  EXPECT_EQ(problem_of(from_environment({"DETSHIM_LOG=/tmp/\xff"})),
            "detshim: DETSHIM_LOG: log.to: \"/tmp/\\xff\" is not UTF-8. ");
  EXPECT_TRUE(from_environment({"DETSHIM_SEED="}).problem);
  EXPECT_TRUE(from_environment({"DETSHIM_=1"}).problem);
  EXPECT_TRUE(from_environment({"DETSHIM_\x1b[0m=1"}).problem);
}

TEST(Load, DepthIsRefusedBeforeItCostsTheStack) {
  std::string dots;
  for (int i = 0; i < 300'000; ++i) dots += "a.";
  EXPECT_NE(problem_of(from(dots + "a = 1")).find("nested more than 16 deep"), std::string::npos);
  EXPECT_NE(problem_of(from('[' + dots + "a]")).find("nested more than 16 deep"),
            std::string::npos);
  EXPECT_NE(problem_of(from(std::string(500'000, '['))).find("run.toml:"), std::string::npos);
  std::string tables = "x = ";
  for (int i = 0; i < 100'000; ++i) tables += "{a=";
  EXPECT_TRUE(from(tables).problem);
}

TEST(Load, DotsInTextAreNotDepth) {
  EXPECT_GOOD(
      from("log.to = \"/a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\" # "
           "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s\n"));
  EXPECT_GOOD(from("log.to = '''a.b.c.d.e.f.g.h.i.j.k.l'.m.n.o.p.q.r.s.t'''"));
  EXPECT_GOOD(from("log.to = \"\"\"a.b.c.d.e\\\"\"f.g.h.i.j.k.l'.m.n.o.p.q.r.s.t\"\"\"\""));
}

TEST(Load, ReadsTheNamedFile) {
  const std::string path = testing::TempDir() + "detshim-load-test.toml";
  std::ofstream(path) << "mode = \"observe\"\n";
  const std::string variable = "DETSHIM_CONFIG=" + path;
  const Loaded named = from_environment({variable.c_str()});
  EXPECT_GOOD(named);
  EXPECT_EQ(named.settings.mode, Mode::observe);
  EXPECT_EQ(describe_origin(named, Key::mode), path + ":1:8");
  EXPECT_EQ(load_file(path.c_str(), nullptr).settings.mode, Mode::observe);
  std::remove(path.c_str());
  EXPECT_EQ(problem_of(from_environment({variable.c_str()})),
            "detshim: " + path + ": cannot be opened: No such file or directory. ");
}

TEST(Load, KeepsErrno) {
  errno = 4711;
  from_environment({"DETSHIM_CONFIG=/no/such/file"});
  EXPECT_EQ(errno, 4711);
}

TEST(Load, EveryChoiceIsAccepted) {
  for (const KeyRow& r : key_rows()) {
    std::string list = expected(r.key);
    if (!list.starts_with("one of ")) continue;
    list.erase(0, 7);
    while (!list.empty()) {
      const std::string choice = list.substr(0, list.find(", "));
      list.erase(0, list.find(", ") == std::string::npos ? list.size() : choice.size() + 2);
      const std::string variable = std::string(r.variable) + '=' + choice;
      const Loaded loaded = from_environment({variable.c_str()});
      EXPECT_GOOD(loaded);
      EXPECT_EQ(toml_value(r.key, loaded.settings), '"' + choice + '"');
    }
  }
}

}  // namespace
}  // namespace detshim::config
