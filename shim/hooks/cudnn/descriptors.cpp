#include "shim/hooks/cudnn/descriptors.h"

#include <pthread.h>

#include <mutex>
#include <new>
#include <unordered_map>

#include "shim/policy/mix.h"

namespace detshim::cudnn {
namespace {

struct Shard {
  std::mutex lock;
  std::unordered_map<void*, TrackedPtr> living;
};
constexpr size_t kShards = 16;

struct Table {
  Shard* shards[kShards];
};

// Left to the process's end: descriptors are destroyed by other libraries' destructors, too.
Table* make_table() noexcept {
  auto* const table = new (std::nothrow) Table{};
  if (table == nullptr) return nullptr;
  for (Shard*& shard : table->shards) {
    shard = new (std::nothrow) Shard;
    if (shard == nullptr) return nullptr;
  }
  return table;
}

Table* table() noexcept;

// Another thread of the parent may have been inside a shard: it is left as it is, behind.
void renew_shards_in_child() noexcept {
  Table* const all = table();
  if (all == nullptr) return;
  for (Shard*& shard : all->shards) {
    if (shard->lock.try_lock()) {
      shard->lock.unlock();
    } else if (auto* const fresh = new (std::nothrow) Shard) {
      shard = fresh;
    }
  }
}

Table* table() noexcept {
  static Table* const kTable = [] {
    Table* const made = make_table();
    if (made != nullptr) pthread_atfork(nullptr, nullptr, renew_shards_in_child);
    return made;
  }();
  return kTable;
}

Shard* shard_of(void* address) noexcept {
  Table* const all = table();
  return all != nullptr ? all->shards[policy::mix64(reinterpret_cast<uintptr_t>(address)) % kShards]
                        : nullptr;
}

// Plans as text are long; what matters of a text is whether it is another one.
std::string bytes_of(abi::cudnnBackendAttributeType_t type, int64_t count, const void* elements) {
  const auto* const bytes = static_cast<const char*>(elements);
  const size_t size = static_cast<size_t>(count) * policy::cudnn::element_size(type);
  if (type != abi::CUDNN_TYPE_CHAR) return {bytes, size};
  const uint64_t hash = policy::hash_text({bytes, size});
  return {reinterpret_cast<const char*>(&hash), sizeof hash};
}

}  // namespace

std::vector<policy::cudnn::DescriptorPtr> children_of(int64_t count, const void* elements) {
  std::vector<policy::cudnn::DescriptorPtr> children;
  children.reserve(static_cast<size_t>(count));
  const auto* const addresses = static_cast<void* const*>(elements);
  for (int64_t i = 0; i < count; ++i) children.push_back(find(addresses[i]));
  return children;
}

void track(abi::cudnnBackendDescriptor_t address, abi::cudnnBackendDescriptorType_t type) noexcept {
  // Made and filled anew for each execution, and nothing that a plan depends on.
  if (type == abi::CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR) return;
  Shard* const shard = shard_of(address);
  if (shard == nullptr) return;
  try {
    auto tracked = std::make_shared<Tracked>();
    tracked->type = type;
    tracked->address = address;
    const std::lock_guard held(shard->lock);
    shard->living[address].swap(tracked);  // what stood there dies after the lock
  } catch (...) {
    forget(address);
  }
}

void set(abi::cudnnBackendDescriptor_t address, abi::cudnnBackendAttributeName_t name,
         abi::cudnnBackendAttributeType_t type, int64_t count, const void* elements) noexcept {
  if (count < 0 || elements == nullptr) return;
  const TrackedPtr tracked = find(address);
  if (tracked == nullptr) return;
  try {
    policy::cudnn::Attribute attribute{name, type, count, {}, {}};
    if (type == abi::CUDNN_TYPE_BACKEND_DESCRIPTOR)
      attribute.children = children_of(count, elements);
    else
      attribute.bytes = bytes_of(type, count, elements);
    tracked->policy::cudnn::Descriptor::set(std::move(attribute));
  } catch (...) {
    forget(address);
  }
}

TrackedPtr find(abi::cudnnBackendDescriptor_t address) noexcept {
  Shard* const shard = address != nullptr ? shard_of(address) : nullptr;
  if (shard == nullptr) return nullptr;
  const std::lock_guard held(shard->lock);
  const auto at = shard->living.find(address);
  return at != shard->living.end() ? at->second : nullptr;
}

TrackedPtr forget(abi::cudnnBackendDescriptor_t address) noexcept {
  Shard* const shard = address != nullptr ? shard_of(address) : nullptr;
  if (shard == nullptr) return nullptr;
  const std::lock_guard held(shard->lock);
  const auto at = shard->living.find(address);
  if (at == shard->living.end()) return nullptr;
  TrackedPtr gone = std::move(at->second);
  shard->living.erase(at);
  return gone;
}

TrackedPtr living_child(const Tracked& parent, abi::cudnnBackendAttributeName_t name) noexcept {
  const auto* const child = static_cast<const Tracked*>(parent.child(name));
  if (child == nullptr) return nullptr;
  TrackedPtr living = find(child->address);
  return living.get() == child ? living : nullptr;
}

std::shared_ptr<HeuristicsAnswer> answer_kept(const Tracked& heuristics) noexcept {
  Shard* const shard = shard_of(heuristics.address);
  if (shard == nullptr) return nullptr;
  const std::lock_guard held(shard->lock);
  return heuristics.answer;
}

void keep_answer(Tracked& heuristics, std::shared_ptr<HeuristicsAnswer> answer) noexcept {
  Shard* const shard = shard_of(heuristics.address);
  if (shard == nullptr) return;
  const std::lock_guard held(shard->lock);
  heuristics.answer.swap(answer);
}

void led_to(const Tracked& heuristics, abi::cudnnBackendDescriptor_t config) noexcept {
  const TrackedPtr tracked = find(config);
  if (tracked == nullptr) return;
  tracked->graph = heuristics.graph;
  tracked->device = heuristics.device;
}

}  // namespace detshim::cudnn
