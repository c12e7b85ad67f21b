#!/bin/sh
# samples/mpi: on 1 to 4 ranks, on sizes that they do not divide, with the first MPI, on 3 with others; each compares its results with plain C's.
# Each rank starts a driver and builds kernels for itself, as many times as there are ranks: on 3 and 4 ranks (of the first MPI) they do; in the emulator ranks only compute.
. "$TESTS/driver/lib.sh"
. "$TESTS/driver/mpi_lib.sh"
kernels_as_they_are
export OMPI_MCA_odls_base_sigkill_timeout=0 # seconds that mpirun waits once a rank has failed
numbers="1 2 3 4"
for mpi in $MPIS; do
    for sample in heat box cg histogram nbody summa sort; do
        compiles $sample "$TESTS/../samples/mpi/$sample.ampc" -ffp-contract=off
        case $sample in heat) size="53 6" ;; box) size="23 4" ;; cg) size=31 ;; summa) size=67 ;; *) size=1009 ;; esac
        for n in $numbers; do
            on=
            long || [ "$n of $numbers" = "3 of 1 2 3 4" ] || on="env AMPC_DEVICE=emulator"
            [ $n != 4 ] || long || continue # with memory of their own below
            ranks $n $on ./$sample $size >out 2>&1 || { cat out; fails "$sample on $n ranks of $mpi"; }
            has out "results agree"
        done
        [ "$numbers" != 3 ] || long || continue
        # Devices with memory of their own: of the heat equations only halos are moved, which they count.
        AMPC_NO_ZERO_COPY=1 ranks 4 ./$sample $size >out 2>&1 || { cat out; fails "$sample with memory of its own on 4 ranks of $mpi"; }
        [ "$numbers" = 3 ] || ! ranks 2 ./$sample 1 >out 2>err || fails "$sample takes a size of 1"
        [ "$numbers" = 3 ] || has err "usage: $sample"
    done
    numbers=3 # of the second MPI
done
