#!/bin/sh
# Programs find the binaries of their kernels again, and never one that is damaged or meant for something else.
. "$TESTS/driver/lib.sh"
export AMPC_CACHE_DIR=$PWD/cache
cat >use.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    int a[64];
    array_view<int, 1> v(64, a);
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * STEP; });
    int wrong = 0;
    for (int k = 0; k < 64; k++)
        wrong += v(k) != k * STEP;
    ampc_counters c;
    ampc_counters_get(&c);
    printf("built %llu, found %llu\n", c.builds, c.binaries);
    return wrong != 0;
}
A
$AMPCC -DSTEP=3 -o use use.ampc
needs_binaries ./use
# expect COUNTS: a start that builds and finds that many.
expect() { status 0 ./use; has out "$1"; }
files() { ls cache | wc -l; }
expect "built 1, found 0"
[ "$(files)" = 1 ] || fails "$(files) files in the cache"
expect "built 0, found 1"
# PoCL compiles for a group when it is launched; the binary has that code, too.
! AMPC_VERBOSE=1 ./use 2>&1 | grep -q 'default accelerator.*Portable Computing' || grep -aq -- '-1-1[-/]' cache/* || fails "no code for groups"

# Another program, then the old one again.
$AMPCC -DSTEP=4 -o use use.ampc
expect "built 1, found 0"
$AMPCC -DSTEP=3 -o use use.ampc
expect "built 0, found 1"
# Other options for the device's compiler.
$AMPCC -DSTEP=3 -ffast-math -o use use.ampc
expect "built 1, found 0"
$AMPCC -DSTEP=3 -o use use.ampc

# Damage of every kind heals.
for damage in 'truncate -s 100' 'truncate -s 0' 'truncate -s -1' 'sed -i s/source/Source/' 'cp /dev/null'; do
    for f in cache/*; do $damage "$f"; done
    expect "built 1, found 0"
    expect "built 0, found 1"
done
# A whole file whose contents the device does not understand.
for f in cache/*; do head -c 2000 /dev/urandom >"$f"; done
expect "built 1, found 0"
expect "built 0, found 1"

# Many processes at once, with nothing there.
rm -rf cache
for k in 1 2 3 4 5 6 7 8; do ./use >out.$k & done
for k in 1 2 3 4 5 6 7 8; do wait; done
for k in 1 2 3 4 5 6 7 8; do has out.$k found; done
[ "$(files)" = 1 ] || fails "$(files) files in the cache after many processes"
expect "built 0, found 1"

# Without a cache.
AMPC_CACHE_DIR=off expect "built 1, found 0"
AMPC_CACHE_DIR=/dev/null/no expect "built 1, found 0"
AMPC_CACHE_SIZE=0 AMPC_CACHE_DIR=$PWD/small expect "built 1, found 0"
[ -z "$(ls small)" ] || fails "a cache of no size has files"
# A size that is none is reported, and the default one taken.
for size in 1G -1 ten 99999999999999999999 ' '; do
    rm -rf "$AMPC_CACHE_DIR"
    AMPC_CACHE_SIZE=$size expect "built 1, found 0"
    has err "ampc: AMPC_CACHE_SIZE=$size is no number of MiB; taking 256"
    AMPC_CACHE_SIZE=$size expect "built 0, found 1"
done
AMPC_CACHE_SIZE= expect "built 0, found 1"
lacks err AMPC_CACHE_SIZE

# Where it is without AMPC_CACHE_DIR.
unset AMPC_CACHE_DIR
XDG_CACHE_HOME=$PWD/xdg expect "built 1, found 0"
[ -n "$(ls xdg/ampc)" ] || fails "nothing in XDG_CACHE_HOME"
XDG_CACHE_HOME= HOME=$PWD/home expect "built 1, found 0"
[ -n "$(ls home/.cache/ampc)" ] || fails "nothing in HOME"

# A folder with files of somebody else: they stay, however full it is. A pipe in the way stops nobody.
export AMPC_CACHE_DIR=$PWD/shared
mkdir shared
for name in own.bin thesis.tmp 0123456789abcdef; do truncate -s 2M shared/$name; done
touch -d 2001-01-01 shared/*
AMPC_CACHE_SIZE=1 expect "built 1, found 0"
AMPC_CACHE_SIZE=1 expect "built 0, found 1"
[ "$(ls shared | wc -l)" = 4 ] || fails "files of others were removed"
touch -d 2001-01-01 "$(ls shared/*.bin | head -1 | sed 's/bin$/Ab1Zz9.tmp/')"
truncate -s 2M shared/fedcba98765432100123456789abcdef.bin
$AMPCC -DSTEP=5 -o use use.ampc
AMPC_CACHE_SIZE=1 expect "built 1, found 0"
none shared/fedcba98765432100123456789abcdef.bin shared/*.Ab1Zz9.tmp
for f in shared/????????????????????????????????.bin; do rm "$f"; mkfifo "$f"; done
expect "built 1, found 0"

# Without a folder that is named, drivers of CPUs keep what they compile, and are asked for no binary: the file says so, and stays.
export XDG_CACHE_HOME=$PWD/own POCL_CACHE_DIR=$PWD/pocl
unset AMPC_CACHE_DIR
expect "built 1, found 0"
if AMPC_VERBOSE=1 ./use 2>&1 | grep -q 'default accelerator.*Portable Computing'; then
    expect "built 1, found 0"
    [ "$(ls own/ampc | wc -l)" = 1 ] || { ls own/ampc; fails "not one file of a program that the driver keeps"; }
    ! grep -aq -- '-1-1[-/]' own/ampc/* || fails "a binary that nobody asked for"
    AMPC_VERBOSE=1 ./use >out 2>err
    lacks err "stored"
    # In the same folder, named: the binary is made, and found.
    AMPC_CACHE_DIR=$PWD/own/ampc expect "built 1, found 0"
    AMPC_CACHE_DIR=$PWD/own/ampc expect "built 0, found 1"
    expect "built 0, found 1"
fi
