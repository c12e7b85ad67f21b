#!/bin/sh
# Tiles that a work-item of a CPU does as rows of 8 or 4 threads: the programs of tests/exec with such sizes.
. "$TESTS/driver/lib.sh"
# short PROGRAM SIZES
short() {
    (export AMPC_TREE=blocks,verify && $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" "-DSIZES=$2" -o short "$TESTS/exec/$1.ampc" -lm)
    AMPC_VERBOSE=1 ./short >out 2>err || { cat out err; fails "$1 with $2"; }
    ! grep "as written: \(the last size\|its tiles have\)" err || fails "$1 with $2 runs as written"
}
short tiles_control 'Y = 4, X = 8'
short tiles_bodies 'TILE = 8'
short tiles_subscripts 'Y = 8, X = 8'
if long; then
    short math_lanes 'TILE = 8'
    short tiles_control 'Y = 3, X = 4'
    short tiles_control 'Y = 3, X = 12'
    short tiles_bodies 'TILE = 4'
fi
