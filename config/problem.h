// What is wrong with a configuration, in one line for people.
// Pure; any thread. Text from outside goes through quoted() or shown(): it cannot steer a terminal
// or break the line.
#pragma once
#include <string>
#include <string_view>

namespace detshim::config {

// What is wrong with one value; empty: nothing.
using Complaint = std::string;

// All of it is fit to be shown: its makers escape what comes from outside.
struct Problem {
  std::string where;  // "run.toml:12:8", "run.toml" or "DETSHIM_MODE"
  std::string key;    // "seeds.curand.mode"; empty: it is about no key
  Complaint what;     // without a final full stop
};

bool is_utf8(std::string_view text);

// `text` with control characters and broken UTF-8 as \xNN, cut after kLongestShown bytes.
inline constexpr size_t kLongestShown = 200;
std::string shown(std::string_view text);
std::string quoted(std::string_view text);  // the same in double quotes

// The last sentence of a message: how to go on.
inline constexpr std::string_view kShimWayOut =
    "Correct it, or unset LD_PRELOAD to run without detshim.";
inline constexpr std::string_view kCommandWayOut =
    "Correct it, or start the program without detshim.";

// "detshim: run.toml:12:8: seeds.curand.mode: "derived" is not one of keep, derive, ... . <way
// out>"; no newline.
std::string message(const Problem& problem, std::string_view way_out);

}  // namespace detshim::config
