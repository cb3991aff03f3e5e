#!/usr/bin/env python3
"""Runs the cases of one verb of the command line: cli_test.py --detshim FILE --library FILE --source DIR VERB"""
import argparse
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

OPTIONS = argparse.Namespace()
WAY_OUT = "Correct it, or start the program without detshim."


class Case(unittest.TestCase):
    """A fresh working folder, an environment without traces of detshim, and the stand-in as the library."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="detshim-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        pack = {"CUBLAS_WORKSPACE_CONFIG", "PYTHONHASHSEED", "CUPY_SEED", "NCCL_ALGO",
                "TORCHINDUCTOR_DETERMINISTIC", "KMP_DETERMINISTIC_REDUCTION", "LD_PRELOAD", "NO_COLOR"}
        self.env = {k: v for k, v in os.environ.items() if k not in pack and not k.startswith("DETSHIM_")}
        self.env["DETSHIM_LIB"] = OPTIONS.library

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def detshim(self, *arguments, status=0, command=None, **env):
        environment = {k: v for k, v in (self.env | env).items() if v is not None}
        done = subprocess.run([command or OPTIONS.detshim, *map(str, arguments)], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        self.stdout, self.stderr = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, status, f"{arguments}\n{self.stdout}\n{self.stderr}")
        return self.stdout

    def assertComplaint(self, *parts):
        """One line on standard error with all parts, nothing on standard output."""
        self.assertEqual(self.stdout, "")
        self.assertEqual(self.stderr.count("\n"), 1, self.stderr)
        self.assertTrue(self.stderr.startswith("detshim: "), self.stderr)
        for part in parts:
            self.assertIn(part, self.stderr)

    def environment_of_program(self, *arguments, **env):
        """What a program under `run` sees."""
        text = self.detshim("run", *arguments, "--", sys.executable, "-c",
                            "import json, os; print(json.dumps(dict(os.environ)))", **env)
        self.assertEqual(self.stderr, "")
        return json.loads(text)


class Run(Case):
    def test_the_loader_takes_the_library(self):
        bare = subprocess.run(["env"], env=self.env, capture_output=True, text=True, timeout=60).stdout
        self.assertNotIn("PRELOADED_BY_TEST", bare)
        self.assertEqual(self.environment_of_program()["PRELOADED_BY_TEST"], "1")

    def test_the_program_keeps_its_status_output_and_arguments(self):
        self.detshim("run", "--", "sh", "-c", "echo out; echo err >&2; exit 9", status=9)
        self.assertEqual((self.stdout, self.stderr), ("out\n", "err\n"))
        self.assertEqual(self.detshim("run", "--", "printf", "%s,", "--seed", "3", "--", "-x", ""), "--seed,3,--,-x,,")
        self.detshim("run", "--", "sh", "-c", "kill -TERM $$", status=-15)

    def test_two_dashes_may_be_left_out(self):
        self.assertEqual(self.detshim("run", "--seed", "7", "echo", "--seed", "4", "--", "5"), "--seed 4 -- 5\n")
        self.assertEqual(self.detshim("run", "--seed=7", "echo", "-n"), "")

    def test_options_beat_variables(self):
        seen = self.environment_of_program("--seed", "7", "--mode", "observe", DETSHIM_SEED="1",
                                           DETSHIM_SEEDS_MASTER="1", DETSHIM_MODE="enforce")
        self.assertEqual((seen["DETSHIM_SEED"], seen["DETSHIM_MODE"]), ("7", "observe"))
        self.assertNotIn("DETSHIM_SEEDS_MASTER", seen)

    def test_preload_list(self):
        self.assertEqual(self.environment_of_program()["LD_PRELOAD"], OPTIONS.library)
        other = self.folder / "other.so"
        shutil.copy(OPTIONS.library, other)
        for given in (f"{other}", f"{other}:{OPTIONS.library}", f"{OPTIONS.library} {other}"):
            self.assertEqual(self.environment_of_program(LD_PRELOAD=given)["LD_PRELOAD"],
                             f"{OPTIONS.library}:{other}", given)

    def test_environment_pack(self):
        seen = self.environment_of_program("--seed", "7", NCCL_ALGO="Ring")
        self.assertEqual(seen["CUBLAS_WORKSPACE_CONFIG"], ":4096:8")
        self.assertEqual(seen["PYTHONHASHSEED"], "7")
        self.assertEqual(seen["NCCL_ALGO"], "Ring")
        self.assertNotIn("CUDA_LAUNCH_BLOCKING", seen)
        self.assertNotIn("PYTHONHASHSEED", self.environment_of_program("--mode", "observe"))
        self.assertNotIn("PYTHONHASHSEED", self.environment_of_program(DETSHIM_ENV_PACK="off"))
        self.assertNotIn("NCCL_ALGO", self.environment_of_program(DETSHIM_ENV_SKIP="NCCL_ALGO"))

    def test_a_value_that_defeats_the_purpose_is_kept_and_named(self):
        self.assertEqual(self.detshim("run", "--", "printenv", "PYTHONHASHSEED", PYTHONHASHSEED="random"), "random\n")
        self.assertIn("PYTHONHASHSEED=random is kept, but", self.stderr)

    def test_the_file_in_this_folder_is_found_and_passed_on(self):
        file = self.write("detshim.toml", "[seeds]\nmaster = 11\n")
        seen = self.environment_of_program()
        self.assertEqual((seen["DETSHIM_CONFIG"], seen["PYTHONHASHSEED"]), (str(file), "11"))
        other = self.write("other.toml", "[seeds]\nmaster = 12\n")
        for given, env in ((["--config", "other.toml"], {}), ([], {"DETSHIM_CONFIG": "other.toml"})):
            seen = self.environment_of_program(*given, **env)
            self.assertEqual((seen["DETSHIM_CONFIG"], seen["PYTHONHASHSEED"]), (str(other), "12"))

    def test_a_bad_configuration_starts_nothing(self):
        mark = self.folder / "started"
        file = self.write("bad.toml", "[seeds]\nmastr = 1\n")
        for arguments, env, parts in (
                (["--config", file], {}, [f"{file}:2:1: seeds.mastr: ", "did you mean seeds.master?"]),
                (["--config", "missing.toml"], {}, [f"{self.folder}/missing.toml: cannot be opened"]),
                (["--config", self.folder], {}, ["is a directory"]),
                (["--seed", "seven"], {}, ["--seed: seeds.master: \"seven\" is not a whole number"]),
                (["--seed", ""], {}, ["--seed: seeds.master: \"\" is not a whole number"]),
                (["--seed=-1"], {}, ["--seed: seeds.master: \"-1\" is not"]),
                (["--mode", "enforec"], {}, ["--mode: mode: ", "did you mean enforce?"]),
                (["--mode", "strict"], {}, ["needs the judgement of kernel launches"]),
                ([], {"DETSHIM_SEDE": "1"}, ["DETSHIM_SEDE: no such variable", "did you mean DETSHIM_SEED?"]),
                ([], {"DETSHIM_SEED": "1", "DETSHIM_SEEDS_MASTER": "2"}, ["DETSHIM_SEEDS_MASTER says 2"])):
            with self.subTest(arguments=arguments, env=env):
                self.detshim("run", *arguments, "--", "touch", mark, status=78, **env)
                self.assertComplaint(*parts, WAY_OUT)
                self.assertFalse(mark.exists())

    def test_a_program_that_cannot_start(self):
        self.detshim("run", "--", "no-such-program", status=127)
        self.assertComplaint("no-such-program: cannot be started: No such file", "PATH")
        self.detshim("run", "--", self.write("text", "x"), status=126)
        self.assertComplaint("cannot be started: Permission denied", "executable")
        self.detshim("run", "--", self.folder, status=126)

    def test_a_library_that_the_loader_would_not_take(self):
        text = self.write("text.so", "no library")
        spaced = self.folder / "with space.so"
        shutil.copy(OPTIONS.library, spaced)
        for library, part in ((self.folder / "missing.so", "does not exist"), (text, "is not a shared library"),
                              ("/lib/x86_64-linux-gnu/libm.so.6", "is another library, not detshim's"),
                              (self.folder, "libdetshim.so does not exist"), (spaced, "holds a space"),
                              ("/dev/null", "is not a file")):
            with self.subTest(library=library):
                self.detshim("run", "--lib", library, "--", "true", status=127)
                self.assertComplaint("--lib: ", part, "/lib/detshim/libdetshim.so", "DETSHIM_LIB")
                self.detshim("run", "--", "true", status=127, DETSHIM_LIB=str(library))
                self.assertComplaint("DETSHIM_LIB: ", part)

    def test_bad_usage(self):
        self.detshim("run", status=2)
        self.assertComplaint("no program given", "Example:")
        self.detshim("run", "--", status=2)
        self.detshim("run", "--sed", "7", "--", "true", status=2)
        self.assertComplaint("no such option: --sed", "--help")
        self.detshim("run", "--seed", status=2)


class Path_(Case):
    def test_prints_the_library(self):
        self.assertEqual(self.detshim("path"), OPTIONS.library + "\n")
        self.assertEqual(self.stderr, "")

    def test_finds_it_beside_itself(self):
        for folder in ("bin", "lib/detshim"):
            (self.folder / "prefix" / folder).mkdir(parents=True)
        command = shutil.copy(OPTIONS.detshim, self.folder / "prefix/bin/detshim")
        library = self.folder / "prefix/lib/detshim/libdetshim.so"
        self.detshim("path", command=command, status=127, DETSHIM_LIB=None)
        self.assertComplaint("DETSHIM_LIB is not set", str(library), "--lib or DETSHIM_LIB")
        shutil.copy(OPTIONS.library, library)
        self.assertEqual(self.detshim("path", command=command, DETSHIM_LIB=None), f"{library}\n")
        link = self.folder / "detshim"
        link.symlink_to(command)
        self.assertEqual(self.detshim("path", command=link, DETSHIM_LIB=None), f"{library}\n")
        self.assertEqual(self.detshim("path", DETSHIM_LIB=str(library.parent)), f"{library}\n")

    def test_full_standard_output_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([OPTIONS.detshim, "path"], env=self.env, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard output cannot be written", done.stderr)


class Env(Case):
    def states(self, **env):
        return {e["name"]: e for e in json.loads(self.detshim("env", "--format", "json", **env))}

    def test_every_variable_has_a_state_and_a_reason(self):
        states = self.states(PYTHONHASHSEED="random", NCCL_ALGO="Ring",
                             DETSHIM_ENV_SKIP="KMP_DETERMINISTIC_REDUCTION")
        self.assertEqual({name: e["state"] for name, e in states.items()},
                         {"CUBLAS_WORKSPACE_CONFIG": "set", "PYTHONHASHSEED": "defeating", "CUPY_SEED": "per_process",
                          "NCCL_ALGO": "kept", "TORCHINDUCTOR_DETERMINISTIC": "set",
                          "KMP_DETERMINISTIC_REDUCTION": "skipped"})
        self.assertTrue(all(e["reason"] for e in states.values()))
        self.assertTrue(states["PYTHONHASHSEED"]["defeat"])
        self.assertEqual({e["state"] for e in self.states(DETSHIM_MODE="observe").values()}, {"off"})

    def test_text_names_what_defeats_the_purpose(self):
        text = self.detshim("env", PYTHONHASHSEED="random")
        self.assertIn("PYTHONHASHSEED=random: kept, but it defeats the purpose", text)
        self.assertIn("CUBLAS_WORKSPACE_CONFIG=:4096:8: set", text)

    def test_a_shell_takes_it(self):
        text = self.detshim("env", "--format", "sh", DETSHIM_SEED="7")
        done = subprocess.run(["sh", "-c", text + '\nprintf %s "$CUBLAS_WORKSPACE_CONFIG $PYTHONHASHSEED $NCCL_ALGO"'],
                              env=self.env, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), (":4096:8 7 ^NVLS", ""))

    def test_a_bad_configuration(self):
        self.detshim("env", status=2, DETSHIM_MODE="on")
        self.assertComplaint("DETSHIM_MODE: mode: \"on\" is not one of observe, enforce")
        self.detshim("env", "--format", "xml", status=2)

    def test_colour_on_a_terminal_only(self):
        self.assertNotIn("\x1b", self.detshim("env"))
        self.assertIn(b"\x1b[1m", self.on_terminal())
        self.assertNotIn(b"\x1b", self.on_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\x1b", self.on_terminal(TERM="dumb"))

    def on_terminal(self, **env):
        try:
            outer, inner = pty.openpty()
        except OSError as e:
            self.skipTest(f"no pseudo-terminal here ({e}); mount devpts on /dev/pts")
        subprocess.run([OPTIONS.detshim, "env"], env=self.env | {"TERM": "xterm"} | env, stdout=inner, timeout=60)
        os.close(inner)
        text = b""
        try:
            while chunk := os.read(outer, 65536):
                text += chunk
        except OSError:  # the other side is closed
            pass
        os.close(outer)
        return text


class Config(Case):
    def test_effective_names_the_origin_of_each_value(self):
        file = self.write("detshim.toml", "mode = \"observe\"\n[log]\nlevel = \"debug\"\n")
        text = self.detshim("config", DETSHIM_SEED="7", DETSHIM_LOG_LEVEL="error")
        self.assertRegex(text, rf'mode = "observe" +# {file}:1:8\n')
        self.assertRegex(text, r"master = 7 +# DETSHIM_SEED\n")
        self.assertRegex(text, r'level = "error" +# DETSHIM_LOG_LEVEL\n')
        self.assertRegex(text, r'clock = "pin" +# default\n')
        self.assertEqual(self.detshim("config", "--effective", DETSHIM_SEED="7", DETSHIM_LOG_LEVEL="error"), text)

    def test_effective_output_is_a_configuration(self):
        variables = {"DETSHIM_SEED": "18446744073709551615", "DETSHIM_ENTROPY_ALLOW": "/a:/b", "DETSHIM_LOG": "x\ty"}
        self.write("again.toml", self.detshim("config", **variables))
        keys = json.loads(self.detshim("config", "--format", "json", DETSHIM_CONFIG="again.toml"))["keys"]
        self.assertEqual(keys["seeds.master"]["value"], 2**64 - 1)
        self.assertEqual(keys["entropy.allow"]["value"], ["/a", "/b"])
        self.assertEqual(keys["log.to"]["value"], "x\ty")
        self.assertTrue(keys["log.to"]["origin"].startswith(f"{self.folder}/again.toml:"))

    def test_default_is_a_good_file_and_the_example(self):
        text = self.detshim("config", "--default")
        self.assertEqual(text, (Path(OPTIONS.source) / "config/detshim.example.toml").read_text())
        file = self.write("default.toml", text)
        self.assertEqual(self.detshim("config", "--check", file), f"{file}: good\n")

    def test_reference_is_the_page(self):
        self.assertEqual(self.detshim("config", "--reference"),
                         (Path(OPTIONS.source) / "docs/configuration.md").read_text())

    def test_check_looks_at_the_file_alone(self):
        file = self.write("good.toml", "mode = \"observe\"\n")
        self.detshim("config", "--check", file, DETSHIM_SEDE="1")
        for text, part in (("mode = \"on\"", ":1:8: mode: \"on\" is not one of"), ("mode = on", ":1:8: mode: not valid"),
                           ("x = 1", ":1:1: x: no such key"), ("#" * 2**20 + "#", "has 1048577 bytes")):
            file = self.write("bad.toml", text)
            self.detshim("config", "--check", file, status=2)
            self.assertComplaint(str(file) + (part if part.startswith(":") else f": {part}"))
        self.detshim("config", "--check", "missing.toml", status=2)
        self.assertComplaint("missing.toml: cannot be opened")

    def test_bad_usage(self):
        self.detshim("config", "--check", "a", "--default", status=2)
        self.assertComplaint("--check excludes --default")
        self.detshim("config", "--", "x", status=2)
        self.assertComplaint("takes no program")


PLAN = """
[plan.{graph}-bf0687ce-{version}]
what = "matmul f16 [1,2]"
gpu = "{gpu}"
cudnn = "9"
engine = {engine}
knobs = ["1=2"]
"""


class Lock(Case):
    def lock(self, name, *plans):
        text = "format = 1\n"
        for graph, version, gpu, engine in plans:
            text += PLAN.format(graph=graph * 16, version=version, gpu=gpu, engine=engine)
        return self.write(name, text)

    def test_show(self):
        file = self.lock("a", ("1", 91900, "NVIDIA H200", 3), ("2", 91900, "NVIDIA H200", 4))
        self.assertEqual(self.detshim("lock", "show", file),
                         "NVIDIA H200, cuDNN 9.19.0\n  matmul f16 [1,2]: engine 3, knobs 1=2\n"
                         "  matmul f16 [1,2]: engine 4, knobs 1=2\n2 plans\n")
        plans = json.loads(self.detshim("lock", "show", file, "--format", "json"))
        self.assertEqual(plans[0], {"graph": "1" * 16, "what": "matmul f16 [1,2]", "gpu": "NVIDIA H200",
                                    "cudnn": "9.19.0", "engine": 3, "knobs": {"1": 2}})

    def test_diff(self):
        old = self.lock("old", ("1", 91900, "H200", 3), ("2", 91900, "H200", 4))
        new = self.lock("new", ("1", 91900, "H200", 5), ("3", 91900, "H200", 4))
        self.assertEqual(self.detshim("lock", "diff", old, old), "")
        self.detshim("lock", "diff", old, new, status=1)
        self.assertEqual([line.split()[0] for line in self.stdout.splitlines()], ["changed", "removed", "added"])
        self.assertIn("engine 3, knobs 1=2 -> engine 5", self.stdout)
        changes = json.loads(self.detshim("lock", "diff", old, new, "--format", "json", status=1))
        self.assertEqual([c["change"] for c in changes], ["changed", "removed", "added"])

    def test_prune(self):
        plans = (("1", 91900, "H200", 3), ("1", 90800, "H200", 3), ("2", 90800, "A100", 3))
        file = self.lock("a", *plans)
        self.assertEqual(self.detshim("lock", "prune", file), "removed 1 of 3 plans\n")
        self.assertEqual(len(json.loads(self.detshim("lock", "show", file, "--format", "json"))), 2)
        self.assertEqual(self.detshim("lock", "prune", file, "--gpu", "A100"), "removed 1 of 2 plans\n")
        self.assertEqual(self.detshim("lock", "prune", file, "--cudnn", "9.8.0"), "removed 0 of 1 plan\n")
        self.assertEqual(self.detshim("lock", "prune", file, "--cudnn", "9.9.9"), "removed 1 of 1 plan\n")
        self.assertEqual(self.detshim("lock", "show", file), "0 plans\n")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["a"])

    def test_bad_files(self):
        self.detshim("lock", "show", "missing", status=2)
        self.assertComplaint("missing: cannot be opened", "lock_mode")
        self.detshim("lock", "diff", self.lock("a"), self.write("b", "format = 3\n"), status=2)
        self.assertComplaint("b: line 1: this detshim reads lock files of format 1 only")
        self.detshim("lock", status=2)


class Usage(Case):
    def test_help_of_each_verb_has_an_example(self):
        self.assertIn("Example:", self.detshim("--help"))
        for verb in ("run", "path", "env", "config", "lock"):
            self.assertIn("Example:\n  ", self.detshim(verb, "--help"))
            self.assertEqual(self.stderr, "")

    def test_version(self):
        self.assertRegex(self.detshim("--version"), r"^detshim \d+\.\d+\.\d+\n$")

    def test_unknown_verbs_are_named(self):
        self.detshim("confg", status=2)
        self.assertComplaint("confg: no such verb", "did you mean config?")
        self.detshim("\x1b[31m", status=2)
        self.assertNotIn("\x1b", self.stderr)
        self.detshim(status=2)

    def test_the_manual_knows_every_verb_and_option(self):
        manual = (Path(OPTIONS.source) / "docs/man/detshim.1").read_text().replace("\\-", "-")
        for verb in ("run", "path", "env", "config", "lock"):
            self.assertIn(f"detshim {verb}", manual)
            for option in re.findall(r"^  (?:-\w,)?(--[a-z]+)", self.detshim(verb, "--help"), re.M):
                self.assertIn(option, manual, verb)
        self.assertIn(self.detshim("--version").split()[1], manual)


def main():
    parser = argparse.ArgumentParser()
    for name in ("detshim", "library", "source"):
        parser.add_argument(f"--{name}", required=True)
    verbs = {"run": Run, "path": Path_, "env": Env, "config": Config, "lock": Lock, "usage": Usage}
    parser.add_argument("verb", choices=verbs)
    parser.parse_args(namespace=OPTIONS)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(verbs[OPTIONS.verb])
    return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1


sys.exit(main())
