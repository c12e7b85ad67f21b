#!/bin/sh
# What gdb shows of kernels in the emulator, by share/ampc/ampc-gdb.py: the session of docs/DEBUGGING.md as it stands there, values on the host
# and in kernels, steps, frames, the thread; with gcc and clang.
. "$TESTS/driver/lib.sh"
command -v gdb >/dev/null || { echo "no gdb"; exit 77; }
gdb -q -nx -batch -ex 'python print("py" + "thon")' 2>/dev/null | grep -q python || { echo "gdb without Python"; exit 77; }
[ -z "$SANITIZE" ] || { echo "frames are the sanitizers' too"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "no unwinding out of the emulator's stacks here"; exit 77; }
export AMPC_DEVICE=emulator
script=$BUILD/share/ampc/ampc-gdb.py

# session PROGRAM: the commands of standard input, each shown before what it prints; into out.
session() {
    program=$1
    set --
    while IFS= read -r command; do
        set -- "$@" -ex "echo (gdb) $(printf %s "$command" | sed 's/["\\]/\\&/g')\n" -ex "$command"
    done
    gdb -q -nx -batch -ex 'set debuginfod enabled off' -ex 'set width 0' -ex "source $script" "$@" "./$program" >out 2>&1 </dev/null || true # the status of the last command
}
# shows LINE...: the output has these lines, whole.
shows() { for line; do grep -qxF -e "$line" out || { cat out; fails "no line '$line'"; }; done; }

# Where gdb cannot write registers (13, on processors with AMX), it calls no function; the number takes the call's place.
printf 'int twice(int x) { return 2 * x; }\nint main(void) { return twice(0); }\n' >calls.c
cc -g -O0 -o calls calls.c
call='twice(21)'
gdb -q -nx -batch -ex 'break twice' -ex run -ex "print $call" ./calls 2>&1 | grep -q ' = 42' || { call=42 && echo "gdb calls no functions here"; }

# The page's own session: what it leaves out is where gdb says that a breakpoint was made or met, and addresses.
awk -v RS='```[a-z]*\n' 'NR == 2 { printf "%s", $0 > "rows.ampc" } NR == 4 { printf "%s", $0 > "want" }' "$TESTS/../docs/DEBUGGING.md"
$AMPCC -g -O0 -o rows rows.ampc
sed -n 's/^(gdb) //p' want | session rows
sed '/^$/d; /^Breakpoint [0-9]/d; /^\[Thread deb/d; /^Using host lib/d; s/^\(#[0-9]* *\)0x[0-9a-f]* in /\1/' out >got
sed 's/^#17 /#N /' want >want2
sed 's/^#[1-9][0-9]* /#N /' got | diff want2 - || fails "docs/DEBUGGING.md"

# Structures, rank 1, amp functions, a view that is a parameter, expressions of all kinds, before and behind kernels.
cat >pairs.ampc <<'A'
#include <stdio.h>
#include <stdlib.h>
struct pair { int a; float b; };
int twice(int x) restrict(amp)
{
    return 2 * x;
}
static void fill(array_view<struct pair> v, int n)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        int k = twice(i[0]);
        v[i].a = k + n;
        v(i[0]).b = 0.5f;
    });
}
static array_view<unsigned char> everywhere;
int main(int argc, char **argv)
{
    static struct pair a[3];
    unsigned char bytes[8] = {7, 8};
    array_view<struct pair> v(3, a), none;
    array_view<const unsigned char, 2> m(2, 4, bytes);
    array<double, 2> d(2, 2);
    index<2> i(0, 1);
    everywhere = array_view<unsigned char>(8, bytes);
    fill(v, 1);
    v.synchronize();
    printf("%d %d\n", a[2].a, m(i));
    return 0;
}
A
for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    $AMPCC --cc=$cc -w -g -O0 -o pairs pairs.ampc
    sed "s/twice(21)/$call/" <<'G' | session pairs
break pairs.ampc:26
run
print v
print none
print m
print m(0, 1)
print m[i]
print m[i[0]]
print i
print m.extent
print everywhere
print d
print $at(d, 1, 1) = 2.5
print d(1, 1) + 1
print/x bytes[1]
print twice(21)
print argc + 1
print m(2, 0)
break pairs.ampc:13
continue
print v.extent[0] + v.extent.size() + $size(v.e) + $size($extent(v))
print i
print v(0).a
print $at(v, i).a
print v[i]
delete
backtrace
step
step
step
step
step
step
backtrace
step
next
next
next
next
tbreak pairs.ampc:28
continue
next
print a
info breakpoints
G
    shows '$1 = extent (3) = {{a = 0, b = 0}, {a = 0, b = 0}, {a = 0, b = 0}}' '$2 = an empty view' '$4 = 8 '"'\\b'" '$5 = 8 '"'\\b'" \
        '$6 = "\a\b\000"' '$7 = (0, 1)' '$10 = extent (2, 2) = {{0, 0}, {0, 0}}' '$11 = 2.5' '$12 = 3.5' '$13 = 0x8'
    shows '$8 = (2, 4)'
    shows '(2, 0) is outside the extent (2, 4)'
    has out '$14 = 42'
    shows '$16 = 12'
    has out "#0  fill's kernel at pairs.ampc:10, thread (1) () at pairs.ampc:1"
    [ "$(grep -c '^#' out)" = 6 ] || { cat out; fails "not three frames each"; }
    shows '11	        int k = twice(i[0]);' '6	    return 2 * x;' "fill's kernel at pairs.ampc:10, thread (2)" \
        '28	    printf("%d %d\n", a[2].a, m(i));' '$21 = {{a = 1, b = 0.5}, {a = 3, b = 0.5}, {a = 5, b = 0.5}}'
    grep -q '^No breakpoints' out || { cat out; fails "breakpoints are left"; } # gdb 16 names more kinds of them
    for word in Exception runtime/ ampc-generated ampc_gen.h 'No such file'; do lacks out "$word"; done
done

# A structure with a view, short vectors, rank 3 and a view of part of another, in a kernel; 'until' ends where 'next' does.
cat >holder.ampc <<'A'
#include <amp_short_vectors.h>
struct holder { array_view<int, 2> m; int k; };
int main(void)
{
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[2];
    graphics::float_2 p = {0.5f, 2};
    array_view<const int, 3> c(1, 2, 3, &a[0][0]);
    struct holder h = {array_view<int, 2>(2, 3, &a[0][0]), 7};
    array_view<int, 2> part = h.m.section(1, 1, 1, 2);
    array_view<int> w(2, b);
    parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
        w[i] = h.m(1, i[0]) + h.k + part(0, 1) + c(0, 0, 0) + (int)p.y;
    });
    return w(1) != 21;
}
A
$AMPCC -w -g -O0 -o holder holder.ampc
session holder <<'G'
break holder.ampc:12
run
print h
print h.m(1, 2)
print h.m[1]
print p.y
print c
print c(0, 1, 2)
print part[0]
delete
until
until
until
until
until
print w(1)
G
shows '$1 = {m = extent (2, 3) = {{1, 2, 3}, {4, 5, 6}}, k = 7}' '$2 = 6' '$3 = {4, 5, 6}' '$4 = 2' '$5 = extent (1, 2, 3) = {{{1, 2, 3}, {4, 5, 6}}}' \
    '$6 = 6' '$7 = {5, 6}' "main's kernel at holder.ampc:11, thread (1)" '14	    return w(1) != 21;' '$8 = 21'
lacks out ampc-generated

# Threads of the host that share a kernel, and code that has been optimised: nothing in the script fails.
AMPC_EMULATOR_THREADS=4 session pairs <<'G'
break pairs.ampc:13 if i.c[0] == 2
run
backtrace
next
next
next
G
has out "thread (2)"
$AMPCC -w -g -O2 -o pairs pairs.ampc
session pairs <<'G'
break pairs.ampc:13
run
print v
print i
backtrace
ampc thread
next
next
next
G
has out "#0  fill's kernel at pairs.ampc:10"
lacks out Exception

# Stopped inside a call of the library: the program's frames.
printf 'int main(int n, char **s)\n{\n    int a[4];\n    array_view<int> v(4, a), w = v.section(n + 1, 3);\n    return s ? w(0) : 1;\n}\n' >wrong.ampc
$AMPCC -w -g -O0 -o wrong wrong.ampc
session wrong <<'G'
run
backtrace
G
grep '^#' out | grep -q ' main (n=1.*wrong.ampc:4' && [ "$(grep -c '^#' out)" = 1 ] || { cat out; fails "frames of an error"; }
