# Arithmetic, pipes, sub-shells, process substitution, here documents, traps, jobs, a missing command.
set -u
echo $((6 * 7))
(exit 3)
echo "status $?"
seq 5 | sort -rn | tr '\n' ' '
cat < <(echo substituted)
cat << END
here $((1 + 1))
END
trap 'echo trapped' EXIT
sleep 0 &
wait $! && echo waited
printf 'x%.0s' {1..100} | wc -c
no_such_command
ls /nowhere
exec 7> seven && echo seven >&7
exit 5
