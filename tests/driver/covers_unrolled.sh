#!/bin/sh
# Groups that fetch what short loops in the rounds of long ones read (optimize/unroll.c), in shapes that CPUs do not get.
. "$TESTS/driver/lib.sh"
kernels_alone

U=$TESTS/exec/covers_unrolled.ampc
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o unrolled "$U"
kernels_as_they_are
for shape in $(some 2 2x4,3x5,3,1 2x4,4x8,8,2,4 4x4,2x4,4 3x2,3x5,4 1x4,1x8,1 2x2,4x8,8,1,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./unrolled >out 2>err || { cat out; fails "shape $shape"; }
    has err "-DAMPC_COVER "
done
$AMPCC --explain-kernel -I"$TESTS/exec" "$U" >unrolled.txt
has unrolled.txt ":51:     'y(k, 4 * j + q)' is fetched for its columns, 16 bytes for each in each round"
has unrolled.txt ":73:     'x(row, k)' is fetched for the rows of the block, 12 bytes for each in each round"
has unrolled.txt ":167:     'v(p, at[0] + d, at[1] + e)' is fetched for the block and 2 rows and 2 columns around it, 4 bytes for each thread"
[ "$(grep -c "is fetched for" unrolled.txt)" = 10 ] || { cat unrolled.txt; fails "not all is fetched"; }
# Loops of larger steps, and of counters in front of them.
S=$TESTS/exec/covers_steps.ampc
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o steps "$S"
for shape in $(some 2 2x4,3x5,3,1 2x4,4x8,8,2,4 4x4,2x4,4 1x4,1x8,1); do
    AMPC_COVER=$shape ./steps >out 2>&1 || { cat out; fails "shape $shape, steps"; }
done
$AMPCC --explain-kernel -I"$TESTS/exec" "$S" >steps.txt
[ "$(grep -c "is fetched for" steps.txt)" = 21 ] || { cat steps.txt; fails "not all is fetched"; }
# Clamps, tests and windows in functions.
C=$TESTS/exec/covers_called.ampc
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o called "$C"
for shape in $(some 1 2x4,3x5,3,1 4x4,2x4,4 3x2,3x5,4); do
    AMPC_COVER=$shape ./called >out 2>&1 || { cat out; fails "shape $shape, functions"; }
done
$AMPCC --explain-kernel -I"$TESTS/exec" "$C" >called.txt
[ "$(grep -c "is fetched for" called.txt)" = 6 ] || { cat called.txt; fails "not all is fetched"; }
