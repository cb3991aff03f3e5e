#!/bin/sh
# A set-user-ID program started by another user is not shimmed; the same program without that bit is.
#   set_user_id.sh SHIM OWN_MAPS
[ "$(id -u)" = 0 ] || { echo "SKIP: needs root to make a set-user-ID program"; exit 77; }
command -v setpriv > /dev/null || { echo "SKIP: needs setpriv (package util-linux)"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cp "$1" "$folder/libdetshim.so" && cp "$2" "$folder/plain" && cp "$2" "$folder/set_user_id" || exit 1
chmod 755 "$folder/plain"
chmod 4755 "$folder/set_user_id"
run() { setpriv --reuid=65534 --clear-groups env LD_PRELOAD="$folder/libdetshim.so" "$folder/$1" 2> /dev/null; }
result="$(run plain) $(run set_user_id)"
[ "$result" = "mapped 1 mapped 0" ] && exit 0
if grep -q "$(stat -c %m "$folder") .*nosuid" /proc/self/mounts; then echo "SKIP: $folder is mounted nosuid; set TMPDIR"; exit 77; fi
echo "expected [mapped 1 mapped 0], got [$result]"
exit 1
