#!/usr/bin/env python3
"""Writes a C file with a weak function for every driver name that cuda.h mentions: it answers CUDA_SUCCESS and does
nothing. cuda_loader.c has the strong ones, which give values. Names of types and macros may be among them: no harm.

  cuda_loader_names.py cuda.h OUTPUT.c
"""
import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text()
text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
names = sorted(set(re.findall(r"\bcu[A-Z]\w*", text)))
body = "".join(f"__attribute__((weak)) int {name}(void) {{ return 0; }}\n" for name in names)
Path(sys.argv[2]).write_text(f"/* Written by cuda_loader_names.py. */\n{body}")
