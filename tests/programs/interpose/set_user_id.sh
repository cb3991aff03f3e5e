#!/bin/sh
# set_user_id.sh SHIM LIBCURAND CC SOURCES: a set-user-ID program that is *linked* to the shim (the loader drops a preload
# by itself) works as bare for another user, and is shimmed for its owner.
set -eu
shim=$1 curand=$2 cc=$3 sources=$4
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || { echo "SKIP: needs root and setpriv (util-linux)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cp "$shim" "$folder/libdetshim.so"
cp "$curand" "$folder/libcurand.so.10"
# Linked by file name: the shim has no soname.
"$cc" -w -D_GNU_SOURCE -o "$folder/program" "$sources/seed_by_link.c" -Wl,--no-as-needed -L"$folder" -l:libdetshim.so \
  -l:libcurand.so.10 -Wl,-rpath,"$folder"
chmod 4755 "$folder/program"
export DETSHIM_SEED=7 DETSHIM_SEEDS_EXPLICIT=override
owner=$("$folder/program" 2>/dev/null)
other=$(setpriv --reuid=65534 "$folder/program" 2>&1)
echo "owner: $owner; another user: $other"
[ "$owner" = "copy=1 seed=7" ] && [ "$other" = "copy=1 seed=42" ]
