# Sourced by tools/bootstrap (POSIX sh): where CUDA's headers and libraries come from. Sets $cuda_root, $cuda_origin.

# Why DIR is not a toolkit that we can use; nothing if it is.
toolkit_lacks() {
  [ -e "$1/include/cuda.h" ] || { echo "include/cuda.h"; return; }
  [ -e "$1/include/cupti.h" ] || [ -e "$1/extras/CUPTI/include/cupti.h" ] || { echo "include/cupti.h"; return; }
  [ -e "$1/include/curand.h" ] || { echo "include/curand.h"; return; }
  [ -e "$1/lib64/libcurand.so" ] || [ -e "$1/lib/libcurand.so" ] || echo "lib64/libcurand.so"
}

find_toolkit() {
  nvcc=$(command -v nvcc 2>/dev/null) && nvcc=$(readlink -f "$nvcc")
  for candidate in "${CUDA_HOME:-}" "${CUDA_PATH:-}" "${nvcc%/bin/nvcc}" /usr/local/cuda; do
    [ -n "$candidate" ] && [ -z "$(toolkit_lacks "$candidate")" ] || continue
    cuda_root=$candidate
    return 0
  done
  return 1
}

# A toolkit-shaped prefix $1/toolkit of links into wheels unpacked beside it. bin and include are real folders of
# links, not links to folders: a compiler driver looks for its libraries in bin/../lib64. Wheels have neither lib64
# nor names without a version; both are made here. All links are relative, for the folder is renamed.
build_cuda_prefix() {
  python3 -m venv "$1/pip" && pip_install "$1/pip/bin/python" --target "$1/wheels" -r "$root/tools/lib/cuda_wheels.txt" ||
    return 1
  rm -rf "$1/pip"
  mkdir -p "$1/toolkit/include" "$1/toolkit/lib64"
  ln -s lib64 "$1/toolkit/lib"
  (
    cd "$1/toolkit"
    for file in ../wheels/nvidia/*/include/*; do ln -s "../$file" include/; done
    for file in ../wheels/nvidia/*/lib/*; do
      name=${file##*/}
      ln -s "../$file" "lib64/$name"
      case $name in *.so.*) [ -e "lib64/${name%%.so.*}.so" ] || ln -s "$name" "lib64/${name%%.so.*}.so" ;; esac
    done
  )
}

# find_cuda auto|wheels|DIR
find_cuda() {
  case $1 in
    auto) find_toolkit && cuda_origin=toolkit && return 0 ;;
    wheels) ;;
    *)
      lacks=$(toolkit_lacks "$1")
      [ -z "$lacks" ] || fail "--cuda=$1: there is no $lacks in that folder" \
        "name the root of a CUDA toolkit with cuRAND and CUPTI, or use --cuda=wheels"
      cuda_root=$(cd "$1" && pwd) cuda_origin=toolkit
      return 0
      ;;
  esac
  key=$(key_of "$root/tools/lib/cuda_wheels.txt" "$root/tools/lib/cuda.sh")
  [ -d "$cache/cuda-$key" ] || say "getting CUDA headers and cuRAND as wheels (73 MB)"
  provide cuda "$key" 500 build_cuda_prefix ||
    fail "could not get the CUDA wheels; pip's words are above" \
      "check the network (pip's own settings hold: PIP_INDEX_URL, HTTPS_PROXY) and run this again" \
      "or install a CUDA toolkit and name it: --cuda=DIR"
  cuda_root=$provided/toolkit cuda_origin=wheels
}
