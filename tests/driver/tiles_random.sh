#!/bin/sh
# Random kernels as in programs of tiles, the same ones every time: what they write is what the host's threads write, which take turns at
# each barrier. In the emulator, and optimised on the default device. LONG=1 has more of them, plain ones and ones with checks, too.
# TILES=N tries N programs, TILES_SEED=N others, TILES_KERNELS=N kernels in each.
. "$TESTS/driver/lib.sh"
export POCL_SIGFPE_HANDLER=0 # else PoCL goes on behind divisions by zero
seed=${TILES_SEED:-3}
if long; then programs=4 kernels=6; else programs=1 kernels=3; fi
programs=${TILES:-$programs}
kernels=${TILES_KERNELS:-$kernels}
cc -std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wswitch -Werror -o nests \
    "$TESTS"/nests/*.c "$TESTS"/kernels/text.c
# builds OPTION...
builds() {
    env AMPC_TREE=blocks,verify $AMPCC -O2 -ffp-contract=off -w "$@" -o tiles tiles.ampc -lm >log 2>&1 || { cat log; fails "$what is not compiled"; }
}
# runs NAME=VALUE...
runs() {
    env "$@" ./tiles >out 2>err || { cat out err; fails "$what, $*"; }
    has out ", 0 differ"
    ! grep "^0 compared" out || fails "$what: nothing is compared"
}
k=0
while [ $k -lt "$programs" ]; do
    what="./nests $((seed + k)) $kernels tiles"
    ./nests $((seed + k)) "$kernels" tiles >tiles.ampc
    builds
    runs AMPC_DEVICE=emulator
    runs AMPC_CHECK=0
    if long; then
        runs AMPC_CHECK=1
        builds -fno-optimize-kernels
        runs AMPC_CHECK=0
    fi
    k=$((k + 1))
done
# It can fail: the host has another result.
AMPC_TEST_FAIL=1 ./nests "$seed" 1 tiles >tiles.ampc
builds
status 1 env AMPC_DEVICE=emulator ./tiles
has out "]: kernel "
