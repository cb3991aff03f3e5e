#include "tests/programs/cudnn/descriptor.h"

#include <utility>

namespace cudnn_programs {
namespace {

std::string last_words(const std::string& what) {
  char text[2048] = "";
  api().last_error(text, sizeof text);
  return what + ": " + text;
}

}  // namespace

Failure::Failure(cudnnStatus_t which, const std::string& what)
    : std::runtime_error(last_words(what)), status(which) {}

Descriptor::Descriptor(cudnnBackendDescriptorType_t type) {
  const cudnnStatus_t status = api().create(type, &raw_);
  if (status != CUDNN_STATUS_SUCCESS) throw Failure(status, "create");
}

Descriptor::~Descriptor() {
  if (raw_ != nullptr) api().destroy(raw_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(raw_, other.raw_);
  return *this;
}

Descriptor& Descriptor::set_row(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                                int64_t count, const void* values) {
  const cudnnStatus_t status = api().set(raw_, name, type, count, values);
  if (status != CUDNN_STATUS_SUCCESS) throw Failure(status, "set " + std::to_string(name));
  return *this;
}

Descriptor& Descriptor::finalize() {
  const cudnnStatus_t status = try_finalize();
  if (status != CUDNN_STATUS_SUCCESS) throw Failure(status, "finalize");
  return *this;
}

int64_t Descriptor::number(cudnnBackendAttributeName_t name, int64_t otherwise) const {
  const auto row = values<int64_t>(name, 1);
  return row.empty() ? otherwise : row[0];
}

std::string Descriptor::text(cudnnBackendAttributeName_t name) const {
  int64_t size = 0;
  std::string out;
  if (api().get(raw_, name, CUDNN_TYPE_CHAR, 0, &size, nullptr) != CUDNN_STATUS_SUCCESS) return out;
  out.resize(static_cast<size_t>(size));
  if (api().get(raw_, name, CUDNN_TYPE_CHAR, size, &size, out.data()) != CUDNN_STATUS_SUCCESS)
    out.clear();
  while (!out.empty() && out.back() == '\0') out.pop_back();
  return out;
}

cudnnStatus_t Descriptor::fill(cudnnBackendAttributeName_t name, Descriptor& child) const {
  int64_t count = 0;
  return api().get(raw_, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &child.raw_);
}

}  // namespace cudnn_programs
