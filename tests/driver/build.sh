#!/bin/sh
# Objects, programs, .c and .o files on one line, names with blanks.
. "$TESTS/driver/lib.sh"
status 0 $AMPCC sum.ampc
./a.out | grep -q 'sum 56'
status 0 $AMPCC -O2 -c sum.ampc
status 0 $AMPCC -o prog sum.o
./prog | grep -q 'sum 56'
none sum.i sum.c sum.cl sum.d

cat >main.c <<'C'
#include <ampc.h>
int helper(void);
int extra(void);
int main(void) { return helper() + extra() != 3; }
C
echo 'int helper(void) { return 1; }' >helper.ampc
echo 'int extra(void) { return TWO; }' >extra.c
cc -c -DTWO=2 extra.c
status 0 $AMPCC -DTWO=9 -o mixed main.c helper.ampc extra.o -lm
./mixed
status 0 $AMPCC -c main.c helper.ampc
[ -f main.o ] && [ -f helper.o ]

mkdir 'a b'
cp sum.ampc 'a b/the sum.ampc'
status 0 $AMPCC -o 'a b/the prog' 'a b/the sum.ampc'
'./a b/the prog' | grep -q 'sum 56'
(cd 'a b' && $AMPCC -c 'the sum.ampc' && [ -f 'the sum.o' ])

# As a shared library; position-independent.
echo 'int twice(int x) { return 2 * x; }' >twice.ampc
status 0 $AMPCC -fPIC -shared -o libtwice.so twice.ampc
echo 'int twice(int); int main(void) { return twice(2) != 4; }' >use.c
status 0 $AMPCC -o use use.c -L. -ltwice -Wl,-rpath,"$PWD"
./use

# A program without AMP does not depend on OpenCL.
echo 'int main(void) { return 0; }' >plain.c
status 0 $AMPCC -o plain plain.c
./plain
objdump -p plain >needed
lacks needed OpenCL
status 0 $AMPCC -x ampc -o plain plain.c
objdump -p plain >needed
lacks needed OpenCL
if [ -z "$SANITIZE" ]; then
    status 0 $AMPCC -static -o plain plain.c
    ./plain
fi

# Old standards too.
status 0 $AMPCC -std=c89 -pedantic-errors -Wall -Wextra -Werror -x ampc -c plain.c
[ ! -s err ]
