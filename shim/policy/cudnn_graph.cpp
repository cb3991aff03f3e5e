#include "shim/policy/cudnn_graph.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "shim/policy/mix.h"

namespace detshim::policy::cudnn {
namespace {

// One table of the types that a person should read about; others are called by number.
struct TypeName {
  int type;
  std::string_view name;
};
constexpr TypeName kOperations[] = {{10, "convolution forward"},
                                    {11, "convolution backward filter"},
                                    {12, "convolution backward data"},
                                    {13, "pointwise"},
                                    {14, "generate statistics"},
                                    {19, "matmul"},
                                    {20, "batch norm statistics"},
                                    {22, "reduction"},
                                    {23, "batch norm backward weights"},
                                    {25, "resample forward"},
                                    {26, "resample backward"},
                                    {27, "concatenate"},
                                    {28, "signal"},
                                    {29, "norm forward"},
                                    {30, "norm backward"},
                                    {31, "reshape"},
                                    {33, "random numbers"},
                                    {35, "paged cache load"},
                                    {36, "block scale quantize"},
                                    {37, "block scale dequantize"},
                                    {39, "expand band matrix"},
                                    {40, "contract band matrix"},
                                    {41, "attention forward"},
                                    {42, "grouped matmul"},
                                    {43, "attention backward"}};
constexpr TypeName kDataTypes[] = {{0, "f32"},     {1, "f64"},     {2, "f16"},     {3, "i8"},
                                   {4, "i32"},     {9, "bf16"},    {10, "i64"},    {11, "bool"},
                                   {12, "f8e4m3"}, {13, "f8e5m2"}, {15, "f8e8m0"}, {16, "f4e2m1"}};

std::string name_of(const TypeName* begin, const TypeName* end, int type) {
  const auto* const found =
      std::find_if(begin, end, [type](const TypeName& t) { return t.type == type; });
  return found != end ? std::string(found->name) : "type " + std::to_string(type);
}

class KeyBuilder {
 public:
  void add(const Descriptor& d) {
    add(static_cast<uint64_t>(d.type));
    for (const Attribute& a : d.attributes) {
      // Addresses of this run.
      if (a.type == abi::CUDNN_TYPE_HANDLE || a.type == abi::CUDNN_TYPE_VOID_PTR) continue;
      add(static_cast<uint64_t>(a.name));
      add(static_cast<uint64_t>(a.count));
      if (a.name == abi::CUDNN_ATTR_TENSOR_UNIQUE_ID)
        add(number_of(d.value<int64_t>(a.name, 0)));
      else
        add(hash_text(a.bytes));
      for (const DescriptorPtr& child : a.children)
        if (child) add(*child);
    }
    add(kEnd);
  }
  uint64_t key() const noexcept { return key_; }

 private:
  static constexpr uint64_t kEnd = ~uint64_t{0};

  void add(uint64_t part) noexcept { key_ = combine(key_, part); }
  uint64_t number_of(int64_t tensor) {
    return numbers_.try_emplace(tensor, numbers_.size()).first->second;
  }

  uint64_t key_ = hash_text("cuDNN graph");
  std::unordered_map<int64_t, uint64_t> numbers_;
};

const std::vector<DescriptorPtr>& operations(const Descriptor& graph) noexcept {
  static const std::vector<DescriptorPtr> kNone;
  const Attribute* const ops = graph.find(abi::CUDNN_ATTR_OPERATIONGRAPH_OPS);
  return ops != nullptr ? ops->children : kNone;
}

std::string shape(const Descriptor& tensor) {
  std::string text = "[";
  const Attribute* const dimensions = tensor.find(abi::CUDNN_ATTR_TENSOR_DIMENSIONS);
  for (size_t at = 0; dimensions != nullptr && at + 8 <= dimensions->bytes.size(); at += 8) {
    int64_t dimension = 0;
    memcpy(&dimension, dimensions->bytes.data() + at, sizeof dimension);
    text += (at == 0 ? "" : ",") + std::to_string(dimension);
  }
  return text + "]";
}

// " f16 [1,2] [3,4]" of the tensors that an operation is given directly.
std::string tensors_of(const Descriptor& operation) {
  std::string text;
  int last_type = -1;
  for (const Attribute& a : operation.attributes)
    for (const DescriptorPtr& child : a.children) {
      if (!child || child->type != abi::CUDNN_BACKEND_TENSOR_DESCRIPTOR) continue;
      const int type = child->value<int>(abi::CUDNN_ATTR_TENSOR_DATA_TYPE, -1);
      if (type != last_type) text += " " + data_type_name(type);
      last_type = type;
      text += " " + shape(*child);
    }
  return text;
}

// What follows `"name":` in a flat object of JSON, blanks left out; empty if it is not there.
std::string_view field(std::string_view json, std::string_view name) {
  const std::string quoted = '"' + std::string(name) + '"';
  const size_t at = json.find(quoted);
  if (at == json.npos) return {};
  json.remove_prefix(at + quoted.size());
  json.remove_prefix(std::min(json.find_first_not_of(" \t\n:"), json.size()));
  return json;
}

std::string_view text_of_field(std::string_view json, std::string_view name) {
  const std::string_view value = field(json, name);
  if (!value.starts_with('"')) return {};
  return value.substr(1, std::min(value.find('"', 1), value.size()) - 1);
}

long number_of_field(std::string_view json, std::string_view name) {
  const std::string_view value = field(json, name);
  long number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

bool is_a(const Descriptor& operation, abi::cudnnBackendDescriptorType_t type) noexcept {
  return operation.type == type;
}

bool is_virtual(const Descriptor& tensor) noexcept {
  return tensor.value<unsigned char>(abi::CUDNN_ATTR_TENSOR_IS_VIRTUAL, 0) != 0;
}

// A matmul that adds into a tensor in memory which another operation of the graph then reads: the
// accumulator of dQ in the backward graph of attention that is not asked to be deterministic.
bool accumulates_in_memory(const Descriptor& graph, const Descriptor& matmul) {
  const Descriptor* const sum = matmul.child(abi::CUDNN_ATTR_OPERATION_MATMUL_CDESC);
  if (sum == nullptr || is_virtual(*sum)) return false;
  const auto number = sum->value<int64_t>(abi::CUDNN_ATTR_TENSOR_UNIQUE_ID, 0);
  for (const DescriptorPtr& operation : operations(graph)) {
    if (!operation || operation.get() == &matmul) continue;
    for (const Attribute& a : operation->attributes)
      for (const DescriptorPtr& child : a.children)
        if (child && child->type == abi::CUDNN_BACKEND_TENSOR_DESCRIPTOR &&
            child->value<int64_t>(abi::CUDNN_ATTR_TENSOR_UNIQUE_ID, ~number) == number)
          return true;
  }
  return false;
}

constexpr unsigned kSurveyed = 91900;
constexpr UnnotedKind kUnnotedKinds[kOrderDependences] = {
    {OrderDependence::none, 0, "", ""},
    {OrderDependence::reduction, kSurveyed,
     "a reduction of floating-point numbers adds in order of arrival",
     "no attribute of cuDNN cures it; reduce with another library (PyTorch's own sum repeats)"},
    {OrderDependence::matmul_reduction, kSurveyed,
     "a matmul with a reduction adds in order of arrival",
     "build the reduction with CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC (cuDNN 9.11)"},
    {OrderDependence::attention_backward, kSurveyed,
     "the backward pass of attention adds dQ in order of arrival",
     "PyTorch: use_deterministic_algorithms(True); Transformer Engine: "
     "NVTE_ALLOW_NONDETERMINISTIC_ALGO=0; cudnn-frontend: set_deterministic_algorithm(true)"},
};

}  // namespace

const Attribute* Descriptor::find(abi::cudnnBackendAttributeName_t name) const noexcept {
  const auto at = std::lower_bound(attributes.begin(), attributes.end(), name,
                                   [](const Attribute& a, auto n) { return a.name < n; });
  return at != attributes.end() && at->name == name ? &*at : nullptr;
}

const Descriptor* Descriptor::child(abi::cudnnBackendAttributeName_t name) const noexcept {
  const Attribute* const attribute = find(name);
  return attribute != nullptr && !attribute->children.empty() ? attribute->children[0].get()
                                                              : nullptr;
}

void Descriptor::set(Attribute attribute) {
  const auto at = std::lower_bound(attributes.begin(), attributes.end(), attribute.name,
                                   [](const Attribute& a, auto n) { return a.name < n; });
  if (at != attributes.end() && at->name == attribute.name)
    *at = std::move(attribute);
  else
    attributes.insert(at, std::move(attribute));
}

size_t element_size(abi::cudnnBackendAttributeType_t type) noexcept {
  constexpr int kNewest = 64;  // enumerators of later releases are four bytes like those of 9.19
  switch (type) {
    case abi::CUDNN_TYPE_HANDLE:
    case abi::CUDNN_TYPE_INT64:
    case abi::CUDNN_TYPE_DOUBLE:
    case abi::CUDNN_TYPE_VOID_PTR:
    case abi::CUDNN_TYPE_BACKEND_DESCRIPTOR:
      return 8;
    case abi::CUDNN_TYPE_BOOLEAN:
    case abi::CUDNN_TYPE_CHAR:
      return 1;
    case abi::CUDNN_TYPE_FRACTION:
      return 16;
    default:
      return type > 0 && type < kNewest ? 4 : 0;
  }
}

uint64_t graph_key(const Descriptor& root) {
  KeyBuilder builder;
  builder.add(root);
  return builder.key();
}

std::string describe(const Descriptor& graph) {
  std::string names, tensors;
  for (const DescriptorPtr& operation : operations(graph)) {
    if (!operation) continue;
    names += (names.empty() ? "" : " + ") +
             name_of(std::begin(kOperations), std::end(kOperations), operation->type);
    if (tensors.empty()) tensors = tensors_of(*operation);
  }
  std::string text = names + tensors;
  if (text.size() > kMostDescribed) text = text.substr(0, kMostDescribed - 3) + "...";
  return text;
}

std::string data_type_name(int type) {
  return name_of(std::begin(kDataTypes), std::end(kDataTypes), type);
}

std::string device_label(std::string_view json) {
  const std::string_view name = text_of_field(json, "deviceName");
  const long version = number_of_field(json, "deviceVer");
  const long multiprocessors = number_of_field(json, "multiProcessorCount");
  if (version <= 0) return "unknown GPU";
  return std::string(name.empty() ? "GPU" : name) + ", sm_" + std::to_string(version / 10) + ", " +
         std::to_string(multiprocessors) + " multiprocessors";
}

bool adds_in_order_of_arrival(const Descriptor& operation) noexcept {
  if (!is_a(operation, abi::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR)) return false;
  const Descriptor* const reduction = operation.child(abi::CUDNN_ATTR_OPERATION_REDUCTION_DESC);
  if (reduction == nullptr) return false;
  switch (reduction->value<int>(abi::CUDNN_ATTR_REDUCTION_OPERATOR, abi::CUDNN_REDUCE_TENSOR_ADD)) {
    case abi::CUDNN_REDUCE_TENSOR_MIN:
    case abi::CUDNN_REDUCE_TENSOR_MAX:
    case abi::CUDNN_REDUCE_TENSOR_AMAX:
      return false;
    default:
      break;
  }
  switch (reduction->value<int>(abi::CUDNN_ATTR_REDUCTION_COMP_TYPE, abi::CUDNN_DATA_FLOAT)) {
    case abi::CUDNN_DATA_INT32:
    case abi::CUDNN_DATA_INT64:
      return false;
    default:
      break;
  }
  return reduction->value<unsigned char>(abi::CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC, 0) == 0;
}

OrderDependence order_dependence(const Descriptor& graph) {
  // The forward pass of attention has two matmuls and reductions that stay inside its tiles, the
  // backward pass has five matmuls.
  constexpr int kMatmulsOfBackward = 4;
  int matmuls = 0;
  bool accumulates = false, reduces = false, reduces_into_memory = false;
  for (const DescriptorPtr& operation : operations(graph)) {
    if (!operation) continue;
    if (is_a(*operation, abi::CUDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR))
      return OrderDependence::attention_backward;
    if (is_a(*operation, abi::CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR)) {
      ++matmuls;
      accumulates = accumulates || accumulates_in_memory(graph, *operation);
    } else if (adds_in_order_of_arrival(*operation)) {
      reduces = true;
      const Descriptor* const result = operation->child(abi::CUDNN_ATTR_OPERATION_REDUCTION_YDESC);
      reduces_into_memory = reduces_into_memory || result == nullptr || !is_virtual(*result);
    }
  }
  if (matmuls >= kMatmulsOfBackward && accumulates) return OrderDependence::attention_backward;
  if (matmuls == 0 && reduces) return OrderDependence::reduction;
  if (matmuls == 1 && reduces_into_memory) return OrderDependence::matmul_reduction;
  return OrderDependence::none;
}

const UnnotedKind& unnoted_kind(OrderDependence dependence) noexcept {
  return kUnnotedKinds[static_cast<size_t>(dependence)];
}

}  // namespace detshim::policy::cudnn
