"""hooks.toml as Python objects, checked. Used by generate.py alone."""
import tomllib
from dataclasses import dataclass
from pathlib import Path

KINDS = ("typed", "observe", "libc", "dl")
FOREVER = 1 << 30
ROW_KEYS = {"kind", "why", "id", "throws", "base", "since", "until", "stream", "unavailable"}


class SpecError(Exception):
    pass


@dataclass(frozen=True)
class Row:
    name: str           # exported
    id: str             # C++ name
    library: str
    kind: str
    why: str
    throws: bool
    unavailable: int
    base: str | None
    since: int
    until: int
    per_thread: bool


@dataclass(frozen=True)
class Library:
    name: str
    file: str
    abi: str | None
    header: str | None
    unavailable: int


@dataclass(frozen=True)
class Spec:
    libraries: list[Library]
    rows: list[Row]

    def of_kind(self, *kinds):
        return [r for r in self.rows if r.kind in kinds]


def read(path):
    data = tomllib.loads(Path(path).read_text())
    if unknown := set(data) - {"library", "hooks"}:
        raise SpecError(f"{path}: unknown section {sorted(unknown)}")
    libraries = [Library(n, v["file"], v.get("abi"), v.get("header"), v.get("unavailable", 0))
                 for n, v in data.get("library", {}).items()]
    known = {l.name: l for l in libraries}
    rows = []
    for library, hooks in data.get("hooks", {}).items():
        if library not in known:
            raise SpecError(f"{path}: [hooks.{library}] without [library.{library}]")
        for name, v in hooks.items():
            if v.get("kind") not in KINDS or set(v) - ROW_KEYS:
                raise SpecError(f"{path}: {name}: kind is one of {KINDS}, keys are {sorted(ROW_KEYS)}")
            if v["kind"] == "typed" and not known[library].abi:
                raise SpecError(f"{path}: {name}: a typed row needs library.{library}.abi")
            rows.append(Row(name, v.get("id", name), library, v["kind"], v.get("why", ""), v.get("throws", False),
                            v.get("unavailable", known[library].unavailable), v.get("base"), v.get("since", 0),
                            v.get("until", FOREVER), v.get("stream") == "per_thread"))
    names = [r.name for r in rows]
    if len(set(names)) != len(names):
        raise SpecError(f"{path}: a name is declared twice: {[n for n in names if names.count(n) > 1]}")
    return Spec(libraries, rows)
