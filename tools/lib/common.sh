# Sourced by tools/bootstrap, tools/demo, tools/test and tools/lint (POSIX sh): messages, the cache folder and its
# entries, the file in which bootstrap leaves what it found.
# The caller has set -eu, $tool (its name, for messages) and $root (the top of the source tree).

say() { printf '%s: %s\n' "$tool" "$*" >&2; }

# fail MESSAGE REMEDY...: one line what is wrong, one line a remedy, exit 1.
fail() {
  say "$1"
  shift
  for remedy; do printf '  %s\n' "$remedy" >&2; done
  exit 1
}

quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

# Prints the comment that opens FILE, without its marks: the text of --help.
help_of() { sed -n '2,/^[^#]/{/^#/{s/^# \{0,1\}//;p;};}' "$1"; }

found_file=$root/build/bootstrap.env

jobs() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# configure_and_build PRESET CMAKE-ARGUMENTS...: what bootstrap found is handed over. A person sees ninja's progress;
# else the output is shown only when it fails.
configure_and_build() {
  say "building build/$1"
  log=$root/build/$1.log
  if [ -t 2 ]; then
    configure_and_build_loudly "$@" 1>&2 </dev/null || fail "building the preset $1 failed"
  elif ! configure_and_build_loudly "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "building the preset $1 failed; the end of $log is above"
  fi
}

# -U: CMake keeps the answers of find_path, also when the folder to look in has changed.
configure_and_build_loudly() {
  preset=$1
  shift
  cd "$root"
  cmake --preset "$preset" -U DETSHIM_CUDA_INCLUDE -U DETSHIM_CUDA_LIB "-DDETSHIM_CUDA_ROOT=$cuda_root" \
    "-DDETSHIM_TORCH_PYTHON=$torch_python" "-DDETSHIM_NUMPY_PYTHON=$numpy_python" \
    "-DDETSHIM_CUDNN_FRONTEND_PYTHON=$cudnn_frontend_python" "$@" &&
    cmake --build "build/$preset" --parallel "$(jobs)"
}

# --- the cache: downloads that every checkout of this user shares ---------------------------------------------------

cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/detshim
partial=
scratch=$cache/.partial-scratch-$$

# One bootstrap at a time: the others wait. What a killed one left half done is removed. Without flock(1) two may run
# side by side; the rename in provide() then keeps the entry of the one that finishes first.
lock_cache() {
  mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] ||
    fail "cannot write to the cache folder $cache" "set XDG_CACHE_HOME to a folder that you can write to"
  trap 'drop_partial' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  command -v flock >/dev/null 2>&1 || return 0
  exec 9>"$cache/lock"
  flock -n 9 || {
    say "another bootstrap is at work on $cache; waiting for it"
    flock 9
  }
  rm -rf "$cache"/.partial-*
}

drop_partial() {
  rm -rf "$scratch" ${partial:+"$partial"}
  partial=
}

key_of() { cat "$@" | sha256sum | cut -c1-16; }

# provide NAME KEY MEGABYTES BUILDER: the cache entry NAME-KEY, its path in $provided. If it is not there, BUILDER fills
# a folder ($1) that gets its final name ($2) only when it is complete. Returns BUILDER's failure.
provide() {
  provided=$cache/$1-$2
  [ ! -d "$provided" ] || return 0
  free=$(df -Pk "$cache" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "${free:-$3}" -ge "$3" ] ||
    fail "$cache has $free MB free; $1 needs $3 MB" "free some space, or set XDG_CACHE_HOME to a folder on another disk"
  partial=$cache/.partial-$1-$$
  mkdir "$partial"
  if "$4" "$partial" "$provided"; then
    mv -T "$partial" "$provided" 2>/dev/null || [ -d "$provided" ] || fail "cannot rename $partial to $provided"
    drop_partial
    return 0
  fi
  drop_partial
  return 1
}

# pip_install PYTHON ARGUMENTS...: the same everywhere: nothing but what is spelled out, nothing kept twice, temporary
# files on the disk of the result. A progress bar where a person is watching.
pip_install() {
  python=$1
  shift
  [ -t 2 ] || set -- --quiet "$@"
  TMPDIR=$partial PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip install --no-deps --no-cache-dir \
    --only-binary :all: --retries 2 "$@" 1>&2 </dev/null
}
