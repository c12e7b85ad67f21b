#!/bin/sh
# --precompile embeds binaries of the kernels; the source stays for other devices.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
cat >use.ampc <<'A'
#include <amp.h>
#include <stdio.h>
int twice(int x) restrict(amp) { return 2 * x; }
int main(void)
{
    int a[64];
    array_view<int, 1> v(64, a);
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = twice(i[0]); });
    int wrong = 0;
    for (int k = 0; k < 64; k++)
        wrong += v(k) != k * 2;
    ampc_counters c;
    ampc_counters_get(&c);
    printf("built %llu, found %llu\n", c.builds, c.binaries);
    return wrong != 0;
}
A
export AMPC_CACHE_DIR=off
device=${AMPC_DEVICE:-0}
for how in --precompile "--precompile=$device" "--precompile=cpu --precompile=$device" "--precompile -ffast-math" "--precompile -std=c11 -pedantic-errors -Wall -Wextra -Werror"; do
    status 0 $AMPCC $how -o use use.ampc
    [ ! -s err ] || { cat err; fails "messages for $how"; }
    status 0 ./use
    has out "built 0, found 1"
done
# Kernels that are optimised for CPUs, with views that have gaps, too.
cat >sums.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    enum { N = 64 };
    static float a[N * N], c[N * N];
    int gap = argc > 1 ? atoi(argv[1]) : 0;
    array_view<const float, 2> x(N, N, a), part = x.section(0, 0, N, N - gap);
    array_view<float, 2> y(N, N - gap, c);
    parallel_for_each(y.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < N; k++)
            sum += x(i[0], k) * part(k, i[1]);
        y[i] = sum;
    });
    y.synchronize();
    ampc_counters counters;
    ampc_counters_get(&counters);
    printf("built %llu, found %llu\n", counters.builds, counters.binaries);
}
A
status 0 $AMPCC -O2 --precompile=cpu -o sums sums.ampc
for gap in 0 5; do
    AMPC_DEVICE=cpu status 0 ./sums $gap
    has out "built 0, found 1"
done
# Through an object, from a shared library, and under other names.
$AMPCC --precompile -c use.ampc
$AMPCC -o use use.o
status 0 ./use
has out "built 0, found 1"
# What the device at hand does not fit is built from source.
$AMPCC --precompile -o use use.ampc
sed 's/driver 3/driver 4/; s/driver [0-9][0-9][0-9]/driver 000/; s/device version OpenCL/device version opencl/' use >other
chmod +x other
cmp -s use other && fails "no key in the program"
status 0 ./other
has out "built 1, found 0"
# Without the option there is nothing.
$AMPCC -o use use.ampc
status 0 ./use
has out "built 1, found 0"
# No such accelerator: one message, and no output.
rm -f use
status 1 $AMPCC --precompile=no-such-device -o use use.ampc
has err "no such accelerator"
none use
# Kernels with functions of another file are built when they run.
cat >part.ampc <<'A'
int thrice(int x) restrict(amp) { return 3 * x; }
A
sed 's/^int twice.*/int twice(int x) restrict(amp);/; s/twice/thrice/g; s/k \* 2/k * 3/' use.ampc >whole.ampc
status 0 $AMPCC --precompile -o whole whole.ampc part.ampc
has err "warning: the kernels of 'whole.ampc' call amp functions of other files"
status 0 ./whole
has out "built 1, found 0"
# The emulator has its kernels anyway, and takes no binaries; nor is there a default one to build for without OpenCL.
status 1 $AMPCC --precompile=emulator -o use use.ampc
has err "the emulator takes no binaries"
mkdir nothing
AMPC_DEVICE= OCL_ICD_VENDORS=$PWD/nothing/ status 1 $AMPCC --precompile -o use use.ampc
has err "the emulator takes no binaries"
none use
