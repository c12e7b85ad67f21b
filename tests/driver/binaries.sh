#!/bin/sh
# Programs of tests/exec by the binaries that the library keeps of their kernels: a second start builds nothing, and finds the same results. In folders of
# their own, with nothing that the driver kept.
. "$TESTS/driver/lib.sh"
$AMPCC -o prog sum.ampc
needs_binaries ./prog
kernels_as_they_are
export AMPC_CACHE_DIR="$PWD/cache"
# Tiles and arrays; tables; functions; structs; numbers of threads' own; images and samplers; blocks for CPUs; text.
for program in array constant_view tile_functions kernel_structs kernel_atomics texture_sample_images blocks_apart kernel_printf; do
    $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o program "$TESTS/exec/$program.ampc" -lm
    for start in first second; do
        status 0 env AMPC_VERBOSE=1 POCL_CACHE_DIR="$PWD/pocl.$start" ./program
        [ $start = first ] || lacks err "ampc: built the "
        [ $start = second ] || has err "ampc: built the "
    done
    rm -rf cache pocl.*
done
