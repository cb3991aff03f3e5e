#!/usr/bin/env python3
"""Runs one unmodified program bare and under the shim and compares what it leaves behind.

  behaviour.py --shim LIB --folder DIR [options] -- COMMAND...

Each run gets a folder of its own as working directory (also in $OUT). Its result is exit status, standard output
and every file it left there, so that programs with several processes write a file each. COMMAND may contain {shim}
and {run} (the number of the run, from 0).

  --runs N               runs each way (default 2)
  --bare distinct>=K     at least K different results without the shim (default 2: the twin that shows the difference)
  --bare "=TEXT"         every bare run prints TEXT (white space folded)
  --bare skip            no bare runs (only where another test is the twin; say which in the CMake file)
  --shim-result distinct=1 | distinct=N | same-as-bare | lines-unique | "=TEXT"
                         (default distinct=1; N: all runs differ; lines-unique: no line of output comes twice in all runs)
  --status K             what every run ends with (default 0); any: where same-as-bare compares it
  --env K=V              for the shimmed runs only        --both-env K=V   for both; V may contain {shim} and {run}, too
  --files-differ         within each shimmed run, no two of the files left behind hold the same
  --preload-before LIB / --preload-after LIB               other preloads around the shim
  --hooks NAME=K         the log of each shimmed run holds exactly K calls of hook NAME ("pass:NAME" for passed calls)
  --stderr-has TEXT / --stderr-empty                       of the shimmed runs
  --compare-stderr       standard error is part of the result, too
  --needs PATH           skip (77) if PATH does not exist
A failure keeps the folders and prints the command that reruns the test.
"""
import argparse, hashlib, os, re, shlex, shutil, subprocess, sys
from pathlib import Path


def parse():
    p = argparse.ArgumentParser(add_help=True)
    p.add_argument("--shim", required=True)
    p.add_argument("--folder", required=True)
    p.add_argument("--runs", type=int, default=2)
    p.add_argument("--bare", default="distinct>=2")
    p.add_argument("--shim-result", default="distinct=1")
    p.add_argument("--timeout", type=int, default=100)
    p.add_argument("--status", default="0")
    for name in ("env", "both-env", "preload-before", "preload-after", "hooks", "stderr-has", "needs"):
        p.add_argument(f"--{name}", action="append", default=[])
    p.add_argument("--stderr-empty", action="store_true")
    p.add_argument("--compare-stderr", action="store_true")
    p.add_argument("--files-differ", action="store_true")
    p.add_argument("command", nargs=argparse.REMAINDER)
    a = p.parse_args()
    a.command = a.command[1:] if a.command[:1] == ["--"] else a.command
    return a


def clean_environment():
    return {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"}


def fold(text):
    return " ".join(text.split())


class Run:
    def __init__(self, a, kind, number):
        self.folder = Path(a.folder) / f"{kind}{number}"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        fill_in = lambda text: text.replace("{shim}", a.shim).replace("{run}", str(number))
        env = clean_environment() | dict(fill_in(e).split("=", 1) for e in a.both_env)
        env["OUT"] = str(self.folder)
        log = self.folder.with_suffix(".log")
        log.unlink(missing_ok=True)
        if kind == "shim":
            env["LD_PRELOAD"] = " ".join([*a.preload_before, a.shim, *a.preload_after])
            if a.hooks:
                env |= {"DETSHIM_LOG": str(log), "DETSHIM_LOG_LEVEL": "trace"}
            env |= dict(fill_in(e).split("=", 1) for e in a.env)
        command = [fill_in(c) for c in a.command]
        try:
            done = subprocess.run(command, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, timeout=a.timeout,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired as late:
            done = subprocess.CompletedProcess(command, "timeout", late.stdout or b"", late.stderr or b"")
        self.stdout = done.stdout.decode(errors="replace")
        self.stderr = done.stderr.decode(errors="replace")
        self.status = done.returncode
        self.log = log.read_text(errors="replace") if log.exists() else ""
        digest = hashlib.sha256(done.stdout + f"\0{done.returncode}".encode())
        if a.compare_stderr:
            digest.update(b"\0" + done.stderr)
        for f in sorted(self.folder.rglob("*")):
            if f.is_file():
                digest.update(str(f.relative_to(self.folder)).encode() + b"\0" + f.read_bytes())
        self.result = digest.hexdigest()

    def show(self):
        files = " ".join(f"{f.name}[{f.read_bytes()[:200]!r}]" for f in sorted(self.folder.rglob("*")) if f.is_file())
        return f"rc={self.status} stdout={self.stdout[:300]!r} stderr={self.stderr[:600]!r} {files}"


def check(wanted, runs, bare=None):
    """None, or what is wrong."""
    results = [r.result for r in runs]
    distinct = len(set(results))
    if wanted.startswith("="):
        bad = [r for r in runs if fold(r.stdout) != fold(wanted[1:])]
        return f"expected output {fold(wanted[1:])!r}" if bad else None
    if wanted.startswith("distinct>="):
        return None if distinct >= int(wanted[10:]) else f"{distinct} distinct results of {len(runs)}, expected {wanted[8:]}"
    if wanted.startswith("distinct="):
        want = wanted[9:]
        want = len(runs) if want == "N" else int(want)
        return None if distinct == want else f"{distinct} distinct results of {len(runs)}, expected {want}"
    if wanted == "lines-unique":
        lines = [line for r in runs for line in r.stdout.splitlines()]
        repeated = len(lines) - len(set(lines))
        return f"{repeated} of {len(lines)} lines come again" if repeated or not all(r.stdout for r in runs) else None
    if wanted == "same-as-bare":
        return None if set(results) == {r.result for r in bare} else "results differ from the bare run's"
    sys.exit(f"behaviour.py: unknown expectation {wanted!r}")


def main():
    a = parse()
    for path in a.needs:
        if not Path(path).exists():
            print(f"SKIP: needs {path}; tools/bootstrap installs it")
            return 77
    failures, bare = [], []
    if a.bare != "skip":
        bare = [Run(a, "bare", i) for i in range(a.runs)]
        if wrong := check(a.bare, bare):
            failures += [f"bare: {wrong}"] + [f"  {r.show()}" for r in bare]
    shim = [Run(a, "shim", i) for i in range(a.runs)]
    if wrong := check(a.shim_result, shim, bare):
        failures += [f"shimmed: {wrong}"] + [f"  {r.show()}" for r in shim]
        failures += [f"  bare: {r.show()}" for r in bare[:1]]
    for run in bare + shim:
        if a.status != "any" and str(run.status) != a.status:
            failures.append(f"ended with {run.status}, expected {a.status}: {run.show()}")
        if "cannot be preloaded" in run.stderr:
            failures.append(f"a library was not preloaded: {run.stderr[:300]!r}")
    for run in shim:
        for hook in a.hooks:
            name, want = hook.rsplit("=", 1)
            verb, name = name.split(":", 1) if ":" in name else ("hook", name)
            seen = len(re.findall(rf"\b{verb} {re.escape(name)}(?![A-Za-z0-9_])", run.log))
            if seen != int(want):
                failures.append(f"{verb} {name}: {seen} calls in the log, expected {want}\n{run.log[:800]}")
        for text in a.stderr_has:
            if text not in run.stderr:
                failures.append(f"standard error lacks {text!r}: {run.stderr[:600]!r}")
        files = [f for f in sorted(run.folder.rglob("*")) if f.is_file()] if a.files_differ else []
        if len({f.read_bytes() for f in files}) != len(files) or (a.files_differ and len(files) < 2):
            failures.append(f"files of one run do not differ: {run.show()}")
        if a.stderr_empty and run.stderr:
            failures.append(f"standard error is not empty: {run.stderr[:600]!r}")
    if failures:
        print("\n".join(failures))
        print("rerun:", shlex.join([sys.executable, *sys.argv]))
        return 1
    print(f"bare {len({r.result for r in bare})} of {len(bare)}, shimmed {len({r.result for r in shim})} of {len(shim)} distinct")
    shutil.rmtree(a.folder, ignore_errors=True)
    return 0


sys.exit(main())
