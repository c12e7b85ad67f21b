#!/bin/sh
# Products in domains of rank 3, of which groups cover blocks of the first dimension and the last one (optimize/first.c), in shapes that CPUs do not get.
. "$TESTS/driver/lib.sh"
kernels_alone

$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o planes "$TESTS/exec/covers_planes.ampc"
kernels_as_they_are
for shape in $(some 2 2x4,3x5,3,1 4x4,2x4,8,0,4 1x4,1x8,1 3x2,4x3,5,2,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./planes >out 2>err || { cat out; fails "shape $shape"; }
    has err "-DAMPC_COVER "
done
# Short loops and longer ones as one.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o fused "$TESTS/exec/covers_fused.ampc"
for shape in $(some 2 2x4,3x5,3,1 4x4,2x4,8,0,4 1x1,4x8,8,1,4 3x2,4x3,5,2,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./fused >out 2>err || { cat out; fails "shape $shape, convolutions"; }
    has err "-DAMPC_COVER "
done
# Elements behind tests of the row, the column and the rounds.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o borders "$TESTS/exec/borders.ampc"
for shape in $(some 2 4x4,2x4,4 1x2,2x4,3,2 3x5,3x5,5,1 1x1,4x8,8,1,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./borders >out 2>err || { cat out; fails "shape $shape, borders"; }
    has err "-DAMPC_COVER "
done
$AMPCC -O2 --explain-kernel -I"$TESTS/exec" "$TESTS/exec/borders.ampc" >explained
[ "$(grep -c "is fetched for .*, where a thread reads it" explained)" -ge 24 ] || { cat explained; fails "not all is fetched behind tests"; }
$AMPCC -O2 --explain-kernel -I"$TESTS/exec" "$TESTS/exec/covers_fused.ampc" >explained
for rounds in 9 25 3 12; do
    has explained "short loops, of $rounds rounds, and the one around them are one loop"
done
$AMPCC -O2 --explain-kernel -I"$TESTS/exec" "$TESTS/exec/covers_planes.ampc" >explained
[ "$(grep -c "the rows of a block are threads along the first dimension" explained)" = 7 ] || { cat explained; fails "not all have rows of the first dimension"; }

# Counters of loops around.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o around "$TESTS/exec/covers_around.ampc"
for shape in $(some 2 2x4,3x5,3,1 4x4,2x4,8,0,4 1x1,4x8,8,1,4 3x2,4x3,5,2,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./around >out 2>err || { cat out; fails "shape $shape, loops around"; }
    has err "-DAMPC_COVER "
done
$AMPCC -O2 --explain-kernel -I"$TESTS/exec" "$TESTS/exec/covers_around.ampc" >explained
has explained "'in(r, c, ch)' is fetched for the rows of the block"
has explained "'k(dr, dc, ch, i[2])' is fetched for its columns"
has explained "'a(i[0], p * part + k)' is fetched for the rows of the block"
lacks explained "'a(i[0], from + k)' is fetched"
lacks explained "'a(i[0], p - k)' is fetched"

# Rows stay those before the last dimension where these have a product, and where the first one has none.
cat >stay.ampc <<'A1'
#include <amp.h>
void f(array_view<const float, 3> a, array_view<const float, 3> b, array_view<const float> w, array_view<float, 3> y)
{
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 100; k++)
            sum += a(i[0], i[1], k) * b(i[0], k, i[2]);
        y[i] = sum;
    });
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            for (int l = 0; l < 5; l++)
                sum += a(i[0], i[1] + k, i[2] + l) * w[5 * k + l];
        y[i] = sum;
    });
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 100; k++)
            sum += a(k, i[1], i[2]) * w[k];
        y[i] = sum;
    });
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 3; k++)
            sum += a(k, i[1], i[2]) * b(i[0], k, 0);
        y[i] = sum;
    });
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum[4] = {0};
        for (int k = 0; k < 100; k++)
            for (int l = 0; l < 4; l++)
                sum[l] += a(k, i[1], i[2] + l) * b(i[0], k, l);
        y[i] = sum[0] + sum[1] + sum[2] + sum[3];
    });
}
A1
$AMPCC -O2 --explain-kernel stay.ampc >explained
[ "$(grep -c "along the first dimension" explained)" = 1 ] || { cat explained; fails "rows of the first dimension"; }
lacks explained "are one loop"

# Rounds that may be more than an unsigned counts, as what they do is not all behind the test of an element of their own.
cat >many.ampc <<'A1'
#include <amp.h>
void f(array_view<const float, 3> a, array_view<const float, 3> w, array_view<float, 3> y, int n, int q)
{
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        int rounds = 0;
        float sum = 0;
        for (int ch = 0; ch < n; ch++)
            for (int d = 0; d < 9; d++)
                if (i[2] < q) {
                    rounds++;
                    if (i[1] > q && i[0] > 1)
                        sum += a(ch, i[1], i[2] + d) * w(i[0], ch, d);
                }
        y[i] = sum + (float)rounds;
    });
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum = 0;
        for (int ch = 0; ch < n; ch++) {
            if (i[2] < q)
                for (int d = 0; d < 9; d++)
                    sum += i[1] > q ? a(ch, i[1], i[2] + d) * w(i[0], ch, d) : 1;
        }
        y[i] = sum;
    });
    parallel_for_each(y.extent, [=](index<3> i) restrict(amp) {
        float sum = 0;
        for (int ch = 0; ch < n; ch++) {
            if (i[2] < q)
                for (int d = 0; d < 9; d++)
                    if (i[1] > q) {
                        int x = i[2] + d;
                        if (i[0] > 1)
                            sum += a(ch, i[1], x) * w(i[0], ch, d);
                    }
        }
        y[i] = sum;
    });
}
A1
$AMPCC -O2 --explain-kernel many.ampc >explained
[ "$(grep -c "are one loop" explained)" = 1 ] || { cat explained; fails "loops with rounds of no element of their own"; }
