#!/bin/sh
# Random kernels, the same ones every time: each body runs in a kernel and on the host, and writes the same. In the emulator and on
# the default device, with memory that is shared and that is not, and with checks of bounds.
# KERNELS=N tries N times as many programs, KERNELS_SEED=N others.
. "$TESTS/driver/lib.sh"
seed=${KERNELS_SEED:-1}
times=${KERNELS:-1}
case " $SANITIZE" in *thread* | *address*) kernels=2 ;; *) kernels=4 ;; esac
cc -std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wswitch -Werror -o gen "$TESTS"/kernels/*.c
# program SEED KERNELS: what cc warns of is the program's, nothing is ampcc's or of text that ampcc wrote.
program() {
    what="./gen $1 $2"
    ./gen "$1" "$2" >kernels.ampc
    "$AMPCC" -O2 -ffp-contract=off -Wall -Wextra -Wno-unused -Wno-amp-overflow -o kernels kernels.ampc -lm >log 2>&1 || { cat log; fails "$what is not compiled"; }
    ! grep 'error: \|warning: .*\[[a-z][^]]*\]$\|ampc-generated' log || fails "$what"
}
# anew NAME=VALUE...: the program, for which the driver compiles once more.
anew() {
    rm -rf pocl
    mkdir pocl
    env POCL_CACHE_DIR="$PWD/pocl" "$@" ./kernels >out 2>err
}
# runs NAME=VALUE...: all that both have written is the same. PoCL 6 compiles wrongly now and then (docs/INTERNALS.md, "What
# differs by driver"), kernels with loops before barriers: another compilation may be right, or one that makes the loops over
# work-items in PoCL's other way, if the first one's binary differs in the same way again. What is ours differs in every
# compilation, or from run to run.
runs() {
    if ! anew "$@"; then
        cp out first
        env POCL_CACHE_DIR="$PWD/pocl" "$@" ./kernels >out 2>err || :
        cmp first out || fails "$what, $*: not the same in each run"
        anew "$@" || anew "$@" || anew POCL_WORK_GROUP_METHOD=cbs "$@" || { cat out err; fails "$what, $*"; }
        echo "compiled wrongly once: $what, $*"
    fi
    has out ", 0 differ"
    ! grep "^0 compared" out || fails "$what: nothing is compared"
}
k=0
while [ $k -lt $((2 * times)) ]; do
    program $((seed + k)) $kernels
    runs AMPC_DEVICE=emulator
    runs AMPC_DEVICE=emulator AMPC_NO_ZERO_COPY=1
    k=$((k + 1))
done
k=0
while [ $k -lt "$times" ]; do
    program $((seed + 100 + k)) 2
    runs AMPC_CHECK=0
    runs AMPC_CHECK=1
    runs AMPC_NO_ZERO_COPY=1
    k=$((k + 1))
done
# It can fail: the host's bodies begin with another number.
AMPC_TEST_FAIL=1 ./gen "$seed" 1 >kernels.ampc
$AMPCC -O2 -ffp-contract=off -w -o kernels kernels.ampc -lm
status 1 env AMPC_DEVICE=emulator ./kernels
has out "]: kernel "
