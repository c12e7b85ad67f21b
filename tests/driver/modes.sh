#!/bin/sh
# -E, -S, --emit, -fsyntax-only, stdin, response files.
. "$TESTS/driver/lib.sh"
printf '#define N 3\nint x = N; /* c */\n' >e.ampc
status 0 $AMPCC -E e.ampc
has out 'int x = 3;'
lacks out ampc__
status 0 $AMPCC -E -P -DY=1 e.ampc -o e.txt
has e.txt 'int x = 3;'
lacks e.txt '#'

status 0 $AMPCC -S sum.ampc
has sum.s main
status 0 $AMPCC -S -o - sum.ampc
has out main

status 0 $AMPCC --emit=cl sum.ampc
has sum.cl __kernel
status 0 $AMPCC --emit=cl -o - sum.ampc
cmp out sum.cl
status 0 $AMPCC --emit=c -o host.c sum.ampc
has host.c ampc__launch
has host.c '#include <ampc_gen.h>'
lacks host.c parallel_for_each
status 0 $AMPCC -o host host.c
./host | grep -q 'sum 56'
none sum.c

# Twice the same: the same bytes, wherever the file is built.
mkdir other
cp sum.ampc other
(cd other && $AMPCC --emit=cl sum.ampc && $AMPCC --emit=c -o host.c sum.ampc && $AMPCC -c sum.ampc)
$AMPCC -c sum.ampc
cmp sum.cl other/sum.cl
cmp host.c other/host.c
cmp sum.o other/sum.o

status 0 $AMPCC -fsyntax-only sum.ampc
[ ! -s out ] && [ ! -s err ]

status 0 $AMPCC -x ampc -o stdin - <sum.ampc
./stdin | grep -q 'sum 56'
status 1 $AMPCC -x ampc -c -o stdin.o - <bad.ampc
has err '<stdin>:6:'
none stdin.o

printf -- '-O2 -DNAME="a b"\n-o "from file" sum.ampc' >args
status 0 $AMPCC @args
'./from file' | grep -q 'sum 56'

# What has no AMP in it goes to cc byte for byte.
printf 'int  a ;\n\n#pragma once_upon\n\tint b\t=  1;\n' >plain.c
cc -E -P plain.c >want
$AMPCC --emit=c -x ampc -o plain.host plain.c
grep -v '^#' plain.host | grep -v '^$' >got
grep -v '^#' want | grep -v '^$' >want2
cmp got want2
