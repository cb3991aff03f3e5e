// The spelling of every enumerator in files, variables and messages; the only place where it
// stands. Pure; any thread. A choice that a later version will offer has a row with a reason
// instead of a value.
#pragma once
#include <span>
#include <string_view>

#include "config/settings.h"

namespace detshim::config {

template <class E>
struct Choice {
  std::string_view text;
  E value;
  std::string_view refused = {};  // why it cannot be chosen; empty: it can
};

template <class E>
inline constexpr Choice<E> kChoices[] = {};

template <>
inline constexpr Choice<Mode> kChoices<Mode>[] = {
    {"observe", Mode::observe},
    {"enforce", Mode::enforce},
    {"strict", Mode::enforce,
     "needs the judgement of kernel launches, which this version does not have"}};
template <>
inline constexpr Choice<SeedMode> kChoices<SeedMode>[] = {
    {"auto", SeedMode::automatic}, {"keep", SeedMode::keep},     {"mix", SeedMode::mix},
    {"derive", SeedMode::derive},  {"intern", SeedMode::intern}, {"override", SeedMode::override}};
template <>
inline constexpr Choice<ClockSeeds> kChoices<ClockSeeds>[] = {{"pin", ClockSeeds::pin},
                                                              {"keep", ClockSeeds::keep}};
template <>
inline constexpr Choice<CurandMode> kChoices<CurandMode>[] = {
    {"inherit", CurandMode::inherit}, {"keep", CurandMode::keep},
    {"mix", CurandMode::mix},         {"derive", CurandMode::derive},
    {"intern", CurandMode::intern},   {"override", CurandMode::override}};
template <>
inline constexpr Choice<CurandOrdering> kChoices<CurandOrdering>[] = {
    {"keep", CurandOrdering::keep},
    {"default", CurandOrdering::standard},
    {"legacy", CurandOrdering::legacy}};
template <>
inline constexpr Choice<EntropyPolicy> kChoices<EntropyPolicy>[] = {{"safe", EntropyPolicy::safe},
                                                                    {"off", EntropyPolicy::off}};
template <>
inline constexpr Choice<RankMode> kChoices<RankMode>[] = {{"auto", RankMode::automatic},
                                                          {"off", RankMode::off}};
template <>
inline constexpr Choice<Unnoted> kChoices<Unnoted>[] = {
    {"warn", Unnoted::warn}, {"refuse", Unnoted::refuse}, {"allow", Unnoted::allow}};
template <>
inline constexpr Choice<LockMode> kChoices<LockMode>[] = {
    {"record", LockMode::record}, {"replay", LockMode::replay}, {"check", LockMode::check}};
template <>
inline constexpr Choice<EnvPack> kChoices<EnvPack>[] = {{"default", EnvPack::standard},
                                                        {"off", EnvPack::off}};
template <>
inline constexpr Choice<LogLevel> kChoices<LogLevel>[] = {{"trace", LogLevel::trace},
                                                          {"debug", LogLevel::debug},
                                                          {"info", LogLevel::info},
                                                          {"warn", LogLevel::warn},
                                                          {"error", LogLevel::error}};
template <>
inline constexpr Choice<Summary> kChoices<Summary>[] = {{"auto", Summary::automatic},
                                                        {"off", Summary::off}};

template <class E>
constexpr std::string_view spelling(E value) noexcept {
  for (const auto& choice : kChoices<E>) {
    if (choice.refused.empty() && choice.value == value) return choice.text;
  }
  return {};
}

}  // namespace detshim::config
