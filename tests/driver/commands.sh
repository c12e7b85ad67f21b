#!/bin/sh
# -v, -###, --version, --help, queries for cc.
. "$TESTS/driver/lib.sh"
status 0 $AMPCC -### -O2 -c sum.ampc -DX='a b'
none sum.o
has err '"-E"'
has err '"-DX=a b"'
has err 'cpp-output'
[ ! -s out ]
status 0 $AMPCC -### -o prog sum.ampc x.c
has err libampc.a
none prog
status 0 $AMPCC -### x.c
none a.out

status 0 $AMPCC -v -c sum.ampc
has err 'ampcc version'
has err 'cpp-output'
[ -f sum.o ]

status 0 $AMPCC --version
has out ampcc
[ "$(wc -l <out)" -gt 1 ]
status 0 $AMPCC --help
for o in -c -o -E -S --emit= -fsyntax-only -I -MMD -x -l --cc= @FILE; do has out " $o"; done
[ "$($AMPCC -dumpmachine)" = "$(cc -dumpmachine)" ]
[ "$($AMPCC -print-file-name=libc.a)" = "$(cc -print-file-name=libc.a)" ]

# An option that would change the structures that the library has been compiled with.
for o in -fpack-struct -fpack-struct=2; do
    status 1 $AMPCC $o -c -o packed.o sum.ampc
    has err "ampcc: error: '$o' changes the structures of libampc"
    none packed.o
done

# Options with arguments of their own are no files.
status 0 $AMPCC -c --param max-inline-insns-single=10 -Xlinker -s -include stdio.h -idirafter /tmp -u main sum.ampc
