#!/bin/sh
# What cc writes beside a program has the same names when ampcc makes it, in one step and in two; -static and -lm are as with cc.
. "$TESTS/driver/lib.sh"
cat >p.c <<'C'
#include <stdio.h>
int main(void) { printf("%s\n", __FILE__[1] == '.' ? "fine" : "?"); return 0; }
C
cp p.c p.ampc
# as_cc OPTION...: the same files appear, and the program runs; those of the compiler's passes have the source's suffix.
as_cc() {
    for side in cc ampcc; do
        rm -rf "$side"
        mkdir -p "$side/d"
    done
    cp p.c cc
    cp p.ampc ampcc
    (cd cc && cc "$@" p.c && if [ -x a.out ]; then ./a.out; fi) >/dev/null 2>&1 || fails "cc $*"
    (cd ampcc && $AMPCC "$@" p.ampc && if [ -x a.out ]; then ./a.out; fi) >out 2>&1 || { cat out; fails "ampcc $*"; }
    (cd cc && find . -type f | sed 's/p\.c$/SOURCE/; s/p\.c\./p./' | sort) >want
    (cd ampcc && find . -type f | sed 's/p\.ampc$/SOURCE/; s/p\.ampc\./p./' | sort) >got
    diff want got || fails "files of $*"
}
as_cc --coverage
as_cc --coverage -o prog
as_cc --coverage -o d/prog
as_cc --coverage -c
as_cc --coverage -c -o d/x.o
as_cc -ftest-coverage -fprofile-arcs
as_cc -fprofile-generate
as_cc -gsplit-dwarf -g
as_cc -gsplit-dwarf -g -o prog.x
as_cc -gsplit-dwarf -g -c
as_cc -fstack-usage -o prog
as_cc -fdump-tree-optimized
as_cc -fdump-tree-optimized -c
as_cc -save-temps
as_cc -save-temps -c -o d/x.o
as_cc -save-temps -o d/prog
as_cc -save-temps=obj -o d/prog
as_cc -dumpdir x --coverage
as_cc -fdirectives-only
as_cc -r -o x.o
status 0 $AMPCC --coverage -o counted sum.ampc
status 0 ./counted
gcov -t counted-sum.gcda >out 2>&1 || fails gcov
grep -qE ' [0-9]+: +8:    int sum = 0;' out || fails 'lines are not counted'

# -static: without AMP as with cc; with AMP a message, since OpenCL is opened when the program runs.
if [ -z "$SANITIZE" ]; then
    as_cc -static
    as_cc -static-pie
fi
status 1 $AMPCC -static sum.ampc
has err "error: '-static': a program that launches kernels opens libOpenCL"
lacks err undefined
status 0 $AMPCC -c sum.ampc
status 1 $AMPCC -static sum.o
has err "link it without '-static'"
echo 'int kernels(void); int main(void) { return kernels(); }' >calls.c
sed 's/int main/int kernels/' sum.ampc >kernels.ampc
$AMPCC -c kernels.ampc
mkdir lib
ar rcs lib/libkernels.a kernels.o
for where in '-Llib -lkernels' '-L lib -l kernels' '-Llib -l:libkernels.a' lib/libkernels.a; do
    status 1 $AMPCC -static calls.c $where
    has err "link it without '-static'"
done
LIBRARY_PATH=lib status 1 $AMPCC -static calls.c -lkernels
has err "link it without '-static'"
# Who links such a program with cc gets the emulator, and is told.
for how in -static -static-pie; do
    [ -z "$SANITIZE" ] || break
    cc $how -o calls calls.c lib/libkernels.a "$BUILD/lib/libampc.a" -lm
    status 0 ./calls
    has err 'a program linked with -static cannot open libOpenCL.so.1'
done

# -lm: programs that use it name it, as with cc; what kernels need in the emulator is there without a word.
printf '#include <math.h>\nint main(int n, char **v) { return v ? sin(n) > 2 : 0; }\n' >plain.ampc
status 1 $AMPCC plain.ampc
status 0 $AMPCC plain.ampc -lm
cat >kernel.ampc <<'A'
#include <math.h>
int main(void)
{
    float a[1] = {4};
    array_view<float> v(1, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sqrtf(v[i]) + lgammaf(v[i]); });
    return v(0) < 3;
}
A
status 0 $AMPCC kernel.ampc
status 0 $AMPCC -c kernel.ampc
status 0 $AMPCC -o kernel kernel.o
AMPC_DEVICE=emulator status 0 ./kernel

# -finput-charset counts once.
printf '#include <wchar.h>\nint main(void) { const char *s = "\351"; return !(sizeof "\351" == 3 && (s[0] & 255) == 0xc3 && L'"'\351'"' == 0xe9); }\n' >latin.ampc
status 0 $AMPCC -finput-charset=latin1 -o latin latin.ampc
status 0 ./latin
