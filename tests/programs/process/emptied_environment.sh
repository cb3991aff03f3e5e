# $1 is a Python, started with an environment that holds nothing but the preload (none in the bare run).
exec env -i ${LD_PRELOAD:+LD_PRELOAD="$LD_PRELOAD"} "$1" -c 'import random
print(random.random())'
