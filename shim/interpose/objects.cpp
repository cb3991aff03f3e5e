// Address -> object. On glibc >= 2.35 by _dl_find_object: 5 ns, no lock, safe after fork. Before
// that by a table of ranges, rebuilt when dl_iterate_phdr's counters change. The table has no lock
// of its own: it is only touched inside dl_iterate_phdr, hence under the loader's lock (an own lock
// would invert against programs that look symbols up from their dl_iterate_phdr callback). glibc
// does not reset that lock in a forked child, so a child asks dladdr1 instead, and walks the
// loader's list, being the only thread. docs/facts/interposition.md
#include "shim/interpose/objects.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>

#include "shim/interpose/libc.h"

extern "C" ElfW(Ehdr) __ehdr_start
    __attribute__((visibility("hidden")));                   // made by the linker: our first byte
extern "C" char _end __attribute__((visibility("hidden")));  // and our last

namespace detshim::interpose {
namespace {

struct FindResult {  // struct dl_find_object of <dlfcn.h> in glibc 2.35, with room for what follows
  unsigned long long flags;
  char *start, *end;
  link_map* map;
  void* rest[12];
};

constexpr int kTableSize = 2048;
Object g_table[kTableSize];  // sorted by start
int g_count;
unsigned long long g_adds, g_subs;  // of the walk that made the table
std::atomic<bool> g_forked;

Object from_phdr(const dl_phdr_info& info) {
  Object o{~uintptr_t{0}, 0, info.dlpi_addr, nullptr, info.dlpi_name};
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& p = info.dlpi_phdr[i];
    const uintptr_t address = info.dlpi_addr + p.p_vaddr;
    if (p.p_type == PT_DYNAMIC) o.dynamic = reinterpret_cast<const ElfW(Dyn)*>(address);
    if (p.p_type != PT_LOAD) continue;
    o.start = std::min(o.start, address);
    o.end = std::max(o.end, address + p.p_memsz);
  }
  return o;
}

Object from_map(const link_map* m, uintptr_t start, uintptr_t end) {
  return {start, end, m->l_addr, m->l_ld, m->l_name};
}

struct Query {
  uintptr_t address;
  Object* out;
  bool found, rebuilding;
};

void search_table(Query& q) {
  const Object* const first = g_table;
  const Object* const end = first + g_count;
  const Object* const at =
      std::partition_point(first, end, [&](const Object& o) { return o.end <= q.address; });
  q.found = at != end && at->start <= q.address;
  if (q.found) *q.out = *at;
}

#ifdef __SANITIZE_THREAD__
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
// The loader's lock, which guards the table, is taken where the sanitizer cannot see it.
struct LoaderLock {
  LoaderLock() { __tsan_acquire(g_table); }
  ~LoaderLock() { __tsan_release(g_table); }
};
#else
struct LoaderLock {};
#endif

int on_object(dl_phdr_info* info, size_t, void* data) {
  [[maybe_unused]] const LoaderLock held;
  auto& q = *static_cast<Query*>(data);
  if (!q.rebuilding) {  // first object of this walk
    if (info->dlpi_adds == g_adds && info->dlpi_subs == g_subs) {
      search_table(q);
      if (q.found || g_count < kTableSize) return 1;  // a full table may lack it: walk on
    }
    q.rebuilding = true;
    g_count = 0;
    g_adds = info->dlpi_adds;
    g_subs = info->dlpi_subs;
  }
  const Object o = from_phdr(*info);
  if (q.address >= o.start && q.address < o.end) {
    *q.out = o;
    q.found = true;
  }
  if (g_count == kTableSize) return 0;
  int i = g_count++;
  for (; i > 0 && g_table[i - 1].start > o.start; --i) g_table[i] = g_table[i - 1];
  g_table[i] = o;
  return 0;
}

bool find_in_child(const void* address, Object* out) {
  Dl_info info;
  link_map* m = nullptr;
  if (libc.dladdr1 == nullptr ||
      libc.dladdr1(address, &info, reinterpret_cast<void**>(&m), RTLD_DL_LINKMAP) == 0 ||
      m == nullptr)
    return false;
  const auto start = reinterpret_cast<uintptr_t>(info.dli_fbase);
  *out = from_map(m, start, start + 1);
  return true;
}

}  // namespace

bool find_object(const void* address, Object* out) noexcept {
  if (libc.find_object != nullptr) {
    FindResult r;
    if (libc.find_object(const_cast<void*>(address), &r) != 0) return false;
    *out =
        from_map(r.map, reinterpret_cast<uintptr_t>(r.start), reinterpret_cast<uintptr_t>(r.end));
    return true;
  }
  if (g_forked.load(std::memory_order_relaxed)) return find_in_child(address, out);
  Query q{reinterpret_cast<uintptr_t>(address), out, false, false};
  dl_iterate_phdr(on_object, &q);
  return q.found;
}

bool each_object(bool (*visit)(const Object&, void*), void* context) noexcept {
  if (g_forked.load(std::memory_order_relaxed)) {
    for (const auto* m = libc.debug != nullptr ? libc.debug->r_map : nullptr; m != nullptr;
         m = m->l_next)
      if (visit(from_map(m, 0, 0), context)) return true;
    return false;
  }
  struct Both {
    bool (*visit)(const Object&, void*);
    void* context;
  } both{visit, context};
  return dl_iterate_phdr(
             [](dl_phdr_info* info, size_t, void* data) {
               auto* b = static_cast<Both*>(data);
               return static_cast<int>(b->visit(from_phdr(*info), b->context));
             },
             &both) != 0;
}

bool in_self(const void* address) noexcept {
  const auto a = reinterpret_cast<uintptr_t>(address);
  return a >= reinterpret_cast<uintptr_t>(&__ehdr_start) && a < reinterpret_cast<uintptr_t>(&_end);
}

bool may_dlopen() noexcept {
  return !g_forked.load(std::memory_order_relaxed) ||
         (libc.debug != nullptr && libc.debug->r_state == r_debug::RT_CONSISTENT);
}

void objects_after_fork_in_child() noexcept {
  g_forked.store(true, std::memory_order_relaxed);
  g_adds = 0;
}

const char* file_name(const char* path) noexcept {
  const char* name = path;
  for (const char* p = path; *p != '\0'; ++p)
    if (*p == '/') name = p + 1;
  return name;
}

}  // namespace detshim::interpose
