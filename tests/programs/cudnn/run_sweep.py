#!/usr/bin/env python3
"""Runs cudnn_sweep for nine GPU models bare and under the shim, one process each, and compares (compare_sweep.py).

  run_sweep.py --shim LIB --program cudnn_sweep --gpus FOLDER --driver FOLDER --folder DIR [--seed N] [--jobs N]
               [--all | --kind WORD...]

--driver: where the libcuda.so.1 is that accepts code. Without --all a random sample of graphs, another for each model; its
seed is printed, and --seed repeats it. --kind: all graphs whose names begin with one of the words.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compare_sweep import MADE_DETERMINISTIC, TWIN, Comparison, read

# Kinds of graphs by the first word of their name, and how many of each a sample has. Only the backward passes of
# convolution have noted engines; the other kinds take a second and more each.
SAMPLE = {"dgrad": 9, "wgrad": 9, "fprop": 2}
OTHERS = 1


def parse():
    p = argparse.ArgumentParser()
    for name in ("shim", "program", "gpus", "driver", "folder"):
        p.add_argument(f"--{name}", required=True, type=Path)
    p.add_argument("--all", action="store_true")
    p.add_argument("--kind", nargs="+")
    p.add_argument("--seed", type=int)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--plans", type=int, default=1)
    a = p.parse_args()
    a.all = a.all or bool(a.kind)
    return a


def sample(names, gpu, dice):
    knows_bfloat16 = json.loads(gpu.read_text())["deviceVer"] >= 800
    kinds = {}
    for name in names:
        if " bf16" in name and not knows_bfloat16:
            continue  # no engine anywhere
        kind = name.split()[0]
        kinds.setdefault(kind if kind in SAMPLE else "other", []).append(name)
    chosen = []
    for kind, group in kinds.items():
        chosen += dice.sample(group, SAMPLE.get(kind, OTHERS))
    twins = [TWIN + name[len(MADE_DETERMINISTIC):] for name in chosen
             if name.startswith(MADE_DETERMINISTIC) and not name.startswith(TWIN)]
    return chosen + [twin for twin in twins if twin not in chosen]


def sweep(a, gpu, how, names):
    out = a.folder / f"{gpu.stem}.{how}.jsonl"
    env = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"}
    env["LD_LIBRARY_PATH"] = str(a.driver)
    if how == "shim":
        env["LD_PRELOAD"] = str(a.shim)
    with open(out, "w") as stdout, open(out.with_suffix(".err"), "w") as stderr:
        done = subprocess.run([a.program, gpu, str(a.plans)], input="".join(f"{n}\n" for n in names), text=True, env=env,
                              stdout=stdout, stderr=stderr)
    said = out.with_suffix(".err").read_text()
    return out, None if done.returncode == 0 else f"{gpu.stem}, {how}: status {done.returncode}: {said[-500:]}"


def main():
    a = parse()
    seed = random.SystemRandom().randrange(10**6) if a.seed is None else a.seed
    shutil.rmtree(a.folder, ignore_errors=True)
    a.folder.mkdir(parents=True)
    names = subprocess.run([a.program, "list"], capture_output=True, text=True, check=True).stdout.splitlines()
    if a.kind:
        names = [name for name in names if name.split()[0] in a.kind]
    gpus = sorted(a.gpus.glob("*.json"))
    print(f"{len(names)} graphs; " + ("all of them" if a.all else f"a sample for each model, --seed {seed}"), flush=True)
    started = time.monotonic()
    wrong = []
    with ThreadPoolExecutor(a.jobs) as pool:
        pending = []
        for gpu in gpus:
            chosen = names if a.all else sample(names, gpu, random.Random(f"{seed} {gpu.stem}"))
            pending.append((gpu, [pool.submit(sweep, a, gpu, how, chosen) for how in ("bare", "shim")]))
        for gpu, runs in pending:
            (bare, bare_failed), (shim, shim_failed) = (run.result() for run in runs)
            failures = [text for text in (bare_failed, shim_failed) if text]
            if not failures:
                comparison = Comparison(read(bare), read(shim)).run()
                print(f"{gpu.stem:8} {comparison.summary()}", flush=True)
                for text in comparison.only_noted:
                    print(f"         noted engines only: {text}")
                failures = comparison.wrong
            print("\n".join(f"{gpu.stem}: {text}" for text in failures), end="\n" if failures else "", flush=True)
            wrong += failures
    print(f"{len(gpus)} GPU models, {time.monotonic() - started:.0f} s")
    if wrong:
        again = "" if a.all else f" --seed {seed}"
        print(f"{len(wrong)} differences; the runs are in {a.folder}; again: {' '.join(sys.argv)}{again}")
        return 1
    shutil.rmtree(a.folder)
    return 0


sys.exit(main())
