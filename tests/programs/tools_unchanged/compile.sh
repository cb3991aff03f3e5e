# Compiles, links and runs a program; the object file is part of the result. One error message, too.
"$1" --version
printf '#include <stdio.h>\nint main(void) { return printf("hello\\n") - 2; }\n' > hello.c
"$1" -O2 -c hello.c -o hello.o && "$1" hello.o -o hello && ./hello
echo "status $?"
echo 'int f( { }' > broken.c
"$1" -c broken.c
