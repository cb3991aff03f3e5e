#!/usr/bin/env python3
"""A program under the preload with every kind of bad configuration, and with good ones: configuration_test.py --shim LIB

Each case runs `touch started` bare, which must work, and shimmed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WAY_OUT = "Correct it, or unset LD_PRELOAD to run without detshim.\n"


def file(content):
    """A configuration with that content."""
    def make(path):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return make


def large(path):
    with open(path, "wb") as f:
        f.truncate(10 << 20)


# what stands at bad.toml, or nothing; variables; what the line on standard error must hold
BAD = [
    (file("[sedes]\nmaster = 1\n"), {}, ["bad.toml:1:2: sedes: no such section", "did you mean seeds?"]),
    (file("[seeds]\nmastr = 1\n"), {}, ["bad.toml:2:1: seeds.mastr: no such key", "master, explicit, clock",
                                        "did you mean seeds.master?"]),
    (file("mode = 3\n"), {}, ["bad.toml:1:8: mode: expected one of observe, enforce", "found an integer"]),
    (file("mode = \"enforec\"\n"), {}, ["bad.toml:1:8: mode: ", "did you mean enforce?"]),
    (file("mode = \"strict\"\n"), {}, ["bad.toml:1:8: mode: ", "needs the judgement of kernel launches"]),
    (file("mode = enforce\n"), {}, ["bad.toml:1:8: mode: not valid TOML", "one of observe, enforce"]),
    (file("seeds.master = -1\n"), {}, ["bad.toml:1:16: seeds.master: -1 is not a whole number from 0"]),
    (file("[seeds]\nmaster = 99999999999999999999\n"), {}, ["bad.toml:2:", "seeds.master: ", "from 0"]),
    (file("mode = \"observe\"\nmode = \"enforce\"\n"), {}, ["bad.toml:2:1: mode: is defined twice"]),
    (file(b"mode = \"\xff\xfe\"\n"), {}, ["bad.toml:1:8: mode: ", "utf-8"]),
    (file(b"\x7fELF\x02\x01\x01\x00"), {}, ["bad.toml:1:1: not valid TOML"]),
    (file("a." * 100_000 + "a = 1"), {}, ["bad.toml:1:", "nested more than 16 deep"]),
    (file("x = " + "[" * 100_000), {}, ["bad.toml:1:", "not valid TOML"]),
    (file("entropy.allow = [\"libc10.so\"]"), {}, ["bad.toml:1:17: entropy.allow: \"libc10.so\" is not an absolute"]),
    (large, {}, ["bad.toml: has 10485760 bytes; such a file has at most 1048576"]),
    (Path.mkdir, {}, ["bad.toml: is a directory"]),
    (os.mkfifo, {}, ["bad.toml: is a pipe"]),
    (lambda path: path.symlink_to("bad.toml"), {}, ["bad.toml: cannot be opened: Too many levels of symbolic links"]),
    (lambda path: None, {}, ["bad.toml: cannot be opened: No such file or directory"]),
    (None, {"DETSHIM_SEDE": "1"}, ["DETSHIM_SEDE: no such variable of detshim", "did you mean DETSHIM_SEED?"]),
    (None, {"DETSHIM_SEED": "seven"}, ["DETSHIM_SEED: seeds.master: \"seven\" is not a whole number from 0"]),
    (None, {"DETSHIM_SEED": "18446744073709551616"}, ["DETSHIM_SEED: seeds.master: "]),
    (None, {"DETSHIM_MODE": "on"}, ["DETSHIM_MODE: mode: \"on\" is not one of observe, enforce"]),
    (None, {"DETSHIM_LOG_LEVEL": "wran"}, ["DETSHIM_LOG_LEVEL: log.level: ", "did you mean warn?"]),
    (None, {"DETSHIM_TORCH_UNSEEDED": "yes"}, ["torch.unseeded: \"yes\" is not true or false"]),
    (None, {"DETSHIM_SEED": "1", "DETSHIM_SEEDS_MASTER": "2"}, ["DETSHIM_SEED: seeds.master: says 1, but"]),
    (file("mode = \"observe\"\n"), {"DETSHIM_MODE": "on"}, ["DETSHIM_MODE: mode: "]),
]

GOOD = [
    (None, {}),
    (None, {"DETSHIM_SEED": "0x10", "DETSHIM_MODE": "observe"}),
    (None, {"DETSHIM_CONFIG": ""}),
    (None, {"DETSHIM_DISABLE": "1", "DETSHIM_SEDE": "1", "DETSHIM_MODE": "on"}),
    (file("mode = \"observe\"\n[seeds]\nmaster = \"18446744073709551615\"\n"), {}),
    (file(""), {"DETSHIM_SEED": "7"}),
]


def run(shim, make, variables):
    """Exit status, standard output, standard error, and whether main ran."""
    folder = Path(tempfile.mkdtemp(prefix="detshim-config-"))
    try:
        env = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"} | variables
        if make:
            make(folder / "bad.toml")
            env["DETSHIM_CONFIG"] = "bad.toml"
        if shim:
            env["LD_PRELOAD"] = shim
        done = subprocess.run(["/usr/bin/touch", "started"], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode(), (folder / "started").exists()
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shim", required=True)
    shim = parser.parse_args().shim
    if not Path(shim).exists():
        print(f"SKIP: {shim} is not built; build the target detshim_shim")
        return 77
    failures = 0
    for number, (make, variables, parts) in enumerate([*BAD, *((*good, None) for good in GOOD)]):
        bare = run(None, make, variables)
        status, out, err, started = shimmed = run(shim, make, variables)
        right = bare == (0, "", "", True)
        if parts is None:
            right = right and shimmed == bare
        else:
            right = right and (status, out, started) == (78, "", False) and err.count("\n") == 1
            right = right and err.startswith("detshim: ") and err.endswith(WAY_OUT) and all(p in err for p in parts)
        if not right:
            failures += 1
            print(f"case {number} {variables} {parts}\n  bare {bare}\n  shimmed {shimmed}")
    print(f"{len(BAD)} bad and {len(GOOD)} good configurations, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
