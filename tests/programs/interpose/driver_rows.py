#!/usr/bin/env python3
"""driver_rows.py SHIM_FOLDER STUB_LIBRARY: every driver row of hooks.toml names an export of the toolkit's stub driver."""
import re
import subprocess
import sys
from pathlib import Path

shim, stub = sys.argv[1:]
sys.path.insert(0, str(Path(shim) / "interpose"))
import hook_spec  # noqa: E402

symbols = subprocess.run(["readelf", "-W", "--dyn-syms", stub], check=True, capture_output=True, text=True).stdout
exports = set(re.findall(r"FUNC\s+\S+\s+\S+\s+\d+\s+(\S+)", symbols))
rows = [r for r in hook_spec.read(Path(shim) / "hooks.toml").rows if r.library == "driver"]
missing = [r.name for r in rows if r.name not in exports]
print(f"{len(rows)} driver rows, {len(exports)} exports, missing: {missing or 'none'}")
sys.exit(1 if missing or not exports else 0)
