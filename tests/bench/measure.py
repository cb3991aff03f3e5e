#!/usr/bin/env python3
"""Measures what the shim costs and compares it with the budgets of the design.

  measure.py --shim LIB --programs DIR --driver LIB [--runtime LIB] [--starts N] [--write docs/performance.md]

Bare and shimmed runs alternate, and only ratios and differences within this one run are judged. Exit status: 0 if every
budget holds, 1 if one does not hold in three attempts. --write puts the table into the document, between its marks.
"""
import argparse, os, platform, shutil, statistics, subprocess, sys, tempfile, time
from pathlib import Path

ROUNDS = 7
ATTEMPTS = 3
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--shim", required=True)
    p.add_argument("--programs", type=Path, required=True)
    p.add_argument("--driver", required=True)
    p.add_argument("--runtime", help="a real libcudart, for lookups of names that are not hooked")
    p.add_argument("--cudnn-device", help="device properties for bench_cudnn_plans, where cuDNN is")
    p.add_argument("--cudnn-driver", default="", help="folder of a libcuda.so.1 that accepts code")
    p.add_argument("--starts", type=int, default=300)
    p.add_argument("--write", type=Path)
    return p.parse_args()


def environment(preload):
    env = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"}
    return env | {"LD_PRELOAD": preload, "DETSHIM_LOG_SUMMARY": "off"} if preload else env


def figures(program, arguments, a, preload):
    env = environment(preload) | {"LD_LIBRARY_PATH": a.cudnn_driver}
    done = subprocess.run([a.programs / program, *arguments], env=env, stdout=subprocess.PIPE, check=True)
    return {name: float(ns) for name, ns in (line.split() for line in done.stdout.decode().splitlines())}


def best_of_rounds(program, arguments, a):
    """Least nanoseconds per call, bare and shimmed, over rounds in turns."""
    bare, shimmed = {}, {}
    for _ in range(ROUNDS):
        for kept, preload in ((bare, None), (shimmed, a.shim)):
            for name, ns in figures(program, arguments, a, preload).items():
                kept[name] = min(ns, kept.get(name, ns))
    return {name: (bare[name], shimmed[name]) for name in bare}


def start_us(program, preload):
    env = environment(preload) if preload else environment(None)
    env.pop("DETSHIM_LOG_SUMMARY", None)
    begin = time.perf_counter()
    os.waitpid(os.posix_spawn(program, [program], env), 0)
    return (time.perf_counter() - begin) * 1e6


def starts(a):
    """Median microseconds of a bare start, and what each preload adds: the median difference to the bare start of its turn."""
    program = str(a.programs / "bench_start")
    preloads = {"none": None, "empty": str(a.programs / "libbench_empty_preload.so"), "shim": a.shim}
    times = {name: [] for name in preloads}
    for number in range(a.starts + 5):
        for name, preload in preloads.items():
            taken = start_us(program, preload)
            if number >= 5:
                times[name].append(taken)
    added = {name: statistics.median(t - bare for t, bare in zip(times[name], times["none"])) for name in ("empty", "shim")}
    return statistics.median(times["none"]), added["empty"], added["shim"]


def stripped_bytes(a):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "stripped.so"
        subprocess.run(["strip", "-o", copy, a.shim], check=True)
        return copy.stat().st_size


def rows(a):
    """(what, measured, budget, holds)"""
    more = [a.runtime, "cudaMemcpyAsync"] if a.runtime else []
    lookups, launches = best_of_rounds("bench_lookups", [a.driver, *more], a), best_of_rounds("bench_launches", [a.driver], a)
    for name, what, limit in (("dlsym_other", "`dlsym` of a name of the C library", 1.15),
                              ("dlsym_other_cuda", "`dlsym` of a CUDA name that is not hooked", 1.15),
                              ("dlsym_hooked", "`dlsym` of a hooked name", 2.0)):
        bare, shimmed = lookups[name]
        yield what, f"{bare:.0f} → {shimmed:.0f} ns: {shimmed / bare:.2f} ×", f"{limit} ×", shimmed <= limit * bare
    bare, shimmed = launches["launch"]
    yield "kernel launch, counted", f"+{shimmed - bare:.0f} ns", "+50 ns", shimmed - bare <= 50
    if a.cudnn_device:
        plans = best_of_rounds("bench_cudnn_plans", [a.cudnn_device], a)
        for name, what in (("build_forward", "forward"), ("build_backward", "backward, list cut")):
            bare, shimmed = plans[name]
            yield (f"cuDNN list and plan of a convolution, {what}, warm",
                   f"{bare / 1e3:.0f} → {shimmed / 1e3:.0f} µs: {shimmed / bare:.2f} ×", "1.2 ×", shimmed <= 1.2 * bare)
        bare, shimmed = plans["execute"]
        yield "cuDNN execution", f"+{shimmed - bare:.0f} ns", "+100 ns", shimmed - bare <= 100
    bare, empty, added = starts(a)
    limit = 1.4 * empty + 100
    yield (f"process start (median of {a.starts})", f"+{added:.0f} µs (an empty preload: +{empty:.0f} µs, bare: {bare:.0f} µs)",
           f"1.4 × the empty preload's + 100 µs = {limit:.0f} µs", added <= limit)
    size = stripped_bytes(a)
    yield "size of the library, stripped", f"{size / 1e6:.2f} MB", "2 MB", size <= 2_000_000


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{os.cpu_count()} × {line.split(':', 1)[1].strip()}"
    return f"{os.cpu_count()} × {platform.machine()}"


def write(document, table):
    about = f"{processor()}, Linux {platform.release().split('-')[0]}, {' '.join(platform.libc_ver())}."
    text = document.read_text()
    before, after = text[:text.index(BEGIN)], text[text.index(END):]
    document.write_text(f"{before}{BEGIN}\n{about}\n\n{table}\n{after}")


def main():
    a = parse()
    if not shutil.which("strip"):
        sys.exit("measure.py: needs strip (package binutils)")
    for attempt in range(1, ATTEMPTS + 1):
        measured = list(rows(a))
        table = "\n".join(["| what | measured | at most | held |", "|---|---|---|---|",
                           *(f"| {w} | {m} | {b} | {'yes' if holds else 'no'} |" for w, m, b, holds in measured)])
        print(table, flush=True)
        broken = [what for what, _, _, holds in measured if not holds]
        if not broken:
            break
        print(f"attempt {attempt} of {ATTEMPTS}: over budget: {'; '.join(broken)}", flush=True)
    if a.write:
        write(a.write, table)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
