#!/usr/bin/env python3
"""The lock file on the real cuDNN: lock_test.py --shim LIB --tuned PROGRAM --gpus FOLDER --driver FOLDER CASE"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

OPTIONS = argparse.Namespace()
LAYERS = 7


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="detshim-lock-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.lock = self.folder / "cudnn.lock"

    def start(self, seed, *more, mode=None, gpu="h200", **env):
        """With a mode: under the shim."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_")}
        environment["LD_LIBRARY_PATH"] = OPTIONS.driver
        if mode:
            environment |= {"LD_PRELOAD": OPTIONS.shim, "DETSHIM_CUDNN_LOCK": str(self.lock),
                            "DETSHIM_CUDNN_LOCK_MODE": mode} | env
        return subprocess.Popen([OPTIONS.tuned, f"{OPTIONS.gpus}/{gpu}.json", str(seed), *map(str, more)],
                                env=environment, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_tuned(self, *arguments, **keywords):
        process = self.start(*arguments, **keywords)
        out, self.stderr = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 0, self.stderr)
        return out

    def record(self, seed=1):
        out = self.run_tuned(seed, mode="record")
        self.assertEqual(self.lock.read_text().count("[plan."), LAYERS)
        return out

    def change(self, pattern, to):
        text, count = re.subn(pattern, to, self.lock.read_text())
        self.assertGreater(count, 0, pattern)
        self.lock.write_text(text)


class Repeats(Case):
    def test_bare_the_stopwatch_decides(self):
        self.assertEqual(len({self.run_tuned(seed) for seed in range(1, 5)}), 4)
        self.assertEqual(self.run_tuned(1), self.run_tuned(1))

    def test_replayed_it_does_not(self):
        recorded = self.record()
        for seed in range(2, 6):
            self.assertEqual(self.run_tuned(seed, mode="replay"), recorded)
            self.assertIn(f"locked {LAYERS} cuDNN lists", self.stderr)

    def test_recording_again_changes_nothing_for_the_same_choices(self):
        self.record()
        before = self.lock.stat()
        self.record()
        self.assertEqual(self.lock.stat().st_ino, before.st_ino)
        self.record(seed=2)
        self.assertNotEqual(self.lock.stat().st_ino, before.st_ino)

    def test_check_names_what_differs(self):
        recorded = self.record()
        self.assertEqual(self.run_tuned(1, mode="check"), recorded)
        self.assertNotIn("not the locked", self.stderr)
        bare = self.run_tuned(2, mode="check", DETSHIM_LOG="stderr", DETSHIM_LOG_LEVEL="warn")
        self.assertNotEqual(bare, recorded)
        self.assertIn("not the locked", self.stderr)
        self.assertRegex(self.stderr, r"cuDNN lock: convolution \w+.*: locked engine .*, used engine ")

    def test_observe_checks_and_changes_nothing(self):
        self.record()
        bare = self.run_tuned(2)
        self.assertEqual(self.run_tuned(2, mode="replay", DETSHIM_MODE="observe"), bare)
        self.assertIn("not the locked", self.stderr)

    def test_ranks_record_into_one_file(self):
        processes = [self.start(1, i, LAYERS, mode="record") for i in range(LAYERS)]
        parts = [process.communicate(timeout=100) for process in processes]
        self.assertEqual(self.lock.read_text().count("[plan."), LAYERS, parts)
        recorded = "".join(sorted("".join(out for out, _ in parts).splitlines(keepends=True)))
        self.assertEqual(self.run_tuned(9, mode="replay"), recorded)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["cudnn.lock"])


class Faults(Case):
    def expect(self, text, mode="replay", **keywords):
        """The program runs as without a lock, and the reason is said once."""
        filtered = self.run_tuned(3, mode="replay", DETSHIM_CUDNN_LOCK="", **{k: v for k, v in keywords.items() if k == "gpu"})
        self.assertEqual(self.run_tuned(3, mode=mode, **keywords), filtered)
        self.assertEqual(self.stderr.count(text), 1, self.stderr)

    def test_no_file(self):
        self.expect("does not exist; record it")
        self.assertFalse(self.lock.exists())

    def test_damaged_files(self):
        self.record()
        good = self.lock.read_bytes()
        for bad in (good[:len(good) - 5], b"\xff" + good, b"[seeds]\n", good.replace(b"\nengine", b"\nmotor", 1)):
            self.lock.write_bytes(bad)
            self.expect("mend it, or take it away")
            self.expect("mend it, or take it away", mode="record")
            self.assertEqual(self.lock.read_bytes(), bad, "left for the user to see")

    def test_another_version(self):
        self.record()
        self.change(r"-(\d+)\]", "-90800]")
        self.expect("was made with cuDNN 9.8.0")

    def test_another_gpu(self):
        self.record()
        self.run_tuned(3, mode="replay", gpu="a100")
        self.assertNotIn("lock", self.stderr)

    def test_engines_that_are_gone(self):
        self.record()
        self.change(r"engine = \d+", "engine = 9999")
        self.expect("cuDNN does not offer engine 9999")

    def test_noted_engines_stay_out(self):
        self.record()
        self.change(r"(?s)(what = \"convolution backward filter f64.*?engine = )\d+\nknobs = .*?\n", r"\g<1>20\nknobs = []\n")
        self.assertNotIn("filter f64: engine 20 ", self.run_tuned(3, mode="replay"))
        self.assertIn("does not offer engine 20", self.stderr)

    def test_places_that_cannot_be_written(self):
        self.lock.mkdir()
        self.expect("is a directory", mode="record")
        self.lock.rmdir()
        target = self.folder / "target"
        self.lock.symlink_to(target)
        self.expect("is a symbolic link", mode="record")
        self.assertFalse(target.exists())
        self.lock.unlink()
        self.lock = self.folder / "none" / "cudnn.lock"
        self.expect("cannot be written", mode="record")

    def test_a_full_disk_keeps_the_old_file(self):
        self.record()
        self.change(r"engine = \d+", "engine = 1")
        before = self.lock.read_bytes()
        (self.folder / "cudnn.lock.new").mkdir()  # nothing can be written beside it
        self.expect("cannot be written", mode="record")
        self.assertEqual(self.lock.read_bytes(), before)


def main():
    parser = argparse.ArgumentParser()
    for name in ("shim", "tuned", "gpus", "driver"):
        parser.add_argument(f"--{name}", required=True)
    cases = {"repeats": Repeats, "faults": Faults}
    parser.add_argument("case", choices=cases)
    parser.parse_args(namespace=OPTIONS)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(cases[OPTIONS.case])
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1


sys.exit(main())
