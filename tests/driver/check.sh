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

# A kernel that has a form of two dimensions for its index, which checked text does without, beside one whose extents a build may know.
cat >apart.ampc <<'A'
int main(void)
{
    static int from[40 * 32], to[40 * 32], all[40];
    int m = 32, wrong = 0;
    array_view<const int> a(40 * 32, from);
    array_view<int> b(40 * 32, to);
    for (int k = 0; k < 40 * 32; k++)
        from[k] = k;
    parallel_for_each(b.extent, [=](index<1> t) restrict(amp) {
        int i = t[0] / m, j = t[0] % m, sum = 0;
        for (int k = 0; k < m; k++)
            sum += a[i * m + k] * a[k * m + j];
        b[t] = sum;
    });
    b.synchronize();
    array_view<const int, 2> rows(40, m, from);
    array_view<int> sums(40, all);
    parallel_for_each(sums.extent, [=](index<1> t) restrict(amp) {
        int sum = 0;
        for (int k = 0; k < m; k++)
            sum += rows(t[0], k);
        sums[t] = sum;
    });
    sums.synchronize();
    wrong += all[1] != 32 * 32 + 31 * 16;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < m; k++)
                to[i * m + j] -= from[i * m + k] * from[k * m + j];
            wrong += to[i * m + j] != 0;
        }
    return wrong > 0;
}
A
$AMPCC -O2 -o apart apart.ampc
for checks in 0 1; do AMPC_CHECK=$checks status 0 ./apart; done
has err "no subscript was outside"
