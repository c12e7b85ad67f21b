#!/bin/sh
# AMPC_CHECK=1 checks subscripts in programs that were compiled without -fsanitize=bounds, in all their files.
. "$TESTS/driver/lib.sh"
cat >part.ampc <<'A'
int element(array_view<int> v, int k) restrict(amp) { return v[k]; }
A
cat >main.ampc <<'A'
#include <stdlib.h>
int element(array_view<int> v, int k) restrict(amp);
int main(int argc, char **argv)
{
    int far = argc > 1 ? atoi(argv[1]) : 0, data[4] = {1, 2, 3, 4};
    array_view<int> v(4, data);
    array_view<int> part = v.section(0, 2);
    parallel_for_each(part.extent, [=](index<1> i) restrict(amp) { part[i] = element(part, i[0] ^ far) + v[1]; });
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += far; });
    return part(0) > 100;
}
A
$AMPCC -c -O2 part.ampc
$AMPCC -O2 -o main main.ampc part.o
status 0 ./main 2
AMPC_CHECK=1 status 0 ./main 1
grep -qE '^ampc: AMPC_CHECK: [0-9]+ launch(es)? checked, no subscript was outside$' err || { cat err; fails "no summary"; }
AMPC_CHECK=1 status 134 ./main 2
has err 'part.ampc:1: v('
has err 'is outside its extent (2) in a kernel, index ('
lacks err "no subscript was outside"
AMPC_CHECK=0 status 0 ./main 2
# The emulator says that it does not, once for a file.
AMPC_CHECK=1 AMPC_DEVICE=emulator status 0 ./main 1
has err "does not check the subscripts in kernels of main.ampc, which was compiled without -fsanitize=bounds"
[ "$(wc -l <err)" = 1 ] || { cat err; fails "more than one notice"; }
$AMPCC -O2 -fsanitize=address,bounds -o main main.ampc part.ampc
AMPC_DEVICE=emulator status 134 ./main 2
has err 'part.ampc:1: v('
