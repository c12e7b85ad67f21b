#!/bin/sh
# Groups that cover the threads for which all tests of the index are known, and do the others by themselves (optimize/inside.c), in shapes that CPUs do not get.
. "$TESTS/driver/lib.sh"
kernels_alone

$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o inside "$TESTS/exec/inside.ampc"
kernels_as_they_are
for shape in $(some 2 2x4,3x5,3,1 4x4,2x4,8 1x4,1x8,1); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./inside >out 2>err || { cat out; fails "shape $shape"; }
    has err "-DAMPC_COVER "
done
# Where no thread is inside of the limits, no block reads for them: what is beside the view cannot be read.
cat >nobody.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <sys/mman.h>
enum { W = 1024, PAGE = 4096 };
int main(void)
{
    static float sums[2 * W];
    char *p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p, PAGE, PROT_NONE) || mprotect(p + 3 * PAGE, PAGE, PROT_NONE))
        return 2;
    float *at = (float *)(p + PAGE);
    int wrong = 0, q = 3;
    for (int k = 0; k < 2 * W; k++)
        at[k] = (float)(k % 13);
    array_view<const float, 2> a(2, W, at);
    array_view<float, 2> b(2, W, sums);
    b.discard_data();
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int e = -q; e <= q; e++)
            for (int d = -q; d <= q; d++) {
                int y = i[0] + e, x = i[1] + d;
                if (y < 0 || x < 0 || y >= 2 || x >= W)
                    continue;
                sum += a(y, x);
            }
        b[i] = sum;
    });
    b.synchronize();
    for (int k = 0; k < 2 * W; k++) {
        float sum = 0;
        for (int y = 0; y < 2; y++)
            for (int x = k % W - q; x <= k % W + q; x++)
                sum += x < 0 || x >= W ? 0 : at[y * W + x];
        wrong += sums[k] != sum;
    }
    return wrong != 0;
}
A
$AMPCC -O2 -ffp-contract=off -o nobody nobody.ampc
for shape in 2x4,3x5,3,1 1x4,1x8,1; do
    status 0 env AMPC_VERBOSE=1 AMPC_COVER=$shape ./nobody
    has err "-DAMPC_COVER "
done
# Loops that count down, or variables from outside.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o down "$TESTS/exec/covers_down.ampc"
for shape in $(some 2 2x4,3x5,3,1 1x1,4x8,8,1,4 2x4,3x5,8,2,4); do
    AMPC_COVER=$shape ./down >out 2>&1 || { cat out; fails "shape $shape, counting down"; }
done
$AMPCC --explain-kernel "$TESTS/exec/covers_down.ampc" >down.txt
[ "$(grep -c "is fetched for" down.txt)" = 9 ] || { cat down.txt; fails "not all is fetched"; }
# Tests that few threads pass are no border.
cat >few.ampc <<'A'
#include <amp.h>
void f(array_view<const float> a, array_view<float> b, int n)
{
    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            if (k != i[0] && i[0] - k >= 0)
                sum += a[i[0] - k];
        b[i] = sum;
    });
}
A
$AMPCC -O2 --emit=cl -o few.cl few.ampc
lacks few.cl ampc_most
A=$TESTS/exec/inside.ampc
$AMPCC -O2 --emit=cl -I"$TESTS/exec" -o inside.cl "$A"
has inside.cl 'AMPC_UNROLL(4) for (int u_dx = u_r; u_dx >= -u_r; u_dx--)' # ptxas (docs/INTERNALS.md)
has inside.cl "ampc_i < ampc_first0 || ampc_i + AMPC_HIGH > ampc_most0"
# Windows whose radius arguments say.
W=$TESTS/exec/covers_window.ampc
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o window "$W"
for shape in $(some 2 2x4,3x5,3,1 4x4,2x4,1 3x2,3x5,4 4x4,4x8,1); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./window >out 2>err || { cat out; fails "shape $shape, windows"; }
    has err "-DAMPC_COVER "
done
$AMPCC --explain-kernel -I"$TESTS/exec" "$W" >window.txt
[ "$(grep -c "is fetched for the block and up to 32 rows and 32 columns around it" window.txt)" = 7 ] || { cat window.txt; fails "not all windows are fetched"; }
[ "$(grep -c "is fetched for the block and up to" window.txt)" = 13 ] || { cat window.txt; fails "not all windows are fetched"; }
[ "$(grep -c "where loops have 5 to 33 rounds" window.txt)" = 8 ] || { cat window.txt; fails "how large windows may be"; }
# Work outside of a guard.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o guards "$TESTS/exec/covers_guards.ampc"
for shape in $(some 2 2x4,3x5,3,1 2x4,4x8,8,2,4 4x4,2x4,1); do
    AMPC_COVER=$shape ./guards >out 2>&1 || { cat out; fails "shape $shape, work outside of a guard"; }
done
$AMPCC --explain-kernel -I"$TESTS/exec" "$TESTS/exec/covers_guards.ampc" >guards.txt
[ "$(grep -c "is fetched for" guards.txt)" = 14 ] || { cat guards.txt; fails "not all is fetched"; }
# Functions and kernels that return from inside of blocks.
for run in returns kernel_c; do
    $AMPCC -O2 -I"$TESTS/exec" -o $run "$TESTS/exec/$run.ampc"
    AMPC_COVER=2x4,3x5,3,1 ./$run >out 2>&1 || { cat out; fails "$run, optimised"; }
done
