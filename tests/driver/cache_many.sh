#!/bin/sh
# Many processes that begin at once with empty caches, PoCL's too: one builds, the others wait and load what it has stored; nobody fails.
# MANY is how many (16). A process that builds and does not come to store, or is killed before, holds nobody up for long.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
case $BUILD in */asan) MANY=4 ;; esac
cat >use.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int a[64];
    array_view<int, 1> v(64, a);
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * 3; });
    while (argc > 1 && access("end", F_OK) != 0)
        usleep(20000); // it has TURN meanwhile
    int wrong = 0;
    for (int k = 0; k < 64; k++)
        wrong += v(k) != k * 3;
    ampc_counters c;
    ampc_counters_get(&c);
    printf("built %llu, found %llu\n", c.builds, c.binaries);
    return wrong != 0;
}
A
$AMPCC -O2 -o use use.ampc
needs_binaries ./use
export AMPC_CACHE_DIR=$PWD/cache POCL_CACHE_DIR=$PWD/pocl

# together N: N processes at once; all are right.
together() {
    rm -f out.* bad.*
    k=0
    while [ $k -lt "$1" ]; do
        { ./use >out.$k 2>&1 || echo "process $k: status $?" >bad.$k; } &
        pids="$pids $!"
        k=$((k + 1))
    done
    # shellcheck disable=SC2086
    wait $pids
    pids=
    if ls bad.* >/dev/null 2>&1; then cat bad.* out.*; fails "processes with an empty cache"; fi
}
# lines TEXT: how many of them say so.
lines() { cat out.* | grep -c "^$1$" || :; }
pids=

many=${MANY:-16}
together "$many"
[ "$(lines 'built 1, found 0')" = 1 ] || { cat out.*; fails "not one process built"; }
[ "$(lines 'built 0, found 1')" = $((many - 1)) ] || { cat out.*; fails "not all others loaded"; }
[ "$(ls cache | grep -c lock)" = 0 ] || fails "a lock is left"

# One that has built and is busy with something else: the others build after a while. It ends as if alone.
rm -rf cache pocl
./use busy >busy 2>&1 &
holder=$!
for k in 1 2 3 4 5 6 7 8 9 10 11 12; do ls cache/*.lock >/dev/null 2>&1 && break || sleep 0.25; done
ls cache/*.lock >/dev/null || fails "no lock of a process that builds"
together 3
[ "$(lines 'built 1, found 0')" = 3 ] || { cat out.*; fails "who waited long enough does not build"; }
touch end
wait $holder || { cat busy; fails "the process that was busy"; }

# One that is killed: the next one builds at once, and cleans up.
rm -rf cache pocl end
./use busy >busy 2>&1 &
holder=$!
for k in 1 2 3 4 5 6 7 8 9 10 11 12; do ls cache/*.lock >/dev/null 2>&1 && break || sleep 0.25; done
kill -9 $holder
wait $holder 2>/dev/null || :
together 1
has out.0 "built 1, found 0"
[ "$(ls cache | grep -c bin)" = 1 ] && [ "$(ls cache | grep -c lock)" = 0 ] || { ls cache; fails "the cache behind a killed process"; }

# A folder that nobody may write to (for root it is one that is none).
rm -rf cache pocl
mkdir cache
chmod 500 cache
together 2

# Without a folder that is named: drivers of CPUs keep what the first one compiles, and nobody is in another's way.
rm -rf cache pocl
unset AMPC_CACHE_DIR
export XDG_CACHE_HOME=$PWD/own
together "$many"
[ "$(ls own/ampc | grep -c bin)" = 1 ] && [ "$(ls own/ampc | grep -c lock)" = 0 ] || { ls own/ampc; fails "the cache that nobody named"; }
