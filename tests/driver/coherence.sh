#!/bin/sh
# The coherence engine against a model: random sequences of operations, the same ones every time, on accelerators that share the
# host's memory, have memory of their own, or some of each; in the emulator alone; and by threads at once.
# The late layer is tests/layer/late.c. COHERENCE=N tries N times as many, COHERENCE_SEED=N others.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
case " $SANITIZE" in *thread*) share=20 ;; *address*) share=5 ;; *) share=1 ;; esac
seed=${COHERENCE_SEED:-1}
sources=$TESTS/random
$AMPCC -O1 -Wall -Wextra -c -o kernels.o "$sources/kernels.ampc"
for unit in coherence operations work model; do
    cc $SANITIZE -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Werror -I"$TESTS/.." -I"$sources" -c -o $unit.o "$sources/$unit.c"
done
cc $SANITIZE -o coherence coherence.o operations.o work.o model.o kernels.o "$BUILD/obj/runtime.a" -lOpenCL -lm -pthread
# Two devices with threads; PoCL's 'basic' ends in a deadlock of its own when several threads use it.
export POCL_DEVICES='pthread pthread'
run() {
    count=$(($1 * ${COHERENCE:-1} / share + 1))
    shift
    status 0 "$@" -s "$seed" -n $count
    has out "$count sequences"
}
for memory in shared own mixed; do
    run 200 ./coherence -m $memory
    run 30 ./coherence -m $memory -t 4 -o 60
done
for memory in own mixed; do # sections by a kernel
    run 60 env AMPC_PACK=1 ./coherence -m $memory
    run 20 env AMPC_PACK=1 ./coherence -m $memory -t 4 -o 60
done
# With queues that know nothing of each other, and commands that begin late.
late="OPENCL_LAYERS=$BUILD/tests/layer/late.so"
for memory in shared own mixed; do
    run 100 env "$late" AMPC_LATE=300 ./coherence -m $memory
    run 20 env "$late" AMPC_LATE=300 ./coherence -m $memory -t 4 -o 60
done
for memory in shared mixed; do # which is elsewhere
    run 100 env "$late" AMPC_LATE=100 AMPC_LATE_SHARED=1 ./coherence -m $memory
    run 20 env "$late" AMPC_LATE=100 AMPC_LATE_SHARED=1 ./coherence -m $memory -t 4 -o 60
done
run 60 env AMPC_DEVICE=emulator ./coherence -m shared
run 60 env AMPC_DEVICE=emulator ./coherence -m own
run 20 env AMPC_DEVICE=emulator ./coherence -m own -t 4 -o 60
# It can fail, says where, and leaves out what has nothing to do with it.
status 1 env AMPC_TEST_FAIL=1 ./coherence -s 1
has err "failed: memory own, seed 1"
status 1 env AMPC_TEST_FAIL=1 ./coherence -s 1 -o 20 -r 1
[ "$(grep -vc '^ *[0-9]*:  ' err)" -le 5 ] || { cat err; fails "the sequence was not reduced"; }
