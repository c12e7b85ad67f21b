#!/bin/sh
# Random loop nests, the same ones every time, plain and optimised: both programs print the same, and neither differs from the host
# where that rounds alike. On the default device: AMPC_DEVICE=NVIDIA tests/run driver/nests_random.
# NESTS=N tries N programs, NESTS_SEED=N others, NESTS_KERNELS=N kernels in each; NESTS_TREE is AMPC_TREE of the optimised program.
. "$TESTS/driver/lib.sh"
export POCL_SIGFPE_HANDLER=0 # else PoCL goes on behind divisions by zero
seed=${NESTS_SEED:-1}
case " $SANITIZE" in *thread* | *address*) kernels=1 ;; *) kernels=3 ;; esac
kernels=${NESTS_KERNELS:-$kernels}
cc -std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wswitch -Werror -o nests \
    "$TESTS"/nests/*.c "$TESTS"/kernels/text.c
# builds PROGRAM OPTION...
builds() {
    program=$1
    shift
    $AMPCC -O2 -ffp-contract=off -w "$@" -o "$program" nests.ampc -lm >log 2>&1 || { cat log; fails "$what is not compiled"; }
}
# runs PROGRAM: what it prints is in PROGRAM.out.
runs() {
    ./"$1" >"$1.out" 2>err || { cat "$1.out" err; fails "$what: $1"; }
    has "$1.out" ", 0 differ"
}
# compares SEED KERNELS
compares() {
    what="./nests $1 $2"
    ./nests "$1" "$2" >nests.ampc
    builds plain -fno-optimize-kernels
    (export AMPC_TREE="${NESTS_TREE:-blocks,verify}" && builds optimised)
    runs plain
    runs optimised
    diff plain.out optimised.out || fails "$what: optimised kernels differ"
}
k=0
while [ $k -lt "${NESTS:-2}" ]; do
    compares $((seed + k)) "$kernels"
    k=$((k + 1))
done
# It can fail: the host has another result.
AMPC_TEST_FAIL=1 ./nests "$seed" "$kernels" >nests.ampc
builds plain
status 1 env AMPC_DEVICE=emulator ./plain
has out "]: kernel "
