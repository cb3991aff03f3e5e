"""The runs of tools/demo: unmodified programs, bare and under the preload; a table; exit 0 only if it held.

Called by tools/demo, which builds and finds what the arguments name. Results go to standard output, progress to
standard error when that is a terminal. Every run gets an empty folder of its own; what differs is kept.
"""
import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--shim", required=True, type=Path)
    p.add_argument("--folder", required=True, type=Path, help="for the runs")
    p.add_argument("--torch-python", required=True)
    p.add_argument("--torch-version", required=True)
    p.add_argument("--train", required=True)
    p.add_argument("--curand", required=True)
    p.add_argument("--engine-list", help="prints a list of cuDNN's; without: not shown")
    p.add_argument("--gpu", help="the properties of an H200, for that program")
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--json", action="store_true")
    return p.parse_args()


@dataclass
class Case:
    """One program run several times in one way."""

    program: str
    how: str
    command: list
    shown: str  # the word before the value that stands for a run in the table
    settings: dict  # environment variables on top of a clean environment
    least: int = 1  # distinct results that it must have, at least and at most
    most: int = 1
    unlike: "Case | None" = None  # a case whose results must all be others
    values: list = field(default_factory=list)
    results: list = field(default_factory=list)
    seconds: list = field(default_factory=list)
    stderr: str = ""

    def wrong(self):
        distinct = len(set(self.results))
        if not self.least <= distinct <= self.most:
            return f"{distinct} different results, expected {self.expected()}"
        if self.unlike and set(self.values) & set(self.unlike.values):
            return f"the same result as {self.unlike.how!r}"
        return None

    def expected(self):
        return f"{self.least}" if self.least == self.most else f"{self.least} or more"


def cases_of(a):
    preload = {"LD_PRELOAD": str(a.shim)}
    train = ("PyTorch training on the CPU", [a.torch_python, a.train, "."], "weights")
    curand = ("cuRAND seeded from the clock", [a.curand], "bits")
    enough = max(2, a.runs - 1)

    def case(program, how, settings, **limits):
        name, command, shown = program
        return Case(name, how, command, shown, settings, **limits)

    under = case(train, "preload", preload)
    return [
        case(train, "bare", {}, least=enough, most=a.runs),
        under,
        case(train, "preload, DETSHIM_SEED=7", preload | {"DETSHIM_SEED": "7"}, unlike=under),
        case(curand, "bare", {}, least=a.runs, most=a.runs),
        case(curand, "preload", preload),
    ]


def run(case, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    clean = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"}
    started = time.monotonic()
    done = subprocess.run(case.command, cwd=folder, env=clean | case.settings, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=600)
    case.seconds.append(time.monotonic() - started)
    case.stderr = case.stderr or done.stderr.decode(errors="replace")
    shown = re.search(rf"{case.shown} ([0-9a-f]+)".encode(), done.stdout)
    if done.returncode != 0 or not shown:
        sys.exit(f"demo: {shlex.join(case.command)} ({case.how}) ended with status {done.returncode}:\n"
                 f"{done.stderr.decode(errors='replace')[-2000:]}")
    case.values.append(shown[1].decode())
    result = hashlib.sha256(done.stdout)
    for file in sorted(folder.iterdir()):  # each process of the program leaves one
        result.update(file.name.encode() + b"\0" + file.read_bytes())
    case.results.append(result.hexdigest())


# Graphs of tests/programs/cudnn/cases.cpp and lists of cuDNN's in which it offers engines that it notes as nondeterministic.
ENGINE_LISTS = [("dgrad 3x3 bf16 nhwc", "FALLBACK"), ("wgrad 1x1 f32 nchw", "A"), ("wgrad 3x3 f64 nchw", "A")]


@dataclass
class EngineList:
    graph: str
    mode: str
    bare: str
    preload: str

    def wrong(self):
        """Noted engines have a star."""
        if "*" not in self.bare:
            return "cuDNN offers no noted engine bare"
        return "a noted engine is left" if "*" in self.preload or not self.preload else None


def engine_lists_of(a):
    def engines(graph, mode, settings):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"}
        done = subprocess.run([a.engine_list, a.gpu, "linked", graph, mode], env=clean | settings, capture_output=True, text=True)
        return done.stdout.partition(":")[2].strip()

    preload = {"LD_PRELOAD": str(a.shim)}
    return [EngineList(g, m, engines(g, m, {}), engines(g, m, preload)) for g, m in ENGINE_LISTS] if a.engine_list else []


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def show_engine_lists(lists):
    if not lists:
        print("\ncuDNN's engines: not shown, the CUDA toolkit has no cuDNN 9")
        return
    print("\ncuDNN's engines on an H200, by number and rank; * cuDNN notes it as nondeterministic")
    for one in lists:
        print(f"  {one.graph}, list {one.mode}")
        print(f"    bare     {one.bare}\n    preload  {one.preload}{'' if not one.wrong() else '  WRONG'}")


def show_table(a, cases, lists):
    relative = os.path.relpath(a.shim)
    print(f"Unmodified programs, {a.runs} runs each way, PyTorch {a.torch_version}; nothing in them is seeded.\n")
    width = max(len(c.how) for c in cases)
    program = None
    for case in cases:
        if case.program != program:
            program = case.program
            print(f"{program}: {case.shown}")
        runs = " ".join(value[:8] for value in case.values)
        verdict = "all alike" if len(set(case.results)) == 1 else f"{len(set(case.results))} different"
        mean = sum(case.seconds) / len(case.seconds)
        print(f"  {case.how:<{width}}  {runs}  {verdict:<11} {mean:6.2f} s/run{'' if not case.wrong() else '  WRONG'}")
    show_engine_lists(lists)
    said = cases[1].stderr.strip()
    if said:
        print("\nWhat the first training run under the preload said at its end:")
        print("\n".join(f"  {line}" for line in said.splitlines()[:25]))
    print("\nTry it:")
    for case in cases[1:3]:
        setting = "".join(f"{k}={v} " for k, v in case.settings.items() if k != "LD_PRELOAD")
        command = [os.path.relpath(word) if os.path.isabs(word) and word != a.torch_python else word
                   for word in case.command[:-1]]
        print(f"  {setting}LD_PRELOAD={relative} {shlex.join(command)}")
    print()


def main():
    a = parse()
    cases = cases_of(a)
    for number, case in enumerate(cases):
        for i in range(a.runs):
            progress(f"demo: {case.program}, {case.how}: run {i + 1} of {a.runs}")
            run(case, a.folder / f"{number}-{i}")
    lists = engine_lists_of(a)
    progress("")

    wrong = [(number, case) for number, case in enumerate(cases) if case.wrong()]
    wrong_lists = [one for one in lists if one.wrong()]
    if a.json:
        print(json.dumps({
            "held": not (wrong or wrong_lists), "shim": str(a.shim), "torch": a.torch_version, "runs": a.runs,
            "cases": [{"program": c.program, "how": c.how, "distinct": len(set(c.results)), "expected": c.expected(),
                       c.shown: c.values, "seconds": [round(s, 3) for s in c.seconds], "wrong": c.wrong()}
                      for c in cases],
            "cudnn": [asdict(one) | {"wrong": one.wrong()} for one in lists]}, indent=2))
    else:
        show_table(a, cases, lists)
    for number, case in wrong:
        print(f"demo: {case.program}, {case.how}: {case.wrong()}; the runs are in {a.folder}/{number}-*",
              file=sys.stderr)
    for one in wrong_lists:
        print(f"demo: cuDNN, {one.graph}, list {one.mode}: {one.wrong()}", file=sys.stderr)
    if not (wrong or wrong_lists):
        shutil.rmtree(a.folder)
        if not a.json:
            print("It held: the results differ without the preload and are alike with it.")
    return 1 if wrong or wrong_lists else 0


sys.exit(main())
