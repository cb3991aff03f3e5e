#!/bin/sh
# real_curand_routes.sh SHIM LIBCURAND LINKED DLOPENING PLUGIN PYTHON: every route gives the stream of seed 7 for seed 42.
set -eu
shim=$1 curand=$2 linked=$3 opening=$4 plugin=$5 python=$6
here=$(dirname "$0")
seven=$("$linked" linked - 7)
fortytwo=$("$linked" linked - 42)
[ "$seven" != "$fortytwo" ] || { echo "seeds 7 and 42 give the same stream: the test shows nothing"; exit 1; }
failed=0
route() {
  name=$1
  shift
  bare=$("$@" 42)
  shimmed=$(DETSHIM_SEED=7 DETSHIM_SEEDS_EXPLICIT=override LD_PRELOAD=$shim "$@" 42 2>/dev/null)
  if [ "$bare" = "$fortytwo" ] && [ "$shimmed" = "$seven" ]; then echo "ok $name"; else
    echo "FAILED $name: bare $bare (expected $fortytwo), shimmed $shimmed (expected $seven)"; failed=1
  fi
}
route linked "$linked" linked -
route dlsym "$opening" dlsym "$curand"
route dlvsym "$opening" dlvsym "$curand"
route plugin "$opening" plugin "$plugin"
route ctypes "$python" "$here/real_curand.py" "$curand"
exit $failed
