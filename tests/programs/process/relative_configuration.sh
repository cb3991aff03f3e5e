#!/bin/sh
# relative_configuration.sh SHIM PYTHON: DETSHIM_CONFIG as a relative path also serves a child that works in another
# folder. The child's random number follows the file's master; bare it is another in every run.
set -eu
shim=$1 python=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
draw='cd / && "$0" -c "import random; print(random.random())"'
shimmed() { DETSHIM_CONFIG=run.toml LD_PRELOAD=$shim sh -c "$draw" "$python" 2>err; }
[ "$(sh -c "$draw" "$python")" != "$(sh -c "$draw" "$python")" ] || { echo "bare runs agree: the test shows nothing"; exit 1; }
printf '[seeds]\nmaster = 1\n' >run.toml
one=$(shimmed) again=$(shimmed)
printf '[seeds]\nmaster = 2\n' >run.toml
two=$(shimmed)
printf 'mode = "observe"\n' >run.toml
observed=$(shimmed) || { echo "observed child failed: $(cat err)"; exit 1; }
echo "master 1: $one, $again; master 2: $two; observed: $observed"
[ "$one" = "$again" ] && [ "$one" != "$two" ] && [ "$observed" != "$one" ] && ! grep -q 'cannot be read' err
