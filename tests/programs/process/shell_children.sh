# $1 is `say`: children, subshells, a background job, and the shell itself by exec.
"$1" a
("$1" b; "$1" c)
"$1" d &
wait
exec "$1" e
