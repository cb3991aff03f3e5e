#include "tests/programs/cudnn/cases.h"

#include <algorithm>
#include <stdexcept>

namespace cudnn_programs {
namespace {

struct TypeName {
  cudnnDataType_t type;
  const char* name;
};
constexpr TypeName kTypes[] = {
    {CUDNN_DATA_FLOAT, "f32"}, {CUDNN_DATA_HALF, "f16"}, {CUDNN_DATA_BFLOAT16, "bf16"}};
constexpr TypeName kDouble = {CUDNN_DATA_DOUBLE, "f64"};
struct LayoutName {
  Layout layout;
  const char* name;
};
constexpr LayoutName kLayouts[] = {{Layout::channels_first, "nchw"},
                                   {Layout::channels_last, "nhwc"}};

struct NamedConvolution {
  const char* name;
  Convolution shape;
};
const NamedConvolution kConvolutions[] = {
    {"3x3", {{16, 128, 64, 64}, {256, 128, 3, 3}, {1, 1}, {1, 1}, {1, 1}}},
    {"1x1", {{32, 256, 56, 56}, {64, 256, 1, 1}, {0, 0}, {1, 1}, {1, 1}}},
    {"7x7 stride 2", {{32, 3, 224, 224}, {64, 3, 7, 7}, {3, 3}, {2, 2}, {1, 1}}},
    {"3x3 stride 2", {{32, 128, 56, 56}, {128, 128, 3, 3}, {1, 1}, {2, 2}, {1, 1}}},
    {"3x3 dilation 2", {{8, 256, 33, 33}, {256, 256, 3, 3}, {2, 2}, {1, 1}, {2, 2}}},
    {"3x3 groups 32", {{32, 256, 28, 28}, {256, 8, 3, 3}, {1, 1}, {1, 1}, {1, 1}}},
    {"3x3 depthwise", {{32, 144, 56, 56}, {144, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}}},
    {"5x5", {{16, 64, 32, 32}, {64, 64, 5, 5}, {2, 2}, {1, 1}, {1, 1}}},
    {"odd", {{3, 7, 19, 23}, {5, 7, 3, 3}, {1, 1}, {1, 1}, {1, 1}}},
    {"1x1 one image", {{1, 512, 7, 7}, {2048, 512, 1, 1}, {0, 0}, {1, 1}, {1, 1}}},
    {"3d 3x3x3", {{2, 32, 16, 32, 32}, {64, 32, 3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}},
    {"3d stride 2", {{2, 16, 16, 64, 64}, {32, 16, 3, 3, 3}, {1, 1, 1}, {2, 2, 2}, {1, 1, 1}}},
};
struct PassName {
  Pass pass;
  const char* name;
};
constexpr PassName kPasses[] = {
    {Pass::forward, "fprop "}, {Pass::backward_data, "dgrad "}, {Pass::backward_filter, "wgrad "}};

using Cases = std::vector<Case>;

std::string suffix(const TypeName& type) { return std::string(" ") + type.name; }
std::string suffix(const TypeName& type, const LayoutName& layout) {
  return suffix(type) + " " + layout.name;
}

void add_convolutions(Cases& cases) {
  for (const PassName& pass : kPasses)
    for (const NamedConvolution& c : kConvolutions) {
      const auto add = [&](const TypeName& type, const LayoutName& layout) {
        cases.push_back(
            {std::string(pass.name) + c.name + suffix(type, layout), [pass, &c, type, layout] {
               return convolution(pass.pass, c.shape, type.type, layout.layout);
             }});
      };
      for (const TypeName& type : kTypes)
        for (const LayoutName& layout : kLayouts) add(type, layout);
      add(kDouble, kLayouts[0]);
    }
  for (const NamedConvolution& c : kConvolutions)
    for (const TypeName& type : kTypes)
      cases.push_back(
          {std::string("fprop bias relu ") + c.name + suffix(type, kLayouts[1]), [&c, type] {
             return convolution_bias_relu(c.shape, type.type, Layout::channels_last);
           }});
}

void add_poolings(Cases& cases) {
  struct Kind {
    const char* name;
    cudnnResampleMode_t mode;
    bool with_index;
  };
  constexpr Kind kKinds[] = {{"max", CUDNN_RESAMPLE_MAXPOOL, false},
                             {"max with index", CUDNN_RESAMPLE_MAXPOOL, true},
                             {"average", CUDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING, false}};
  for (const bool backward : {false, true})
    for (const Kind& kind : kKinds)
      for (const bool overlaps : {false, true})
        for (const TypeName& type : kTypes)
          for (const LayoutName& layout : kLayouts) {
            // cuDNN 9.19 crashes on these without a device.
            const bool crashes = backward && layout.layout == Layout::channels_last &&
                                 kind.mode == CUDNN_RESAMPLE_MAXPOOL && !kind.with_index;
            if (crashes) continue;
            const Pooling pool = {kind.mode,       backward,
                                  kind.with_index, overlaps ? Shape{3, 3} : Shape{2, 2},
                                  {2, 2},          overlaps ? Shape{1, 1} : Shape{0, 0}};
            cases.push_back({std::string("pool ") + (backward ? "backward " : "forward ") +
                                 kind.name + (overlaps ? " 3x3" : " 2x2") + suffix(type, layout),
                             [pool, type, layout] {
                               return pooling(pool, {8, 64, 32, 32}, type.type, layout.layout);
                             }});
          }
}

void add_norms(Cases& cases) {
  const auto add = [&](const std::string& name, cudnnBackendNormMode_t mode, const Shape& input,
                       const LayoutName& layout) {
    for (const bool backward : {false, true})
      for (const TypeName& type : kTypes)
        cases.push_back(
            {"norm " + name + (backward ? " backward" : " forward") + suffix(type, layout),
             [=] { return norm(mode, backward, input, type.type, layout.layout); }});
  };
  add("layer", CUDNN_LAYER_NORM, {4096, 1024, 1, 1}, kLayouts[1]);
  add("rms", CUDNN_RMS_NORM, {4096, 1024, 1, 1}, kLayouts[1]);
  add("rms wide", CUDNN_RMS_NORM, {8192, 4096, 1, 1}, kLayouts[1]);
  for (const LayoutName& layout : kLayouts) {
    add("batch", CUDNN_BATCH_NORM, {16, 64, 32, 32}, layout);
    add("instance", CUDNN_INSTANCE_NORM, {16, 64, 32, 32}, layout);
  }
}

void add_matmuls(Cases& cases) {
  for (const TypeName& type : kTypes) {
    const auto add = [&](const char* name, const MatmulSize& size) {
      cases.push_back(
          {std::string("matmul ") + name + suffix(type), [=] { return matmul(size, type.type); }});
    };
    add("square", {1, 1024, 1024, 1024});
    add("long sum", {1, 64, 64, 65536});
    add("batched", {64, 128, 128, 64});
  }
}

void add_reductions(Cases& cases) {
  struct Kind {
    const char* name;
    Reduction how;
  };
  constexpr Kind kKinds[] = {{"sum", {CUDNN_REDUCE_TENSOR_ADD, false}},
                             {"sum asked to repeat", {CUDNN_REDUCE_TENSOR_ADD, true}},
                             {"maximum", {CUDNN_REDUCE_TENSOR_MAX, false}}};
  for (const Kind& kind : kKinds)
    for (const TypeName& type : kTypes) {
      const auto add = [&](const char* of, const Shape& input, const Shape& output) {
        cases.push_back({std::string("reduction ") + kind.name + " of " + of + suffix(type),
                         [=] { return reduction(kind.how, input, output, type.type); }});
      };
      add("channels", {16, 64, 32, 32}, {1, 64, 1, 1});
      add("rows", {4096, 1024, 1, 1}, {4096, 1, 1, 1});
      add("columns", {4096, 1024, 1, 1}, {1, 1024, 1, 1});
      cases.push_back({std::string("matmul reduction ") + kind.name + suffix(type), [=] {
                         return matmul_reduction({1, 1024, 2048, 512}, kind.how, type.type);
                       }});
    }
}

void add_others(Cases& cases) {
  const Shape input = {16, 64, 32, 32};
  for (const TypeName& type : kTypes) {
    cases.push_back({"pointwise relu" + suffix(type), [=] { return relu(input, type.type); }});
    cases.push_back({"pointwise bias" + suffix(type), [=] { return add_bias(input, type.type); }});
    cases.push_back(
        {"statistics" + suffix(type), [=] { return channel_statistics(input, type.type); }});
    if (type.type == CUDNN_DATA_FLOAT) continue;
    cases.push_back({"attention forward" + suffix(type), [=] {
                       return attention_forward({4, 16, 1024, 64}, type.type);
                     }});
  }
}

}  // namespace

const Case& case_called(const std::string& name) {
  static const Cases kCases = all_cases();
  const auto found =
      std::find_if(kCases.begin(), kCases.end(), [&](const Case& one) { return one.name == name; });
  if (found == kCases.end()) throw std::invalid_argument("no graph is called " + name);
  return *found;
}

std::vector<Case> all_cases() {
  Cases cases;
  add_convolutions(cases);
  add_poolings(cases);
  add_norms(cases);
  add_matmuls(cases);
  add_reductions(cases);
  add_others(cases);
  return cases;
}

}  // namespace cudnn_programs
