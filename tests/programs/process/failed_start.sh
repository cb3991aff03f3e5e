# $1 is the number of the run, $2 and $3 are `spawn_family` and `say`: from the second run on a start fails in between.
test "$1" = 0 || export FAIL_BETWEEN=1
exec "$2" "$3"
