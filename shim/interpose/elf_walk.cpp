// Symbols of loaded objects by their own dynamic sections: libc's dlsym although other interposers
// stand in front of it, and the exports of a driver that is in nobody's scope.
#include <type_traits>

#include "shim/interpose/libc.h"
#include "shim/interpose/text.h"

namespace detshim::interpose {

Libc libc;

namespace {

constexpr ElfW(Half) kNotDefaultVersion = 0x8000;

struct SymbolTables {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  const ElfW(Half) * versions = nullptr;
  const uint32_t* hash = nullptr;
};

SymbolTables tables_of(ElfW(Addr) base, const ElfW(Dyn) * dynamic) {
  SymbolTables t;
  for (const auto* d = dynamic; d != nullptr && d->d_tag != DT_NULL; ++d) {
    // glibc relocates these addresses in place, except those of the vDSO.
    const ElfW(Addr) address = d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr;
    const auto* p = reinterpret_cast<const void*>(address);
    if (d->d_tag == DT_SYMTAB) t.symbols = static_cast<const ElfW(Sym)*>(p);
    if (d->d_tag == DT_STRTAB) t.strings = static_cast<const char*>(p);
    if (d->d_tag == DT_VERSYM) t.versions = static_cast<const ElfW(Half)*>(p);
    if (d->d_tag == DT_GNU_HASH) t.hash = static_cast<const uint32_t*>(p);
  }
  return t;
}

uint32_t gnu_hash(const char* name) {
  uint32_t h = 5381;
  for (const char* p = name; *p != '\0'; ++p) h = h * 33 + static_cast<unsigned char>(*p);
  return h;
}

template <class F>
void take(F& slot, const Object& object, const char* name) {
  if (slot == nullptr) slot = reinterpret_cast<F>(elf_symbol(object.base, object.dynamic, name));
}

}  // namespace

void* elf_symbol(ElfW(Addr) base, const ElfW(Dyn) * dynamic, const char* name) noexcept {
  const SymbolTables t = tables_of(base, dynamic);
  if (t.symbols == nullptr || t.strings == nullptr || t.hash == nullptr) return nullptr;
  const uint32_t h = gnu_hash(name);
  const uint32_t bucket_count = t.hash[0];
  const uint32_t first_symbol = t.hash[1];
  const uint32_t bloom_words = t.hash[2];
  const uint32_t* buckets = t.hash + 4 + bloom_words * (sizeof(ElfW(Addr)) / 4);
  const uint32_t* chain = buckets + bucket_count;
  if (bucket_count == 0 || buckets[h % bucket_count] < first_symbol) return nullptr;
  for (uint32_t i = buckets[h % bucket_count];; ++i) {
    const uint32_t c = chain[i - first_symbol];
    const ElfW(Sym)& s = t.symbols[i];
    const int type = ELF64_ST_TYPE(s.st_info);
    if ((c | 1) == (h | 1) && s.st_shndx != SHN_UNDEF &&
        (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE) &&
        same_text(t.strings + s.st_name, name) &&
        (t.versions == nullptr || (t.versions[i] & kNotDefaultVersion) == 0))
      return reinterpret_cast<void*>(base + s.st_value);
    if ((c & 1) != 0) return nullptr;
  }
}

namespace {

bool take_from(const Object& o) {
  const char* file = file_name(o.name);
  // Not by reference to _r_debug: a program can hold a copy of it, which stays as it was at start.
  if (begins_with(file, "ld-") || begins_with(file, "ld.so")) take(libc.debug, o, "_r_debug");
  // libdl: glibc < 2.34
  if (!same_text(file, "libc.so.6") && !same_text(file, "libdl.so.2")) return false;
  take(libc.dlsym, o, "dlsym");
  take(libc.dlvsym, o, "dlvsym");
  take(libc.dlopen, o, "dlopen");
  take(libc.dlclose, o, "dlclose");
  take(libc.dlerror, o, "dlerror");
  take(libc.dladdr1, o, "dladdr1");
#ifndef DETSHIM_WITHOUT_DL_FIND_OBJECT  // a test build behaves as on glibc before 2.35
  take(libc.find_object, o, "_dl_find_object");
#endif
  return false;
}

}  // namespace

// Called by boot_libc() alone, at the latest by our constructor. The loader's list rather than
// dl_iterate_phdr where it is at hand: a sanitizer that is starting interposes that, too.
void find_libc() noexcept {
  for (const link_map* m = _r_debug.r_map; m != nullptr; m = m->l_next)
    take_from({0, 0, m->l_addr, m->l_ld, m->l_name});
  if (libc.dlsym == nullptr)
    each_object([](const Object& o, void*) { return take_from(o); }, nullptr);
}

}  // namespace detshim::interpose
