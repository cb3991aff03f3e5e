#!/usr/bin/env python3
"""Compares what cudnn_sweep found on one GPU model without and with the shim.

  compare_sweep.py BARE.jsonl SHIMMED.jsonl

What has to hold (E: entries of a list, those that cuDNN notes as nondeterministic marked *):
  sensitivity  bare, at least 20 noted entries, else the sweep shows nothing (of kinds that can have any)
  unnoted      shimmed, no noted engine in a list, a configuration by number or a plan
  order        shimmed E = bare E without *; where nothing is left, the FALLBACK list without *; a sum that was made
               deterministic: the E of its twin that asks for it, and where that has none, the twin's list A
  results      what had a graph, entries, a plan or a usable engine bare has it shimmed
  count        shimmed, the count query says what a fetch gives; half, one, more and a second fetch give the first entries
Graphs for which cuDNN knows noted engines alone stay as they are and are named.
"""
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

LEAST_NOTED = 20
# The shim asks for these as the program asks for their twins: sums that repeat.
MADE_DETERMINISTIC = "matmul reduction sum "
KINDS_WITH_NOTES = ("dgrad", "wgrad")
TWIN = "matmul reduction sum asked to repeat "


def read(path):
    return {line["case"]: line for line in map(json.loads, Path(path).read_text().splitlines())}


def entries(case, mode):
    return case["lists"][mode].get("entries", [])


def made_deterministic(name):
    return name.startswith(MADE_DETERMINISTIC) and not name.startswith(TWIN)


def succeeds(answers):
    return any(not plan[0] for plan in answers.get("plans", []))


def unnoted(some):
    return [entry for entry in some if not entry[1]]


@dataclass
class Comparison:
    bare: dict
    shimmed: dict
    wrong: list = field(default_factory=list)
    only_noted: list = field(default_factory=list)
    noted: int = 0  # bare entries
    lists: int = 0  # shimmed ones that were compared
    cut: int = 0
    topped_up: int = 0
    plans: int = 0

    def say(self, name, text):
        self.wrong.append(f"{name}: {text}")

    def wanted(self, name, mode):
        """The entries that the shim should leave, or None: the list as it is."""
        case = self.bare[name]
        if made_deterministic(name):
            twin = TWIN + name[len(MADE_DETERMINISTIC):]
            case = self.bare[twin]
            return unnoted(entries(case, mode)) or unnoted(entries(case, "A"))
        own = entries(case, mode)
        if not own or unnoted(own):
            return unnoted(own)
        return unnoted(entries(case, "FALLBACK")) or None

    def compare_list(self, name, mode):
        bare, shim = self.bare[name]["lists"][mode], self.shimmed[name]["lists"][mode]
        where = f"{name}, list {mode}"
        if bare["status"] != shim["status"]:
            self.say(where, f"status {bare['status']} became {shim['status']}")
        if bare["status"] or shim["status"]:
            return
        self.lists += 1
        wanted = self.wanted(name, mode)
        if wanted is None:
            self.only_noted.append(where)
            wanted = bare["entries"]
        elif any(entry[1] for entry in shim["entries"]):
            self.say(where, f"noted engines left: {[e[0] for e in shim['entries'] if e[1]]}")
        elif any(plan[1] and not plan[0] for plan in shim["plans"]):
            self.say(where, "a plan of a noted engine was finalized")
        if shim["entries"] != wanted:
            self.say(where, f"entries {shim['entries']}, expected {wanted} of {bare['entries']}")
        self.cut += len(wanted) < len(bare["entries"])
        self.topped_up += bool(bare["entries"]) and not unnoted(bare["entries"]) and bool(wanted)
        total = len(shim["entries"])
        answers = {"count": total, "again": total, "half": total // 2, "one": min(total, 1), "more": total, "null": 0}
        for question, answer in answers.items():
            if shim[question] != answer:
                self.say(where, f"{question}: {shim[question]}, expected {answer}")
        self.plans += sum(not plan[0] for plan in shim["plans"])
        if succeeds(bare) and not succeeds(shim):
            self.say(where, f"plans {bare['plans']} became {shim['plans']}")

    def compare_case(self, name):
        bare, shim = self.bare[name], self.shimmed[name]
        if bare["graph"] != shim["graph"]:
            self.say(name, f"graph {bare['graph']} became {shim['graph']}")
        if bare["graph"] or shim["graph"]:
            return
        self.noted += sum(entry[1] for mode in bare["lists"] for entry in entries(bare, mode))
        exists = any(unnoted(entries(bare, mode)) for mode in bare["lists"])
        for kind in ("configs", "plans"):
            if shim[kind] and exists:
                self.say(name, f"{kind} of noted engines by number: {shim[kind]}")
        if any(map(succeeds, bare["lists"].values())) and not any(map(succeeds, shim["lists"].values())):
            self.say(name, "no list has a plan left")
        if exists and not made_deterministic(name) and shim["usable"] != bare["usable"] - len(bare["configs"]):
            self.say(name, f"{shim['usable']} engines usable by number, bare {bare['usable']}, noted {bare['configs']}")
        for mode in bare["lists"]:
            self.compare_list(name, mode)

    def run(self):
        if self.bare.keys() != self.shimmed.keys():
            missing = sorted(self.bare.keys() ^ self.shimmed.keys())
            self.say("graphs", f"only one of the runs has {missing[:5]}")
        for name in self.bare:
            if name in self.shimmed:
                self.compare_case(name)
        if self.noted < LEAST_NOTED and any(name.startswith(KINDS_WITH_NOTES) for name in self.bare):
            self.say("sensitivity", f"{self.noted} noted entries bare, at least {LEAST_NOTED} expected")
        return self

    def summary(self):
        left = f", left as they are {len(self.only_noted)}" if self.only_noted else ""
        return (f"{len(self.bare)} graphs, {self.lists} lists, {self.noted} noted entries bare; "
                f"cut {self.cut}, topped up {self.topped_up}{left}; {self.plans} plans")


def main():
    comparison = Comparison(read(sys.argv[1]), read(sys.argv[2])).run()
    print(comparison.summary())
    for text in comparison.only_noted + comparison.wrong:
        print(text)
    return 1 if comparison.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
