#!/usr/bin/env python3
"""Makes a recording double of cuDNN from the vendor's own headers.

  cudnn_double.py INCLUDE OUT

Parts are the headers cudnn_graph.h, cudnn_ops.h, cudnn_cnn.h, cudnn_adv.h, each of a library of its own. Written into OUT:
  cudnn_double_PART.cpp   each function of PART: records its name and arguments, then asks answer_NAME, which does nothing
                          and succeeds unless the double's hand-written part (cudnn_double.c) has one
  cudnn_double_front.cpp  the forwarding library: each function finds the same one in its part's library, at the first call
  cudnn_double.h          declares every answer_NAME
  cudnn_double_names.inc  EACH(NAME) for every function by calls, that is all but those of the graph API
"""
import re
import sys
from pathlib import Path

PARTS = ["graph", "ops", "cnn", "adv"]


def functions(text):
    """(type, name, parameters) of each function that the header declares; a parameter is (declaration, its name)."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    text = re.sub(r"^#.*?(?<!\\)$", "", text, flags=re.M | re.S)
    for result, name, inside in re.findall(r"([\w \*]+?)\s*\bCUDNNWINAPI\s+(cudnn\w+)\s*\(([^;]*)\)\s*;", text):
        result = result.replace("CUDNN_DEPRECATED", "").strip()
        parameters = [] if inside.strip() in ("", "void") else [" ".join(p.split()) for p in inside.split(",")]
        yield result, name, [(p, re.search(r"(\w+)(?:\[\w*\])*$", p).group(1)) for p in parameters]


def signature(function, prefix=""):
    result, name, parameters = function
    return f"{result} {prefix}{name}({', '.join(p for p, _ in parameters) or 'void'})"


def arguments(function, first=()):
    return ", ".join([*first, *(n for _, n in function[2])])


def part_source(listed):
    out = ['#include "tests/fakes/cudnn_double_record.h"', '#include "cudnn_double.h"', 'extern "C" {']
    for f in listed:
        nothing = {"cudnnStatus_t": "CUDNN_STATUS_SUCCESS", "size_t": "0", "const char *": '""'}.get(f[0], "")
        out += [f"__attribute__((weak)) {signature(f, 'answer_')} {{ return {nothing}; }}",
                f"{signature(f)} {{", f"  {arguments(f, [chr(34) + f[1] + chr(34)]).join(['cudnn_double::record(', ');'])}",
                f"  return answer_{f[1]}({arguments(f)});", "}"]
    return out + ["}"]


def front_source(parts):
    out = ["#include <cudnn.h>", "#include <dlfcn.h>", "namespace {", "void* find(const char* library, const char* name) {",
           "  void* const found = dlsym(dlopen(library, RTLD_NOW), name);", "  if (!found) __builtin_trap();", "  return found;",
           "}", "}", 'extern "C" {']
    for part in PARTS:
        for f in parts[part]:
            out += [f"{signature(f)} {{",
                    f'  static const auto target = reinterpret_cast<decltype(&{f[1]})>(find("libcudnn_{part}.so.9", "{f[1]}"));',
                    f"  return target({arguments(f)});", "}"]
    return out + ["}"]


def main():
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    parts = {p: list(functions((include / f"cudnn_{p}.h").read_text())) for p in PARTS}
    everything = [f for p in PARTS for f in parts[p]]
    for part in PARTS:
        if len(parts[part]) < 20:
            sys.exit(f"cudnn_double.py: only {len(parts[part])} functions in cudnn_{part}.h; is it another layout?")
    files = {f"cudnn_double_{p}.cpp": part_source(parts[p]) for p in PARTS}
    files["cudnn_double_front.cpp"] = front_source(parts)
    files["cudnn_double.h"] = ["#pragma once", "#include <cudnn.h>", "#ifdef __cplusplus", 'extern "C" {', "#endif",
                               *[f"{signature(f, 'answer_')};" for f in everything], "#ifdef __cplusplus", "}", "#endif"]
    files["cudnn_double_names.inc"] = [f"EACH({f[1]})" for f in everything if not f[1].startswith("cudnnBackend")]
    out.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        text = "\n".join(["/* Made by cudnn_double.py from the vendor's headers. */", *lines]) + "\n"
        if not (out / name).exists() or (out / name).read_text() != text:
            (out / name).write_text(text)


main()
