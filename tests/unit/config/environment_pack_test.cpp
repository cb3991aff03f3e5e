#include "config/environment_pack.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace detshim::config {
namespace {

std::vector<PackEntry> pack_in(std::initializer_list<const char*> environment,
                               const Settings& settings = {},
                               std::optional<uint64_t> cupy_seed = std::nullopt) {
  std::vector<const char*> entries(environment);
  entries.push_back(nullptr);
  return environment_pack(settings, entries.data(), cupy_seed);
}

const PackEntry& entry(const std::vector<PackEntry>& pack, std::string_view name) {
  for (const PackEntry& e : pack) {
    if (e.row->name == name) return e;
  }
  ADD_FAILURE() << "no entry " << name;
  return pack.front();
}

PackState state_of(const char* variable) {
  const auto pack = pack_in({variable});
  const std::string_view text = variable;
  return entry(pack, text.substr(0, text.find('='))).state;
}

TEST(EnvironmentPack, SetsEveryVariableThatIsNotSet) {
  const auto pack = pack_in({}, {}, 5);
  ASSERT_EQ(pack.size(), pack_rows().size());
  for (const PackEntry& e : pack) {
    EXPECT_EQ(e.state, PackState::set) << e.row->name;
    EXPECT_FALSE(e.value.empty()) << e.row->name;
    EXPECT_FALSE(e.row->reason.empty()) << e.row->name;
  }
  EXPECT_EQ(entry(pack, "CUBLAS_WORKSPACE_CONFIG").value, ":4096:8");
  EXPECT_EQ(entry(pack, "PYTHONHASHSEED").value, "0");
  EXPECT_EQ(entry(pack, "CUPY_SEED").value, "5");
}

TEST(EnvironmentPack, NeverSerialisesLaunches) {
  for (const PackRow& r : pack_rows()) EXPECT_NE(r.name, "CUDA_LAUNCH_BLOCKING");
}

TEST(EnvironmentPack, GivesNoValueForWhatDiffersByProcess) {
  EXPECT_EQ(entry(pack_in({}), "CUPY_SEED").state, PackState::per_process);
}

TEST(EnvironmentPack, MakesTheHashSeedFromTheMasterAlone) {
  Settings settings;
  settings.seeds_master = 7;
  EXPECT_EQ(entry(pack_in({}, settings), "PYTHONHASHSEED").value, "7");
  settings.seeds_master = ~uint64_t{0} - 1;
  const std::string value = entry(pack_in({}, settings), "PYTHONHASHSEED").value;
  EXPECT_LE(std::stoull(value), 4294967295u);  // Python refuses more
  EXPECT_NE(python_hash_seed(1), python_hash_seed(2));
  EXPECT_NE(python_hash_seed(uint64_t{1} << 40), python_hash_seed(uint64_t{1} << 41));
}

TEST(EnvironmentPack, KeepsWhatIsSet) {
  const auto pack = pack_in({"PYTHONHASHSEED=3", "NCCL_ALGO=Ring"});
  EXPECT_EQ(entry(pack, "PYTHONHASHSEED").state, PackState::kept);
  EXPECT_EQ(entry(pack, "PYTHONHASHSEED").value, "3");
  EXPECT_EQ(entry(pack, "NCCL_ALGO").state, PackState::kept);
}

TEST(EnvironmentPack, DoesNotTakeALongerNameForAVariable) {
  EXPECT_EQ(entry(pack_in({"NCCL_ALGORITHM=x", "NCCL_ALG=y", "NCCL_ALGO"}), "NCCL_ALGO").state,
            PackState::set);
}

TEST(EnvironmentPack, NamesValuesThatDefeatThePurpose) {
  for (const char* good :
       {"CUBLAS_WORKSPACE_CONFIG=:16:8", "CUBLAS_WORKSPACE_CONFIG=:4096:8", "PYTHONHASHSEED=0",
        "NCCL_ALGO=^NVLS", "NCCL_ALGO=^nvls,Tree", "NCCL_ALGO=Ring,Tree", "NCCL_ALGO=NVLSTree",
        "NCCL_ALGO=ring;allreduce:tree,ring", "TORCHINDUCTOR_DETERMINISTIC=1",
        "KMP_DETERMINISTIC_REDUCTION=true", "CUPY_SEED=1"}) {
    EXPECT_EQ(state_of(good), PackState::kept) << good;
  }
  for (const char* bad :
       {"CUBLAS_WORKSPACE_CONFIG=:4096:2", "CUBLAS_WORKSPACE_CONFIG=", "PYTHONHASHSEED=random",
        "PYTHONHASHSEED=", "NCCL_ALGO=NVLS", "NCCL_ALGO=Ring,nvls", "NCCL_ALGO=^Tree",
        "NCCL_ALGO=", "NCCL_ALGO=ring;allreduce:nvls", "TORCHINDUCTOR_DETERMINISTIC=0",
        "KMP_DETERMINISTIC_REDUCTION=false"}) {
    EXPECT_EQ(state_of(bad), PackState::defeating) << bad;
    const auto pack = pack_in({bad});
    const std::string_view text = bad;
    EXPECT_FALSE(entry(pack, text.substr(0, text.find('='))).defeat.empty()) << bad;
  }
}

TEST(EnvironmentPack, HonoursSkipOffAndObserve) {
  Settings settings;
  settings.env_skip = {"NCCL_ALGO"};
  auto pack = pack_in({}, settings, 1);
  EXPECT_EQ(entry(pack, "NCCL_ALGO").state, PackState::skipped);
  EXPECT_EQ(entry(pack, "PYTHONHASHSEED").state, PackState::set);

  settings = {};
  settings.env_pack = EnvPack::off;
  for (const PackEntry& e : pack_in({}, settings, 1)) EXPECT_EQ(e.state, PackState::off);

  settings = {};
  settings.mode = Mode::observe;
  for (const PackEntry& e : pack_in({}, settings, 1)) EXPECT_EQ(e.state, PackState::off);
}

TEST(EnvironmentPack, TakesAnEmptiedEnvironment) {
  EXPECT_EQ(environment_pack({}, nullptr, std::nullopt).size(), pack_rows().size());
  EXPECT_EQ(variable_in(nullptr, "A"), std::nullopt);
}

}  // namespace
}  // namespace detshim::config
