// A cuDNN backend descriptor as an owning C++ object, with setters that know the attribute's type from the value's.
//   graph builders, questions -> Descriptor -> api()
// Errors: Failure, with cuDNN's own words. Thread rule: one thread per object.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/programs/cudnn/api.h"

namespace cudnn_programs {

using Shape = std::vector<int64_t>;

struct Failure : std::runtime_error {
  Failure(cudnnStatus_t which, const std::string& what);
  cudnnStatus_t status;
};

class Descriptor {
 public:
  explicit Descriptor(cudnnBackendDescriptorType_t type);
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  cudnnBackendDescriptor_t get() const { return raw_; }

  // All return *this, so that a descriptor is filled in one expression.
  template <typename Value>
  Descriptor& set(cudnnBackendAttributeName_t name, Value value) {
    return set_row(name, type_of(value), 1, &value);
  }
  template <typename Value>
  Descriptor& set(cudnnBackendAttributeName_t name, const std::vector<Value>& values) {
    return set_row(name, type_of(Value{}), static_cast<int64_t>(values.size()), values.data());
  }
  Descriptor& set(cudnnBackendAttributeName_t name, const Descriptor& child) {
    return set(name, child.raw_);
  }
  Descriptor& set(cudnnBackendAttributeName_t name, const std::string& text) {
    return set_row(name, CUDNN_TYPE_CHAR, static_cast<int64_t>(text.size()), text.data());
  }
  Descriptor& finalize();  // Failure where cuDNN refuses
  cudnnStatus_t try_finalize() { return api().finalize(raw_); }

  // The values of an attribute, at most `most`; empty if cuDNN has none.
  template <typename Value>
  std::vector<Value> values(cudnnBackendAttributeName_t name, size_t most) const {
    std::vector<Value> row(most);
    int64_t count = 0;
    if (api().get(raw_, name, type_of(Value{}), static_cast<int64_t>(most), &count, row.data()) !=
        CUDNN_STATUS_SUCCESS)
      count = 0;
    row.resize(static_cast<size_t>(count) < most ? static_cast<size_t>(count) : most);
    return row;
  }
  int64_t number(cudnnBackendAttributeName_t name, int64_t otherwise) const;
  std::string text(cudnnBackendAttributeName_t name) const;
  // Fills `child`, made for it, from the attribute.
  cudnnStatus_t fill(cudnnBackendAttributeName_t name, Descriptor& child) const;

 private:
  static cudnnBackendAttributeType_t type_of(int64_t) { return CUDNN_TYPE_INT64; }
  static cudnnBackendAttributeType_t type_of(float) { return CUDNN_TYPE_FLOAT; }
  static cudnnBackendAttributeType_t type_of(double) { return CUDNN_TYPE_DOUBLE; }
  static cudnnBackendAttributeType_t type_of(bool) { return CUDNN_TYPE_BOOLEAN; }
  static cudnnBackendAttributeType_t type_of(void*) { return CUDNN_TYPE_BACKEND_DESCRIPTOR; }
  static cudnnBackendAttributeType_t type_of(cudnnDataType_t) { return CUDNN_TYPE_DATA_TYPE; }
  static cudnnBackendAttributeType_t type_of(cudnnBackendHeurMode_t) {
    return CUDNN_TYPE_HEUR_MODE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnBackendKnobType_t) {
    return CUDNN_TYPE_KNOB_TYPE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnBackendNumericalNote_t) {
    return CUDNN_TYPE_NUMERICAL_NOTE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnConvolutionMode_t) {
    return CUDNN_TYPE_CONVOLUTION_MODE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnPointwiseMode_t) {
    return CUDNN_TYPE_POINTWISE_MODE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnReduceTensorOp_t) {
    return CUDNN_TYPE_REDUCTION_OPERATOR_TYPE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnGenStatsMode_t) {
    return CUDNN_TYPE_GENSTATS_MODE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnResampleMode_t) {
    return CUDNN_TYPE_RESAMPLE_MODE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnPaddingMode_t) { return CUDNN_TYPE_PADDING_MODE; }
  static cudnnBackendAttributeType_t type_of(cudnnFraction_t) { return CUDNN_TYPE_FRACTION; }
  static cudnnBackendAttributeType_t type_of(cudnnBackendNormMode_t) {
    return CUDNN_TYPE_NORM_MODE;
  }
  static cudnnBackendAttributeType_t type_of(cudnnBackendNormFwdPhase_t) {
    return CUDNN_TYPE_NORM_FWD_PHASE;
  }

  Descriptor& set_row(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                      int64_t count, const void* values);

  cudnnBackendDescriptor_t raw_ = nullptr;
};

}  // namespace cudnn_programs
