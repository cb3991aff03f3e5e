// detshim lock: shows, compares and prunes lock files of cuDNN choices.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "config/cudnn_lock.h"
#include "config/file_reader.h"
#include "tools/cli/terminal.h"
#include "tools/cli/verbs.h"

namespace detshim::cli {
namespace {

using config::Lock;
using config::LockedPlan;
using config::LockKey;

constexpr int kDifferent = 1;

struct Options {
  std::string file, other, format = "text";
  std::vector<std::string> versions, gpus;
};

// Says what is wrong with the file.
std::optional<Lock> load(const std::string& file) {
  std::string text;
  Lock lock;
  config::Complaint complaint = config::read_file(file.c_str(), &text, config::kLargestLockBytes);
  if (complaint.empty() && config::read_lock(text, &lock, &complaint)) return lock;
  say(config::shown(file) + ": " + complaint +
      ". `[cudnn] lock_mode = \"record\"` makes a new one");
  return std::nullopt;
}

nlohmann::ordered_json as_json(const LockKey& key, const LockedPlan& plan) {
  auto knobs = nlohmann::ordered_json::object();
  for (const auto& [type, value] : plan.knobs) knobs[std::to_string(type)] = value;
  char graph[17];
  snprintf(graph, sizeof graph, "%016llx", static_cast<unsigned long long>(key.graph));
  return {{"graph", graph},        {"what", plan.what},
          {"gpu", key.gpu},        {"cudnn", config::cudnn_version_text(key.cudnn)},
          {"engine", plan.engine}, {"knobs", std::move(knobs)}};
}

void print(const nlohmann::ordered_json& json) {
  std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

// Plans by GPU and version, which most files have one of.
int show(const Options& options) {
  const auto lock = load(options.file);
  if (!lock) return kWrong;
  if (options.format == "json") {
    auto list = nlohmann::ordered_json::array();
    for (const auto& [key, plan] : *lock) list.push_back(as_json(key, plan));
    print(list);
    return kDone;
  }
  std::set<std::pair<std::string, unsigned>> groups;
  for (const auto& [key, plan] : *lock) groups.emplace(key.gpu, key.cudnn);
  for (const auto& [gpu, cudnn] : groups) {
    std::cout << coloured(Stream::out, Colour::bold,
                          config::shown(gpu) + ", cuDNN " + config::cudnn_version_text(cudnn))
              << '\n';
    for (const auto& [key, plan] : *lock)
      if (key.gpu == gpu && key.cudnn == cudnn)
        std::cout << "  " << config::shown(plan.what) << ": " << config::describe_choice(plan)
                  << '\n';
  }
  std::cout << lock->size() << (lock->size() == 1 ? " plan\n" : " plans\n");
  return kDone;
}

int diff(const Options& options) {
  const auto old = load(options.file);
  const auto fresh = old ? load(options.other) : std::nullopt;
  if (!fresh) return kWrong;
  auto list = nlohmann::ordered_json::array();
  const auto differs = [&](const char* how, const LockKey& key, const LockedPlan* before,
                           const LockedPlan* after) {
    const LockedPlan& known = after != nullptr ? *after : *before;
    if (options.format == "json") {
      auto item = as_json(key, known);
      item["change"] = how;
      if (before != nullptr && after != nullptr) item["was"] = config::describe_choice(*before);
      list.push_back(std::move(item));
      return;
    }
    std::cout << how << ' ' << config::shown(known.what) << " (" << config::shown(key.gpu)
              << ", cuDNN " << config::cudnn_version_text(key.cudnn) << "): ";
    if (before != nullptr && after != nullptr)
      std::cout << config::describe_choice(*before) << " -> ";
    std::cout << config::describe_choice(known) << '\n';
    list.push_back(nullptr);
  };
  for (const auto& [key, plan] : *old) {
    const auto at = fresh->find(key);
    if (at == fresh->end())
      differs("removed", key, &plan, nullptr);
    else if (!(at->second == plan))
      differs("changed", key, &plan, &at->second);
  }
  for (const auto& [key, plan] : *fresh)
    if (!old->contains(key)) differs("added", key, nullptr, &plan);
  if (options.format == "json") print(list);
  return list.empty() ? kDone : kDifferent;
}

bool contains_any(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    if (text.find(part) != text.npos) return true;
  return false;
}

// Without --cudnn: the newest version that the file has for that GPU.
bool is_kept(const Lock& lock, const LockKey& key, const Options& options) {
  if (!options.gpus.empty() && !contains_any(key.gpu, options.gpus)) return false;
  if (!options.versions.empty()) {
    for (const std::string& version : options.versions)
      if (version == config::cudnn_version_text(key.cudnn)) return true;
    return false;
  }
  for (const auto& [other, plan] : lock)
    if (other.gpu == key.gpu && other.cudnn > key.cudnn) return false;
  return true;
}

bool replace(const std::string& file, const std::string& text) {
  const std::string fresh = file + ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (out && std::rename(fresh.c_str(), file.c_str()) == 0) return true;
  std::remove(fresh.c_str());
  return false;
}

int prune(const Options& options) {
  const auto lock = load(options.file);
  if (!lock) return kWrong;
  Lock kept;
  for (const auto& [key, plan] : *lock)
    if (is_kept(*lock, key, options)) kept.emplace(key, plan);
  const size_t removed = lock->size() - kept.size();
  if (removed != 0 && !replace(options.file, config::write_lock(kept))) {
    say(config::shown(options.file) + ": cannot be written. Look at its folder's permissions");
    return kWrong;
  }
  std::cout << "removed " << removed << " of " << lock->size()
            << (lock->size() == 1 ? " plan\n" : " plans\n");
  return kDone;
}

}  // namespace

Verb add_lock(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("lock", "Shows, compares and prunes lock files of cuDNN choices.");
  const auto options = std::make_shared<Options>();
  const auto add_format = [&](CLI::App* verb) {
    verb->add_option("--format", options->format, "text or json.")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORMAT");
  };
  command->require_subcommand(1);
  CLI::App* const shows = command->add_subcommand("show", "Prints the plans of a lock file.");
  shows->add_option("FILE", options->file, "The lock file.")->required();
  add_format(shows);
  CLI::App* const compares =
      command->add_subcommand("diff", "Prints what differs between two lock files.");
  compares->add_option("OLD", options->file, "A lock file.")->required();
  compares->add_option("NEW", options->other, "Another.")->required();
  add_format(compares);
  compares->footer("Exit status: 0 the same choices; 1 different; 2 not to be read.");
  CLI::App* const prunes = command->add_subcommand(
      "prune", "Takes plans of other cuDNN versions or GPUs out of a lock file.");
  prunes->add_option("FILE", options->file, "The lock file; it is replaced.")->required();
  prunes
      ->add_option("--cudnn", options->versions,
                   "Keep this version (may be repeated). Without it: the newest for each GPU.")
      ->type_name("VERSION")
      ->expected(1);
  prunes
      ->add_option("--gpu", options->gpus, "Keep GPUs whose name contains this (may be repeated).")
      ->type_name("TEXT")
      ->expected(1);
  command->footer(
      "Exit status: 0; diff: 1 if they differ; 2 a file cannot be read.\n"
      "Example:\n  DETSHIM_CUDNN_LOCK=cudnn.lock DETSHIM_CUDNN_LOCK_MODE=record detshim run -- "
      "python3 train.py\n  detshim lock show cudnn.lock");
  return {command, [=](const auto&) {
            return shows->parsed()      ? show(*options)
                   : compares->parsed() ? diff(*options)
                                        : prune(*options);
          }};
}

}  // namespace detshim::cli
