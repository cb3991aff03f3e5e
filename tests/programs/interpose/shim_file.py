#!/usr/bin/env python3
"""shim_file.py LIBDETSHIM EXPORTS: the file is what design and table say. Reads it with readelf (binutils)."""
import os
import re
import subprocess
import sys
import tempfile

shim, exports = sys.argv[1:]
MAX_STRIPPED_BYTES = 2 * 1024 * 1024
failures = []


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, shim], check=True, capture_output=True, text=True).stdout


def expect(what, condition, detail):
    print("ok" if condition else "FAILED", what, "" if condition else detail)
    if not condition:
        failures.append(what)


needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d")))
expect("needs only libc and the loader", needed <= {"libc.so.6", "ld-linux-x86-64.so.2"}, needed)

symbols = [line.split() for line in readelf("--dyn-syms").splitlines() if re.match(r"\s+\d+:", line)]
defined = [s for s in symbols if len(s) > 7 and s[6] != "UND" and s[4] != "LOCAL"]
names = sorted(s[7].replace("@@", "@") for s in defined if not (s[3] == "OBJECT" and s[6] == "ABS"))
wanted = open(exports).read().split()
expect("exports are the rows of the hook table", names == sorted(wanted),
       f"extra {sorted(set(names) - set(wanted))} missing {sorted(set(wanted) - set(names))}")
expect("no weak or unique definition", not [s for s in defined if s[4] in ("WEAK", "UNIQUE")],
       [s[7] for s in defined if s[4] in ("WEAK", "UNIQUE")])
expect("no static thread-local storage", "STATIC_TLS" not in readelf("-d"), "DF_STATIC_TLS is set")
expect("bound at load", "NOW" in readelf("-d"), "not linked with -z now")

with tempfile.NamedTemporaryFile() as stripped:
    subprocess.run(["strip", "-o", stripped.name, shim], check=True)
    size = os.path.getsize(stripped.name)
expect(f"stripped size {size} bytes", size <= MAX_STRIPPED_BYTES, f"over {MAX_STRIPPED_BYTES}")
floor = sorted(set(re.findall(r"GLIBC_([0-9.]+)", readelf("--version-info"))), key=lambda v: [int(x) for x in v.split(".")])
print("highest glibc version needed:", floor[-1])
sys.exit(1 if failures else 0)
