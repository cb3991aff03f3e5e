#!/bin/sh
# set_user_id.sh SHIM PROGRAM: a program whose draws are pinned for its owner draws real numbers when it is started with
# the set-user-ID bit by somebody else.
set -eu
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || { echo "SKIP: needs root and setpriv (util-linux)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cp "$2" "$folder/program"
chmod 4755 "$folder/program"
export DETSHIM_ENTROPY_ALLOW="$folder/program" DETSHIM_LOG_SUMMARY=off
owner() { LD_PRELOAD=$1 "$folder/program"; }
other() { LD_PRELOAD=$1 setpriv --reuid=65534 "$folder/program"; }
first=$(owner "$1") second=$(owner "$1")
echo "owner: $first $second"
[ "$first" = "$second" ]
first=$(other "$1") second=$(other "$1")
echo "another user: $first $second"
[ "$first" != "$second" ]
