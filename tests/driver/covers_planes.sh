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
