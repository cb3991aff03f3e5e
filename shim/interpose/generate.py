#!/usr/bin/env python3
"""hooks.toml -> the generated sources of the shim and its tests.

usage: generate.py hooks.toml OUT_DIR        writes hook_table.h hook_table_asm.h hook_stubs.cpp hook_stubs.S
                                              shim.map exports.txt fake_driver.c abi_check.cpp
       generate.py hooks.toml --docs FILE    writes the table for docs/hooks.md
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import hook_spec  # noqa: E402

COPIES = 4          # thunks per row: copies of one library that can be told apart in one process
NODES = ["GLIBC_2.2.5", "GLIBC_2.34"]   # of dlsym, dlvsym and dlerror on x86-64: before and after libdl joined libc
WORD = 1 << 64
MULTIPLIER = 0x9E3779B97F4A7C15
CPP = "// Made by generate.py from hooks.toml. Do not edit.\n"


def hash_name(name):
    """The same as hash_name in hook_lookup.h: eight bytes a step, since a byte-wise hash costs as much as a dlsym."""
    h, raw = 0, name.encode()
    for word in [raw[i:i + 8] for i in range(0, len(raw) - 8, 8)] + [raw[-8:]]:
        h = (h ^ int.from_bytes(word, "little")) * MULTIPLIER % WORD
        h ^= h >> 29
    return h


def prefix_filter(names):
    """64 bits; may_be_hooked in hook_lookup.h reads it. Names of fewer than six letters need no bit."""
    bits = 0
    for name in names:
        if len(name) >= 6:
            bits |= 1 << (int.from_bytes(name.encode()[:6], "little") * MULTIPLIER % WORD >> 58)
    return bits


def slot_of(h, displacement, slot_bits):
    return ((h ^ displacement) * MULTIPLIER % WORD) >> (64 - slot_bits)


def perfect_hash(names):
    """Two levels: the top bits of the hash choose a bucket, its displacement sends each name to a slot of its own."""
    bucket_bits = max(1, (len(names) // 2).bit_length())
    slot_bits = (len(names) * 2).bit_length()
    buckets = [[] for _ in range(1 << bucket_bits)]
    for i, n in enumerate(names):
        buckets[hash_name(n) >> (64 - bucket_bits)].append(i)
    displacements, slots = [0] * len(buckets), [None] * (1 << slot_bits)
    for b in sorted(range(len(buckets)), key=lambda b: -len(buckets[b])):
        for d in range(1 << 16):
            wanted = [slot_of(hash_name(names[i]), d, slot_bits) for i in buckets[b]]
            if len(set(wanted)) == len(wanted) and all(slots[s] is None for s in wanted):
                displacements[b] = d
                for i, s in zip(buckets[b], wanted):
                    slots[s] = i
                break
        else:
            sys.exit("generate.py: no displacement found; widen slot_bits")
    return bucket_bits, slot_bits, displacements, [-1 if s is None else s for s in slots]


def lines(*parts):
    return "\n".join(parts) + "\n"


def table_h(spec, lookup):
    bucket_bits, slot_bits, displacements, slots = perfect_hash([r.name for r in lookup])
    libc = spec.of_kind("libc")
    out = [CPP + "#pragma once", "#include <cstdint>"]
    typed = {r.library for r in spec.of_kind("typed")}
    out += [f'#include "{l.abi}"' for l in spec.libraries if l.name in typed]
    out += ["namespace detshim {",
            f"enum class Library : uint8_t {{ {', '.join('k_' + l.name for l in spec.libraries)} }};",
            "// Rows that a lookup can ask for come first, then those of libc.",
            f"enum class HookId : uint16_t {{ {', '.join(r.id for r in lookup + libc)} }};",
            "}  // namespace detshim", "namespace detshim::interpose {",
            f"inline constexpr int kCopies = {COPIES};",
            f"inline constexpr int kLookupCount = {len(lookup)};",
            f"inline constexpr int kLibcCount = {len(libc)};",
            f"inline constexpr int kBucketBits = {bucket_bits};", f"inline constexpr int kSlotBits = {slot_bits};",
            f"inline constexpr uint16_t kDisplacements[] = {{{', '.join(map(str, displacements))}}};",
            f"inline constexpr int16_t kSlotRows[] = {{{', '.join(map(str, slots))}}};",
            f"inline constexpr uint64_t kNameHashes[] = {{{', '.join(f'{hash_name(r.name)}u' for r in lookup)}}};",
            f"inline constexpr uint64_t kPrefixFilter = {prefix_filter([r.name for r in lookup])}u;",
            "inline constexpr const char* kLibraryFiles[] = {" + ", ".join(f'"{l.file}"' for l in spec.libraries) + "};",
            "template <HookId> struct HookRow;"]
    for r in spec.of_kind("typed"):
        out.append(f"template <> struct HookRow<HookId::{r.id}> {{ using Fn = abi::{r.id}; "
                   f"static constexpr long kUnavailable = {r.unavailable}; static constexpr bool kThrows = {str(r.throws).lower()}; }};")
    return lines(*out, "}  // namespace detshim::interpose")


def table_asm_h(spec):
    """Indices for hand-written assembly: slot of a libc row in detshim_libc_next."""
    return lines("/* Made by generate.py from hooks.toml. Do not edit. */",
                 *[f"#define DETSHIM_LIBC_SLOT_{r.name} {i}" for i, r in enumerate(spec.of_kind("libc"))])


def stubs_cpp(spec, lookup):
    """The casts stand in the initialisers themselves: that way the compilers make the tables without running code, and
    a constructor of another library finds them filled before ours have run."""
    out = [CPP + '#include "shim/interpose/hook_info.h"', '#include "shim/interpose/stub.h"',
           'extern "C" {']
    for i, r in enumerate(lookup):
        out.append(f'__attribute__((visibility("hidden"))) void detshim_entry_{i}();')
        if r.kind == "observe":
            out += [f"void detshim_observe_{i}_{k}();" for k in range(COPIES)]
    out += ["}", "namespace detshim::interpose {", "namespace {",
            "template <HookId Id> using StubOf = Stub<Id, typename HookRow<Id>::Fn>;"]
    out += [f"long unavailable_{i}() {{ return {r.unavailable}; }}" for i, r in enumerate(lookup) if r.kind == "observe"]
    out += ["}  // namespace", "const HookInfo kHooks[kLookupCount] = {"]
    for i, r in enumerate(lookup):
        if r.kind == "typed":
            thunks = [f"reinterpret_cast<void*>(&StubOf<HookId::{r.id}>::template call<{k}>)" for k in range(COPIES)]
            absent = f"reinterpret_cast<void*>(&StubOf<HookId::{r.id}>::unavailable)"
        else:
            thunks = [f"reinterpret_cast<void*>(&detshim_observe_{i}_{k})" for k in range(COPIES)]
            absent = f"reinterpret_cast<void*>(&unavailable_{i})"
        base = f'"{r.base}"' if r.base else "nullptr"
        out.append(f'  {{"{r.name}", Library::k_{r.library}, {str(r.per_thread).lower()}, {base}, {r.since}, {r.until}, '
                   f"reinterpret_cast<void*>(&detshim_entry_{i}), {{{', '.join(thunks)}}}, {absent}}},")
    out += ["};", f"const char* const kLibcNames[] = {{{', '.join(chr(34) + r.name + chr(34) for r in spec.of_kind('libc'))}{', ' if spec.of_kind('libc') else ''}nullptr}};",
            "}  // namespace detshim::interpose",
            "// What the exported entries of typed rows jump to (hook_stubs.S).",
            'extern "C" __attribute__((visibility("hidden"))) void* const detshim_direct[];',
            "void* const detshim_direct[] = {"]
    for r in lookup:
        out.append(f"  reinterpret_cast<void*>(&detshim::interpose::StubOf<detshim::HookId::{r.id}>::template call<detshim::interpose::kDirect>),"
                   if r.kind == "typed" else "  nullptr,")
    return lines(*out, "};")


def stubs_s(lookup):
    out = ["// Made by generate.py from hooks.toml. Do not edit.", '#include "shim/interpose/observe.inc"', ".text"]
    for i, r in enumerate(lookup):
        if r.kind == "observe":
            out += [f"OBSERVE {r.name}, {i}, 255"]
            out += [f"OBSERVE_LOCAL detshim_observe_{i}_{k}, {i}, {k}" for k in range(COPIES)]
        else:
            out.append(f"TYPED_ENTRY {r.name}, {i}")
        # A hidden name for the table: an exported one would be looked up at each start of a process.
        out.append(f".globl detshim_entry_{i}; .hidden detshim_entry_{i}; .set detshim_entry_{i}, {r.name}")
    return lines(*out, '.section .note.GNU-stack,"",@progbits')


def complement(names, depth=24):
    """Glob patterns that match every name beginning with _Z except `names`."""
    mangled = [n for n in names if n.startswith("_Z")]
    patterns, prefixes = [], {"_Z"}
    while prefixes:
        following = set()
        for p in sorted(prefixes):
            nexts = sorted({n[len(p)] for n in mangled if n.startswith(p) and len(n) > len(p)})
            patterns.append(f"{p}[!{''.join(nexts)}]*" if nexts else f"{p}*")
            following |= {p + c for c in nexts}
        prefixes = {p for p in following if len(p) < depth}
    return patterns


def version_map(spec):
    """dl* in GLIBC nodes. All else is exported by visibility in no node, so that it satisfies references of any
    version (a named node would not); ld refuses an anonymous node beside named ones, hence C++ names that leak from
    libstdc++'s templates are hidden by pattern."""
    dl = "; ".join(r.name for r in spec.of_kind("dl"))
    hidden = "; ".join(complement([r.name for r in spec.rows]) + ["_ITM_*", "__gxx*", "__cxa*"])
    return f"{NODES[0]} {{ global: {dl}; local: {hidden}; }};\n{NODES[1]} {{ global: {dl}; }} {NODES[0]};\n"


def exports_txt(spec):
    names = [f"{r.name}@{n}" for r in spec.of_kind("dl") for n in NODES] + [r.name for r in spec.of_kind("typed", "observe", "libc")]
    return lines(*sorted(names))


def fake_driver(spec):
    """A driver for tests: counts calls per export and answers cuGetProcAddress from the same table."""
    rows = [r for r in spec.rows if r.library == "driver"]
    plain = [r.name for r in rows if not r.name.startswith("cuGetProcAddress")] + ["cuMemAlloc", "cuCtxCreate_v2"]
    out = ["/* Made by generate.py from hooks.toml. Link with -Bsymbolic. */", "#include <stdlib.h>", "#include <string.h>",
           f"static int counts[{len(plain)}];"]
    for i, n in enumerate(plain):
        answer = "out ? 0 : 1" if "Alloc" in n else "(void)out, 0"
        out.append(f"int {n}(void* out, unsigned long x) {{ counts[{i}]++; (void)x; return {answer}; }}")
        out.append(f"static int hidden_{i}(void* out, unsigned long x) {{ return {n}(out, x); }}")
    out += ["typedef int (*Any)(void*, unsigned long);",
            "int cuGetProcAddress(const char*, void**, int, unsigned long);",
            "int cuGetProcAddress_v2(const char*, void**, int, unsigned long, int*);",
            "struct row { const char* base; int since, until, ptsz; Any function, hidden; };",
            "static const struct row rows[] = {"]
    for r in rows:
        hidden = f"hidden_{plain.index(r.name)}" if r.name in plain else "0"
        out.append(f'  {{"{r.base}", {r.since}, {r.until}, {int(r.per_thread)}, (Any){r.name}, {hidden}}},')
    out += [f'  {{"cuMemAlloc", 2000, 3020, 0, cuMemAlloc, 0}}, {{"cuCtxCreate", 3020, {hook_spec.FOREVER}, 0, cuCtxCreate_v2, 0}}}};',
            """static int find(const char* name, void** function, int version, unsigned long flags) {
  const struct row* best = 0;
  if (!function || !name) return 1; /* CUDA_ERROR_INVALID_VALUE */
  *function = 0;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const struct row* r = rows + i;
    if (!strcmp(name, r->base) && version >= r->since && version < r->until && r->ptsz <= !!(flags & 2) &&
        (!best || r->ptsz > best->ptsz))
      best = r;
  }
  if (!best) return 500; /* CUDA_ERROR_NOT_FOUND */
  /* FAKE_HIDDEN: an address that is no export */
  *(Any*)function = getenv("FAKE_HIDDEN") && best->hidden ? best->hidden : best->function;
  return 0;
}
int cuGetProcAddress(const char* n, void** f, int v, unsigned long flags) { return find(n, f, v, flags); }
int cuGetProcAddress_v2(const char* n, void** f, int v, unsigned long flags, int* status) {
  int r = find(n, f, v, flags);
  if (status) *status = r ? 1 : 0;
  return r;
}
int cuGetExportTable(const void** table, const void* id) { (void)table; (void)id; return 500; }""",
            f"static const char* const names[] = {{{', '.join(chr(34) + n + chr(34) for n in plain)}}};",
            """int fake_count(const char* name) {
  for (unsigned i = 0; i < sizeof names / sizeof *names; ++i)
    if (!strcmp(name, names[i])) return counts[i];
  return -1;
}"""]
    return lines(*out)


def vendor_type(row):
    """How the vendor's header spells the type of a row; None where no public header declares it."""
    if row.base:    # cudaTypedefs.h holds every version and flavour of a driver function
        return f"std::remove_pointer_t<PFN_{row.base}_v{row.since}{'_ptsz' if row.per_thread else ''}>"
    return None if row.name.startswith("__") else f"decltype({row.name.removesuffix('_ptsz')})"


def abi_check(spec):
    """Compares our function types with the vendors' headers, where those are present."""
    rows = [r for r in spec.of_kind("typed") if vendor_type(r)]
    out = [CPP + '#include "hook_table.h"', '#include "tests/fakes/same_abi.h"',
           "// Named before the vendors' headers: their macros rename the short forms.", "namespace {"]
    out += [f"using Ours{i} = detshim::abi::{r.id};" for i, r in enumerate(rows)] + ["}  // namespace"]
    for l in spec.libraries:
        if l.header:
            out += [f"#if __has_include(<{l.header}>)", f"#include <{l.header}>"]
            out += [f'SAME_ABI(Ours{i}, "{r.name}", {vendor_type(r)})' for i, r in enumerate(rows) if r.library == l.name]
            out += ["#endif"]
    return lines(*out)


def docs(spec):
    out = ["| exported name | library | kind | why |", "|---|---|---|---|"]
    out += [f"| `{r.name}` | {r.library} | {r.kind} | {r.why} |" for r in spec.rows]
    return lines(*out)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        spec = hook_spec.read(sys.argv[1])
    except hook_spec.SpecError as e:
        sys.exit(f"generate.py: {e}")
    if sys.argv[2] == "--docs":
        Path(sys.argv[3]).write_text("# Hooks\n\nMade by `shim/interpose/generate.py` from `shim/hooks.toml`.\n\n" + docs(spec))
        return
    out, lookup = Path(sys.argv[2]), spec.of_kind("typed", "observe")
    out.mkdir(parents=True, exist_ok=True)
    for name, text in {"hook_table.h": table_h(spec, lookup), "hook_table_asm.h": table_asm_h(spec),
                       "hook_stubs.cpp": stubs_cpp(spec, lookup), "hook_stubs.S": stubs_s(lookup), "shim.map": version_map(spec),
                       "exports.txt": exports_txt(spec), "fake_driver.c": fake_driver(spec), "abi_check.cpp": abi_check(spec)}.items():
        (out / name).write_text(text)


if __name__ == "__main__":
    main()
