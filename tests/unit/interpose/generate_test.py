#!/usr/bin/env python3
"""generate_test.py INTERPOSE_FOLDER CXX: the generator's own rules, with tables far larger than today's."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

folder, cxx = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(folder))
sys.argv = sys.argv[:1]
import generate  # noqa: E402
import hook_spec  # noqa: E402


def spec_of(text):
    with tempfile.TemporaryDirectory() as d:
        path = Path(d) / "hooks.toml"
        path.write_text(text)
        return hook_spec.read(path)


class PerfectHash(unittest.TestCase):
    def test_every_name_has_a_slot_of_its_own_at_any_size(self):
        for size in (1, 2, 3, 22, 100, 700, 3000):
            names = [f"cuFunction{i}_v{i % 3}" for i in range(size)]
            bucket_bits, slot_bits, displacements, slots = generate.perfect_hash(names)
            for i, name in enumerate(names):
                h = generate.hash_name(name)
                self.assertEqual(slots[generate.slot_of(h, displacements[h >> (64 - bucket_bits)], slot_bits)], i)

    def test_cpp_and_python_agree_on_hash_and_filter(self):
        names = ["a", "cuInit", "cudaRow", "curandGe", "cudnnBackend", "curandSetPseudoRandomGeneratorSeed", "_ZN3c106detail25getNonDeterministicRandomEb"]
        body = (folder / "hook_lookup.h").read_text()
        start = body.index("inline constexpr uint64_t kHashMultiplier")
        others = [f"cuda{i:02}Other" for i in range(64)]
        source = ("#include <cstdint>\n#include <cstdio>\n#include <cstring>\n#include <cstddef>\n" +
                  f"inline constexpr uint64_t kPrefixFilter = {generate.prefix_filter(names)}u;\n" +
                  body[start:body.index("// The row of")] +
                  "int main(int c, char** v) { for (int i = 1; i < c; ++i) printf(\"%llu %d\\n\", (unsigned long long)hash_name(v[i]), may_be_hooked(v[i])); }\n")
        with tempfile.TemporaryDirectory() as d:
            (Path(d) / "h.cpp").write_text(source)
            subprocess.run([cxx, "-std=c++20", "-o", f"{d}/h", f"{d}/h.cpp"], check=True)
            out = subprocess.run([f"{d}/h", *names, *others], check=True, capture_output=True, text=True).stdout
        answers = [[int(x) for x in line.split()] for line in out.splitlines()]
        self.assertEqual(answers[:len(names)], [[generate.hash_name(n), 1] for n in names])
        passed = sum(may for _, may in answers[len(names):])
        self.assertLess(passed, 32, "the filter lets most names that are no rows through")


class VersionMap(unittest.TestCase):
    def test_patterns_hide_every_mangled_name_but_the_exported_ones(self):
        import fnmatch
        exported = ["_ZNSt13random_device9_M_getvalEv", "_ZN3c106detail25getNonDeterministicRandomEb"]
        patterns = generate.complement(exported)
        hidden = lambda n: any(fnmatch.fnmatchcase(n, p) for p in patterns)
        for name in exported:
            self.assertFalse(hidden(name), name)
        for name in ("_ZNSt6vectorIiSaIiEE", "_ZSt4cout", "_ZN3fmt2v9", "_ZTISt9exception", "_ZN4toml", "_ZNSt13runtime_error",
                     "_ZN3c104warnEv", "_ZNKSt5ctypeIcE"):
            self.assertTrue(hidden(name), name)


class Spec(unittest.TestCase):
    LIBRARY = '[library.curand]\nfile = "libcurand.so"\n[hooks.curand]\n'

    def refused(self, text, word):
        with self.assertRaises(hook_spec.SpecError) as caught:
            spec_of(text)
        self.assertIn(word, str(caught.exception))

    def test_mistakes_are_refused(self):
        self.refused(self.LIBRARY + 'f = { kind = "observed" }', "kind")
        self.refused(self.LIBRARY + 'f = { kind = "observe", wy = "x" }', "keys")
        self.refused(self.LIBRARY + 'f = { kind = "typed" }', "abi")
        self.refused('[hooks.nowhere]\nf = { kind = "observe" }', "library")
        self.refused("[hook]\n", "unknown section")
        two = '[library.a]\nfile = "a"\n[library.b]\nfile = "b"\n'
        self.refused(two + '[hooks.a]\nf = { kind = "observe" }\n[hooks.b]\nf = { kind = "observe" }', "twice")


unittest.main(verbosity=1)
