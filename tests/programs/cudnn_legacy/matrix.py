#!/usr/bin/env python3
"""Backward convolutions against the recording double: each pass, each algorithm, each workspace case, bare and under the
shim, and cases drawn at random (the seed is printed; --seed repeats them). What must come out is worked out here anew.

  matrix.py --shim LIB --program CALLS [--option=WORD ...] [--seed N] [--random N]
"""
import argparse, os, random, subprocess, sys

ALGORITHMS = {"data": range(6), "filter": range(7)}
NONDETERMINISTIC = {"data": {0}, "filter": {0, 3}}
SUBSTITUTES = {"data": [1, 5, 3, 2, 4], "filter": [1, 5, 6, 2]}


class Case:
    def __init__(self, name, given, sizes=None, refused=(), refused_late=(), captures=False, full=False):
        self.name, self.given, self.sizes = name, given, sizes or {}
        self.refused, self.refused_late, self.captures, self.full = set(refused), set(refused_late), captures, full

    def environment(self):
        words = lambda values: " ".join(map(str, values))
        env = {"DOUBLE_SIZES": words(f"{a}={b}" for a, b in self.sizes.items()), "DOUBLE_REFUSED": words(self.refused),
               "DOUBLE_RUN_REFUSED": words(self.refused_late)}
        return env | ({"DOUBLE_CAPTURES": "1"} if self.captures else {}) | ({"DOUBLE_FULL": "1"} if self.full else {})

    def run(self, kind, algorithm, room):
        """(line that the double prints, was it run)"""
        fits = room >= self.sizes.get(algorithm, 0)
        ran = fits and algorithm not in self.refused | self.refused_late
        return f"beta 0.5 {kind} {algorithm} in {room}" + ("" if ran else " refused"), ran, fits

    def bare(self, kind, asked, bad_parameter, not_supported):
        line, ran, fits = self.run(kind, asked, self.given)
        return [line] + ([] if ran else [f"-> {not_supported if fits else bad_parameter}"])

    def shimmed(self, kind, asked, own, bad_parameter, not_supported):
        """`own` is [bytes of the shim's buffer on this stream]."""
        if asked not in NONDETERMINISTIC[kind]:
            return self.bare(kind, asked, bad_parameter, not_supported)
        lines = []
        for in_own in (False, True):
            for other in SUBSTITUTES[kind]:
                needs = self.sizes.get(other, 0)
                if other in self.refused or (needs <= self.given) == in_own:
                    continue
                if in_own and (self.captures or (self.full and own[0] < needs)):
                    continue
                if in_own and own[0] < needs:
                    own[0] = needs
                    lines.append(f"allocated {needs}")
                line, ran, _ = self.run(kind, other, needs if in_own else self.given)
                lines.append(line)
                if ran:
                    return lines
        return lines + self.bare(kind, asked, bad_parameter, not_supported)


ALL_100 = {a: 100 for a in range(1, 7)}
CASES = [
    Case("nothing is needed", 0), Case("fits", 4096, ALL_100), Case("fits just", 100, ALL_100),
    Case("too small by a byte: own", 99, ALL_100), Case("null: own", 0, ALL_100),
    Case("null, but one needs nothing", 0, ALL_100 | {5: 0}), Case("too small, but another fits", 50, ALL_100 | {5: 40}),
    Case("captured", 0, ALL_100, captures=True), Case("captured, but one needs nothing", 0, ALL_100 | {2: 0}, captures=True),
    Case("no memory", 0, ALL_100, full=True), Case("first choice not supported", 0, refused=[1]),
    Case("first choice refuses to run", 0, refused_late=[1]), Case("first choice refuses to run in own", 0, ALL_100, refused_late=[1]),
    Case("nothing else supported", 4096, refused=[1, 2, 3, 4, 5, 6]), Case("nothing else runs", 0, refused_late=[1, 2, 4, 5, 6]),
    Case("the asked one is refused, too", 0, refused=[0, 1, 2, 3, 4, 5, 6]),
]


def drawn(number, draw):
    chance = lambda p: [a for a in range(7) if draw.random() < p]
    return Case(f"random {number}", draw.choice([0, 10, 100, 1000]), {a: draw.choice([0, 5, 60, 100, 700]) for a in range(7)},
                chance(0.3), chance(0.2), draw.random() < 0.2, draw.random() < 0.2)


def output(a, case, shimmed):
    env = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"} | case.environment()
    if shimmed:
        env |= {"LD_PRELOAD": a.shim, "DETSHIM_LOG_SUMMARY": "off"}
    steps = [f"{kind}={algorithm}:{case.given}" for kind in ALGORITHMS for algorithm in ALGORITHMS[kind]]
    done = subprocess.run([a.program, *a.option, *steps], env=env, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines() + ([f"exit {done.returncode}: {done.stderr}"] if done.returncode else []), done.stderr


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shim", required=True)
    p.add_argument("--program", required=True)
    p.add_argument("--option", action="append", default=[])
    p.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    p.add_argument("--random", type=int, default=24)
    a = p.parse_args()
    print(f"seed {a.seed}")
    draw = random.Random(a.seed)
    statuses = (3, 9) if a.program.endswith("_of_8") else (2000, 3000)
    failures, changed, left = 0, 0, 0
    for case in CASES + [drawn(i, draw) for i in range(a.random)]:
        every = [(kind, algorithm) for kind in ALGORITHMS for algorithm in ALGORITHMS[kind]]
        own = [0]
        wants = [[line for kind, algo in every for line in case.bare(kind, algo, *statuses)],
                 [line for kind, algo in every for line in case.shimmed(kind, algo, own, *statuses)]]
        for shimmed, want in enumerate(wants):
            got, errors = output(a, case, shimmed)
            if got != want:
                failures += 1
                print(f"{case.name} ({case.environment()}, {case.given} bytes), {'shimmed' if shimmed else 'bare'}:")
                print("\n".join(f"  {'  ' if w == g else '!='} {w!s:45} {g}" for w, g in
                                zip(want + [""] * len(got), got + [""] * len(want)) if w or g))
            runs_bad = any(f"{k} {n} in {case.given}" == line[len("beta 0.5 "):] for line in want for k in NONDETERMINISTIC
                           for n in NONDETERMINISTIC[k])
            if shimmed and runs_bad != ("may add in order of arrival" in errors):
                failures += 1
                print(f"{case.name}: a nondeterministic algorithm ran: {runs_bad}, but standard error has {errors!r}")
            left += shimmed and runs_bad
        changed += wants[0] != wants[1]
    print(f"{len(CASES) + a.random} cases, {changed} differ from bare, {left} with an algorithm left")
    return 1 if failures or changed < len(CASES) - 2 else 0


sys.exit(main())
