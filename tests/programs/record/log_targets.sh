#!/bin/sh
# Where the log cannot or must not be written: the program behaves as bare, and what is wrong is said once.
#   log_targets.sh SHIM CALLS DRIVER        (CALLS: the program calls.c)
set -u
shim=$1 calls=$2 driver=$3 failed=0
unset LD_PRELOAD $(env | sed -n 's/^\(DETSHIM_[A-Z_]*\)=.*/\1/p')
folder=$(mktemp -d) || exit 1
trap 'chmod -R u+rwx "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1

check() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then echo "ok   $1"; else echo "FAIL $1: expected [$2], got [$3]"; failed=1; fi
}
# run LOG [PREFIX...]: three logged calls; standard output and status into $result, lines on standard error into $said
run() {
  log=$1
  shift
  result=$(LD_PRELOAD=$shim DETSHIM_LOG=$log DETSHIM_LOG_LEVEL=trace "$@" "$calls" "$driver" 3 0 exit 2> said; echo " $?")
  said=$(grep -c '^detshim\[[0-9]*\]: log: ' said)
}
bare=$("$calls" "$driver" 3 0 exit; echo " $?")

run "$folder/log"
check "a plain file takes the lines" "$bare 0 3" "$result $said $(grep -c 'hook cuInit' log)"
run "$folder/log.%p"
check "%p is the process id" "$bare 0 1" "$result $said $(ls log.[0-9]* | wc -l)"
run "$folder/none/log"
check "missing folder: said once, with a remedy" "$bare 1 1" "$result $said $(grep -c 'create the folder' said)"
run "/dev/full"
check "full disk: said once" "$bare 1 1" "$result $said $(grep -c 'no space left' said)"
mkdir elsewhere
echo 'log.to = "from_file"' > log.toml
for mode in enforce observe; do
  for way in DETSHIM_LOG=relative_$mode DETSHIM_CONFIG=log.toml; do
    rm -f from_file
    env LD_PRELOAD="$shim" "$way" DETSHIM_MODE=$mode DETSHIM_LOG_LEVEL=trace "$calls" "$driver" 3 0 exit elsewhere > /dev/null
    check "$way in $mode mode counts from the folder of the start" "3 0" "$(cat relative_$mode from_file 2> /dev/null |
      grep -c 'hook cuInit') $(ls elsewhere | wc -l)"
    rm -f relative_$mode
  done
done
mkfifo fifo
run "$folder/fifo"
check "FIFO that nobody reads: does not hang" "$bare 1" "$result $said"

for target in / "$folder" "$folder/"; do
  run "$target"
  check "$target: it is a folder" "$bare 1 1" "$result $said $(grep -c 'it is a folder; set DETSHIM_LOG to another file' said)"
done
run "$folder/none/"
check "a missing folder with a slash behind: it does not exist" "$bare 1 1" "$result $said $(grep -c 'its folder does not exist' said)"
# /dev/stderr and /dev/stdout are what those descriptors are: here pipes, which the word stderr serves.
for target in /dev/stderr /dev/stdout; do
  piped=$(LD_PRELOAD=$shim DETSHIM_LOG=$target DETSHIM_LOG_LEVEL=trace "$calls" "$driver" 3 0 exit 2>&1 | cat)
  check "$target as a pipe: said once, with a remedy" "1 1" "$(echo "$piped" | grep -c '\]: log: ') $(echo "$piped" |
    grep -c "cannot write $target: it is a pipe; set DETSHIM_LOG to another file, or to stderr (the word alone)")"
done

mkdir read_only
chmod 555 read_only
if [ "$(id -u)" != 0 ]; then run "$folder/read_only/log"
elif command -v setpriv > /dev/null; then # root, but bound by permissions
  run "$folder/read_only/log" setpriv --bounding-set=-dac_override,-dac_read_search
else said=skip; fi
if [ "$said" = skip ]; then echo "skip read-only folder: as root it needs setpriv (package util-linux)"
else check "read-only folder: said once, with a remedy" "$bare 1 1" "$result $said $(grep -c 'permission denied; set DETSHIM_LOG' said)"; fi

ln -s target link
run "$folder/link"
check "own link is followed" "$bare 0 3" "$result $said $(grep -c 'hook cuInit' target)"
mkdir -m 1777 shared
echo mine > victim
if [ "$(id -u)" = 0 ]; then
  ln -s ../victim shared/log
  chown -h 65534:65534 shared/log
  run "$folder/shared/log"
  check "link of another user in a sticky folder: refused, said once" "$bare 1 mine" "$result $said $(cat victim)"
else echo "skip link of another user: needs root to make one"; fi

umask 0777
run "$folder/dark"
umask 022
check "umask 0777: the lines are there and can be read" "$bare 0 3 600" "$result $said $(grep -c 'hook cuInit' dark) $(stat -c %a dark)"
for i in 1 2 3 4; do LD_PRELOAD=$shim DETSHIM_LOG=$folder/same DETSHIM_LOG_LEVEL=trace "$calls" "$driver" 500 0 exit > /dev/null & done
wait
check "concurrent runs share a file, line by line" "2000 0" "$(grep -c 'hook cuInit' same) $(grep -cv '^[-0-9]*T[:.0-9]*Z [0-9]* [0-9]* [a-z]* ' same)"
exit $failed
