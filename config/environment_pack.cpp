#include "config/environment_pack.h"

#include <algorithm>

namespace detshim::config {
namespace {

std::string_view never(std::string_view) noexcept { return {}; }

std::string_view cublas_workspace(std::string_view present) noexcept {
  if (present == ":4096:8" || present == ":16:8") return {};
  return "only :4096:8 and :16:8 keep one workspace per stream; PyTorch refuses others in "
         "deterministic mode";
}

std::string_view python_hash(std::string_view present) noexcept {
  if (present.empty() || present == "random")
    return "Python draws a new hash secret in every process";
  return {};
}

std::string_view switched_off(std::string_view present) noexcept {
  const bool off = present.empty() || present == "0" || present == "false" || present == "FALSE" ||
                   present == "off" || present == "no";
  return off ? std::string_view("it switches the deterministic variant off") : std::string_view{};
}

bool same_word(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(a, b, [](char x, char y) { return (x | 32) == (y | 32); });
}

std::string_view take_until(std::string_view* text, char separator) noexcept {
  const size_t end = text->find(separator);
  const std::string_view head = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return head;
}

// "^NVLS", "Ring,Tree" and, per collective, "ring;allreduce:tree,ring". A list without ^ names what
// may be used.
std::string_view nccl_algorithm(std::string_view present) noexcept {
  static constexpr std::string_view kAllows = "it allows NVLS, whose sums differ from call to call";
  if (present.empty()) return kAllows;
  while (!present.empty()) {
    std::string_view list = take_until(&present, ';');
    if (const size_t colon = list.find(':'); colon != std::string_view::npos)
      list.remove_prefix(colon + 1);
    const bool excludes = list.starts_with('^');
    if (excludes) list.remove_prefix(1);
    bool named = false;
    while (!list.empty()) {
      if (same_word(take_until(&list, ','), "NVLS")) named = true;
    }
    if (named != excludes) return kAllows;
  }
  return {};
}

constexpr std::string_view kPythonHashSeed = "PYTHONHASHSEED";
constexpr std::string_view kCupySeed = "CUPY_SEED";

constexpr PackRow kRows[] = {
    {"CUBLAS_WORKSPACE_CONFIG", ":4096:8",
     "gives each stream a cuBLAS workspace of fixed size, so that concurrent streams do not change "
     "the algorithm",
     cublas_workspace},
    {kPythonHashSeed,
     {},
     "fixes Python's hash secret, and with it the order of sets of strings",
     python_hash},
    {kCupySeed,
     {},
     "seeds the CuPy generators that nobody seeds; each rank and process gets its own value",
     never},
    {"NCCL_ALGO", "^NVLS", "keeps NCCL from NVLS, whose sums differ from call to call",
     nccl_algorithm},
    {"TORCHINDUCTOR_DETERMINISTIC", "1",
     "keeps PyTorch's compiler from choosing kernels by timing them where that changes results",
     switched_off},
    {"KMP_DETERMINISTIC_REDUCTION", "1",
     "makes LLVM's and Intel's OpenMP runtime add the threads' sums in a fixed order",
     switched_off},
};

bool contains(const StringList& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

}  // namespace

std::span<const PackRow> pack_rows() noexcept { return kRows; }

std::optional<std::string_view> variable_in(const char* const* environment,
                                            std::string_view name) noexcept {
  if (environment == nullptr) return std::nullopt;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    if (entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name)) {
      return entry.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

std::vector<PackEntry> environment_pack(const Settings& settings, const char* const* environment,
                                        std::optional<uint64_t> cupy_seed) {
  const bool off = settings.env_pack == EnvPack::off || settings.mode == Mode::observe;
  std::vector<PackEntry> pack;
  for (const PackRow& row : kRows) {
    PackEntry& entry = pack.emplace_back();
    entry.row = &row;
    if (const auto present = variable_in(environment, row.name)) {
      entry.value = *present;
      entry.defeat = row.defeat(*present);
      entry.state = entry.defeat.empty() ? PackState::kept : PackState::defeating;
    } else if (off) {
      entry.state = PackState::off;
    } else if (contains(settings.env_skip, row.name)) {
      entry.state = PackState::skipped;
    } else if (row.name == kCupySeed && !cupy_seed) {
      entry.state = PackState::per_process;
    } else {
      entry.state = PackState::set;
      if (row.name == kPythonHashSeed) {
        entry.value = std::to_string(python_hash_seed(settings.seeds_master.value_or(0)));
      } else {
        entry.value = row.name == kCupySeed ? std::to_string(*cupy_seed) : std::string(row.value);
      }
    }
  }
  return pack;
}

}  // namespace detshim::config
