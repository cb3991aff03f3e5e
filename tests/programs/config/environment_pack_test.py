#!/usr/bin/env python3
"""The environment pack of a bare preload, in a tree of processes: environment_pack_test.py --shim LIB

Each run starts a shell that starts two children and two ranks; each prints its CUPY_SEED and PYTHONHASHSEED.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

SHOW = 'echo "$CUPY_SEED $PYTHONHASHSEED $CUBLAS_WORKSPACE_CONFIG"'
TREE = f"""{SHOW}
sh -c '{SHOW}; true'
sh -c '{SHOW}; true'
RANK=0 sh -c '{SHOW}; true'
RANK=1 sh -c '{SHOW}; true'"""


def seeds(shim, **variables):
    pack = {"CUPY_SEED", "PYTHONHASHSEED", "CUBLAS_WORKSPACE_CONFIG", "LD_PRELOAD", "RANK"}
    env = {k: v for k, v in os.environ.items() if k not in pack and not k.startswith("DETSHIM_")} | variables
    if shim:
        env["LD_PRELOAD"] = shim
    done = subprocess.run(["sh", "-c", TREE], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, check=True)
    assert done.stderr == "", done.stderr
    lines = [line.split(" ") for line in done.stdout.splitlines()]
    return [line[0] for line in lines], {line[1] for line in lines}, {line[2] for line in lines}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shim", required=True)
    shim = parser.parse_args().shim
    if not Path(shim).exists():
        print(f"SKIP: {shim} is not built; build the target detshim_shim")
        return 77
    assert seeds(None) == ([""] * 5, {""}, {""}), "bare: nothing is set"
    assert seeds(shim, DETSHIM_MODE="observe") == seeds(None), "observe: nothing is set"
    first, hashes, workspaces = seeds(shim)
    assert (hashes, workspaces) == ({"0"}, {":4096:8"}), (hashes, workspaces)
    assert seeds(shim)[0] == first, "a second run repeats"
    assert len(set(first)) == 5 and "" not in first, f"each process has a seed of its own: {first}"
    other, hashes, _ = seeds(shim, DETSHIM_SEED="7")
    assert not set(other) & set(first) and hashes == {"7"}, "another master, other seeds"
    assert seeds(shim, CUPY_SEED="5")[0] == ["5"] * 5, "the user's seed stays in all processes"
    assert seeds(shim, DETSHIM_ENV_SKIP="CUPY_SEED")[0] == [""] * 5, "a skipped variable is not set"
    assert seeds(shim, PYTHONHASHSEED="3")[1] == {"3"}, "the user's hash seed stays"
    print("bare none, shimmed 5 of 5 distinct and the same again:", *first)
    return 0


sys.exit(main())
