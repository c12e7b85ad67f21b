#!/bin/sh
# -ffast-math reaches the kernels; without it nothing relaxed is asked for.
. "$TESTS/driver/lib.sh"
for option in "" -ffast-math -Ofast; do
    $AMPCC $option -o prog sum.ampc
    AMPC_VERBOSE=1 ./prog >out 2>err
    case $option in
    "") lacks err relaxed ;;
    *) has err " -cl-fast-relaxed-math" ;;
    esac
done
$AMPCC -ffast-math -fno-fast-math -o prog sum.ampc
AMPC_VERBOSE=1 ./prog >out 2>err
lacks err relaxed
