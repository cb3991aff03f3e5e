#include "shim/hooks/cudnn/legacy_shapes.h"

#include <algorithm>

#include "shim/hooks/cudnn/siblings.h"

namespace detshim::cudnn {
namespace {

constexpr int kMostDimensions = 8;  // CUDNN_DIM_MAX

struct Shape {
  int type = 0, count = 0, sizes[kMostDimensions]{};
};

bool shape_of(const void* real, bool is_filter, abi::cudnnDescriptor_t descriptor,
              Shape* out) noexcept {
  if (descriptor == nullptr) return false;
  int unused[kMostDimensions], format = 0;
  if (is_filter) {
    const auto get = sibling<abi::cudnnGetFilterNdDescriptor>(real, "cudnnGetFilterNdDescriptor");
    return get != nullptr && get(descriptor, kMostDimensions, &out->type, &format, &out->count,
                                 out->sizes) == abi::CUDNN_STATUS_SUCCESS;
  }
  const auto get = sibling<abi::cudnnGetTensorNdDescriptor>(real, "cudnnGetTensorNdDescriptor");
  return get != nullptr && get(descriptor, kMostDimensions, &out->type, &out->count, out->sizes,
                               unused) == abi::CUDNN_STATUS_SUCCESS;
}

void add_type(record::TextBuilder& out, int type) noexcept {
  constexpr const char* kTypes[] = {" f32",  " f64", " f16",  " i8",    " i32",
                                    " i8x4", " u8",  " u8x4", " i8x32", " bf16"};
  if (type >= 0 && type < static_cast<int>(std::size(kTypes)))
    out.add(kTypes[type]);
  else
    out.add(" type ").add(static_cast<uint64_t>(type));
}

void add_shape(record::TextBuilder& out, const char* name, const Shape& shape) noexcept {
  if (!out.empty()) out.add(", ");
  out.add(name);
  for (int i = 0; i < std::clamp(shape.count, 0, kMostDimensions); ++i)
    out.add(i == 0 ? " " : "x").add(static_cast<uint64_t>(std::max(shape.sizes[i], 0)));
  add_type(out, shape.type);
}

struct Names {
  const char* names[3];
  int filter;  // which of the three
};
constexpr Names names_of(policy::cudnn::Pass pass) noexcept {
  switch (pass) {
    case policy::cudnn::Pass::backward_data:
      return {{"w", "dy", "dx"}, 0};
    case policy::cudnn::Pass::backward_filter:
      return {{"x", "dy", "dw"}, 2};
    default:
      return {{"x", "w", "y"}, 1};
  }
}

}  // namespace

void Shapes::describe(record::TextBuilder& out) const noexcept {
  const Names names = names_of(pass);
  const abi::cudnnDescriptor_t all[] = {first, second, third};
  for (int i = 0; i < 3; ++i) {
    Shape shape;
    if (shape_of(real, i == names.filter, all[i], &shape)) add_shape(out, names.names[i], shape);
  }
}

}  // namespace detshim::cudnn
