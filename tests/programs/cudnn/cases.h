// The operation graphs of the sweep.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/programs/cudnn/builders.h"

namespace cudnn_programs {

struct Case {
  std::string name;  // "dgrad 3x3 f16 nhwc"; unique
  std::function<Graph()> build;
};
std::vector<Case> all_cases();
// std::invalid_argument if there is none.
const Case& case_called(const std::string& name);

}  // namespace cudnn_programs
