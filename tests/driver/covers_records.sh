#!/bin/sh
# Numbers in tables, structs by value and arrays of threads' own, by subscripts that some threads do not come to: groups that cover blocks of threads, in
# shapes that CPUs do not get, and blocks in all kernels.
. "$TESTS/driver/lib.sh"
kernels_alone

for name in tables records own_arrays lent; do
    (export AMPC_TREE=blocks,verify && $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o $name "$TESTS/exec/$name.ampc" -Wno-missing-braces -lm)
    ./$name >out 2>&1 || { cat out; fails "blocks of all kernels of $name"; }
done
kernels_as_they_are
for run in $(some 1 tables:2x4,4x4,8 tables:1x4,1x8,1) records:2x4,4x4,8 $(some 1 own_arrays:1x4,1x8,1 own_arrays:2x4,4x4,8) \
    $(some 1 lent:2x4,4x4,8 lent:1x4,1x8,1); do
    AMPC_VERBOSE=1 AMPC_COVER=${run#*:} ./${run%:*} >out 2>err || { cat out; fails "$run"; }
    has err "groups cover blocks of"
done
