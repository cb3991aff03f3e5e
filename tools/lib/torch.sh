# Sourced by tools/bootstrap (POSIX sh): which Python has PyTorch. Sets $torch_python, $torch_version, $torch_origin.

# Prints the version if PYTHON can import torch and numpy.
torch_version_of() { "$1" -c 'import numpy, torch; print(torch.__version__)' 2>/dev/null </dev/null; }

# Whether PYTHON has both, without the seconds that an import takes.
has_modules() {
  [ -x "$1" ] || return 1
  shifted=$1
  shift
  "$shifted" - "$@" 2>/dev/null <<'PYTHON'
import importlib.util, sys
sys.exit(not all(importlib.util.find_spec(name) for name in sys.argv[1:]))
PYTHON
}

path_of() { "$1" -c 'import sys; print(sys.executable)' 2>/dev/null </dev/null; }

use_torch() {
  torch_version=$(torch_version_of "$1") || return 1
  torch_python=$1 torch_origin=$2
}

find_torch_python() {
  for candidate in "${VIRTUAL_ENV:+$VIRTUAL_ENV/bin/python}" python3 python /usr/bin/python3; do
    [ -n "$candidate" ] && candidate=$(command -v "$candidate") && candidate=$(path_of "$candidate") || continue
    has_modules "$candidate" torch numpy && use_torch "$candidate" found && return 0
  done
  return 1
}

# --- the official wheel beside a toolkit ----------------------------------------------------------------------------
# The wheel's libraries look for CUDA's in site-packages/nvidia/{cu13,cudnn,...}/lib (DT_RPATH): links there to the
# toolkit's libraries are found by every process that imports torch, and no LD_LIBRARY_PATH leaks into children.

# The libraries that PyTorch loads at import; a toolkit with all of them will do. $1: toolkit. Prints what it lacks.
torch_lacks() {
  for name in libcudart.so.13 libcupti.so.13 libcublas.so.13 libcublasLt.so.13 libcudnn.so.9 libcufft.so.12 \
    libcurand.so.10 libcusparse.so.12 libnvJitLink.so.13 libnccl.so.2; do
    library_of "$1" "$name" >/dev/null || printf '%s ' "$name"
  done
}

library_of() {
  for folder in "$1/lib64" "$1/lib" "$1/extras/CUPTI/lib64"; do
    [ -e "$folder/$2" ] && echo "$folder/$2" && return 0
  done
  found=$(/sbin/ldconfig -p | awk -v name="$2" '$1 == name && /x86-64|AArch64/ { print $NF; exit }')
  [ -n "$found" ] && echo "$found"
}

# stub_library LIBRARIES FOLDER SONAME PATTERN [NODE]: a library with a function for every name of PATTERN that
# LIBRARIES leave undefined; each says its name and aborts. (A library without functions would not do: some of their
# addresses are taken at load.) NODE: the symbol version that is asked for.
stub_library() {
  source=$partial/stub.c
  nm -D --undefined-only "$1"/*.so | awk '{ sub(/@.*/, "", $2); print $2 }' | grep -E "^($4)" | sort -u >"$source.names"
  {
    echo '#include <stdio.h>'
    echo '#include <stdlib.h>'
    while read -r name; do
      printf 'void %s(void) { fputs("%s: %s is a stub in this small install of PyTorch\\n", stderr); abort(); }\n' \
        "$name" "$3" "$name"
    done <"$source.names"
  } >"$source"
  set -- "$2/$3" "$3" "${5:-}"
  if [ -n "$3" ]; then
    echo "$3 { global: *; };" >"$source.map"
    set -- "$@" "-Wl,--version-script=$source.map"
  fi
  cc -shared -fPIC -O1 -o "$1" "-Wl,-soname,$2" ${4:+"$4"} "$source"
}

build_torch() {
  "$base_python" -m venv "$1" &&
    pip_install "$1/bin/python" -r "$root/tools/lib/torch_wheels.txt" || return 1
  packages=$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  mkdir -p "$packages/nvidia/cu13/lib"
  for folder in "$cuda_root/lib64" "$cuda_root/lib" "$cuda_root/extras/CUPTI/lib64"; do
    for file in "$folder"/*.so.*; do
      link=$packages/nvidia/cu13/lib/${file##*/}
      [ ! -e "$file" ] || [ -e "$link" ] || ln -s "$file" "$link"
    done
  done
  stubs=$packages/nvidia/cu13/lib
  [ -e "$stubs/libcusparseLt.so.0" ] || stub_library "$packages/torch/lib" "$stubs" libcusparseLt.so.0 cusparseLt || return 1
  [ -e "$stubs/libcufile.so.0" ] || stub_library "$packages/torch/lib" "$stubs" libcufile.so.0 cuFile || return 1
  [ -e "$stubs/libnvshmem_host.so.3" ] ||
    stub_library "$packages/torch/lib" "$stubs" libnvshmem_host.so.3 nvshmem NVSHMEM || return 1
  rm -f "$1"/stub.c*
  torch_version_of "$1/bin/python" >/dev/null || { "$1/bin/python" -c 'import numpy, torch'; return 1; }
  # The scripts of a venv name its folder in their first line: give them the final one.
  find "$1/bin" -type f -exec sed -i "1s|^#!$1/|#!$2/|" {} +
}

base_python=/usr/bin/python3
[ -x "$base_python" ] || base_python=python3

# The install holds compiled wheels for one Python and links into one toolkit.
official_key() {
  { "$base_python" -VV; readlink -f "$cuda_root"; } >"$scratch"
  key_of "$root/tools/lib/torch_wheels.txt" "$root/tools/lib/torch.sh" "$scratch"
}

official_torch() {
  [ "$cuda_origin" = toolkit ] || { why="it needs a CUDA 13 toolkit, and there is none"; return 1; }
  lacks=$(torch_lacks "$cuda_root")
  [ -z "$lacks" ] || { why="the toolkit $cuda_root lacks $lacks"; return 1; }
  key=$(official_key)
  [ -d "$cache/torch-$key" ] || say "getting the official PyTorch wheel (531 MB, without its CUDA libraries)"
  provide torch "$key" 2600 build_torch || { why="the install failed; its words are above"; return 1; }
  use_torch "$provided/bin/python" official || { why="$provided/bin/python cannot import it; removing that folder makes it anew"; return 1; }
}

debian_torch() {
  install_packages torch
  use_torch /usr/bin/python3 debian || { why="/usr/bin/python3 cannot import it"; return 1; }
}

# find_torch auto|official|debian|none
find_torch() {
  torch_python='' torch_version='' torch_origin=none why=''
  if [ -n "$named_python" ] && [ "$1" != none ]; then
    named=$(path_of "$named_python") && use_torch "$named" found ||
      fail "$named_python cannot import torch and numpy" "install both there, or name another with --python=PATH"
    return 0
  fi
  case $1 in
    none) ;;
    official) official_torch || fail "no official PyTorch: $why" "use --torch=debian, or --python=PATH for one of your own" ;;
    debian) debian_torch || fail "no PyTorch from Debian: $why" "use --python=PATH for one of your own, or --torch=none" ;;
    auto)
      find_torch_python && return 0
      official_torch && return 0
      [ "$cuda_origin" = wheels ] || say "not the official PyTorch: $why; taking Debian's"
      debian_torch || fail "no PyTorch: $why" "use --python=PATH for one of your own, or --torch=none to go without"
      ;;
  esac
}

find_numpy() {
  for candidate in /usr/bin/python3 "$torch_python" python3; do
    numpy_python=$(command -v "$candidate") && has_modules "$numpy_python" numpy && return 0
  done
  numpy_python=
}
