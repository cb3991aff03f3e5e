#!/usr/bin/env python3
"""Real cuRAND host generators: what the program draws under the shim is what it draws bare with the seed that the rule
says, for every type and mode.

  real_generators.py SHIM STREAM modes TYPE...        every mode; three generators each
  real_generators.py SHIM STREAM slow TYPE...         keep and mix only: types whose starting state takes seconds
  real_generators.py SHIM STREAM quasi TYPE...        seeds are refused as bare (103), numbers stay
  real_generators.py SHIM STREAM legacy same|other TYPE...  seeds.curand.ordering = "legacy": same or other numbers
STREAM is the program stream.cpp.
"""
import os, re, subprocess, sys

SHIM, STREAM, SUBJECT, *TYPES = sys.argv[1:]
MASTER, SEED, WORD = 7, 1234, (1 << 64) - 1
failures = []


def mix64(x):
    x = (x + 0x9E3779B97F4A7C15) & WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


def f(seed):
    """shim/policy/seed.h, rewrite_seed; written a second time so that a change of the numbers shows."""
    return mix64(MASTER ^ mix64(seed))


def run(steps, settings=None):
    """(output words, log)"""
    env = {k: v for k, v in os.environ.items() if not k.startswith("DETSHIM_") and k != "LD_PRELOAD"}
    if settings is not None:
        env |= {"LD_PRELOAD": SHIM, "DETSHIM_LOG": "stderr", "DETSHIM_LOG_SUMMARY": "off"} | settings
    done = subprocess.run([STREAM, *steps], env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{steps}: exit {done.returncode}\n{done.stderr}")
    return done.stdout.split(), done.stderr


def bare(*steps):
    return run(steps)[0]


def mode(name, **more):
    return {"DETSHIM_SEED": str(MASTER), "DETSHIM_SEEDS_CURAND_MODE": name} | more


def expect(what, condition, *shown):
    if not condition:
        failures.append(f"{what}: {shown}")


def check_keep_and_mix(type_, draw):
    unseeded, zero, plain = bare(type_, draw), bare(type_, "seed=0", draw)[1:], bare(type_, f"seed={SEED}", draw)
    expect(f"{type_}: unseeded is seed 0", unseeded == zero, unseeded, zero)
    keep = run([type_, f"seed={SEED}", draw], mode("keep"))[0]
    expect(f"{type_} keep", keep == plain, keep, plain)
    mixed, rewritten = run([type_, f"seed={SEED}", draw], mode("mix"))[0], bare(type_, f"seed={f(SEED)}", draw)
    expect(f"{type_} mix", mixed == rewritten != plain, mixed, rewritten, plain)


def check_all_modes(type_, draw):
    """An unseeded generator and two replicas with one seed."""
    steps = [type_, draw, "new", f"seed={SEED}", draw, "new", f"seed={SEED}", draw]

    def bare_with(first, second, third):
        return bare(type_, f"seed={first}", draw, "new", f"seed={second}", draw, "new", f"seed={third}", draw)[1:]

    def shimmed(settings):
        return run(steps, settings)

    plain = bare(*steps)
    for name, settings, seeds in (("keep", mode("keep"), (0, SEED, SEED)), ("mix", mode("mix"), (f(0), f(SEED), f(SEED))),
                                  ("override", mode("override"), (MASTER, MASTER, MASTER)),
                                  ("auto", {"DETSHIM_SEED": str(MASTER)}, (f(0), f(SEED), f(SEED))),
                                  ("auto without master", {}, (0, SEED, SEED)),
                                  ("observe", {"DETSHIM_SEED": str(MASTER), "DETSHIM_MODE": "observe"}, (0, SEED, SEED))):
        got, wanted = shimmed(settings)[0], bare_with(*seeds)
        expect(f"{type_} {name}", got == wanted, got, wanted)
        expect(f"{type_} {name} against bare", (got == plain) == (seeds == (0, SEED, SEED)), got, plain)
    for name in ("derive", "intern"):
        got, log = shimmed(mode(name))
        again, _ = shimmed(mode(name))
        other, _ = shimmed(mode(name, DETSHIM_SEED="8"))
        expect(f"{type_} {name} repeats", got == again, got, again)
        expect(f"{type_} {name} depends on the master", got != other, got)
        # Births and seeds in the order of the log: birth, birth, seed, birth, seed.
        values = [int(v) for v in re.findall(r"seed \d+ -> (\d+) ", log)]
        expect(f"{type_} {name}: five rewritten values in the log", len(values) == 5, log)
        if len(values) == 5:
            wanted = bare_with(values[0], values[2], values[4])
            expect(f"{type_} {name}: what the log says is what cuRAND got", got == wanted, got, wanted)
        first, second = got[2], got[4]
        expect(f"{type_} {name}: replicas", (first == second) == (name == "intern"), got)


def check_quasi(type_):
    steps = [type_, "seed=1234", "draw=64"]
    plain = bare(*steps)
    expect(f"{type_}: bare refuses a seed", plain[0] == "103", plain)
    for name in ("keep", "mix", "derive", "intern", "override"):
        got = run(steps, mode(name))[0]
        expect(f"{type_} {name}", got == plain, got, plain)


def check_legacy(type_, wanted):
    draw = f"draw={1 << 20}"  # the first values are the same in both orderings
    legacy = {"DETSHIM_SEEDS_CURAND_ORDERING": "legacy"}
    plain, chosen = bare(type_, draw), bare(type_, "order=103", draw)[1:]
    got, log = run([type_, draw], legacy)
    expect(f"{type_}: legacy at birth", got == chosen, got, chosen)
    expect(f"{type_}: legacy gives {wanted} numbers", (got == plain) == (wanted == "same"), got, plain)
    got = run([type_, "order=101", draw], legacy)[0]
    expect(f"{type_}: legacy instead of DEFAULT", got == ["0", *chosen], got, chosen)
    expect(f"{type_}: the log says so", "ordering 101 -> 103 (seeds.curand.ordering=legacy" in log, log)


for subject in TYPES:
    if SUBJECT == "modes":
        check_keep_and_mix(subject, "draw=256")
        check_all_modes(subject, "draw=256")
    elif SUBJECT == "slow":
        check_keep_and_mix(subject, "draw=256")
    elif SUBJECT == "quasi":
        check_quasi(subject)
    elif SUBJECT == "legacy" and subject not in ("same", "other"):
        check_legacy(subject, TYPES[0])
print("\n".join(failures) or f"{SUBJECT}: {' '.join(TYPES)} as they should be")
sys.exit(bool(failures))
