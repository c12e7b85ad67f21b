#!/bin/sh
# PoCL 3.1's kernel library is read as far as kernels call it (runtime/kernel_library.c): the machine code is the same as when all is read.
. "$TESTS/driver/lib.sh"
[ "${OCL_ICD_VENDORS:-}" != "$BUILD/pocl/vendors" ] || unset OCL_ICD_VENDORS # the whole library

cat >calls.ampc <<'A'
#include <amp.h>
#include <math.h>
#include <stdio.h>
int main(void)
{
    static float a[3000];
    array_view<float> v(3000, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sinf((float)i[0]) + powf(1.5f, (float)(i[0] % 9)); });
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { for (int k = 0; k < 9; k++) v[i] += fmodf(expf(v[i] / 100), 3) + erff(v[i]); });
    parallel_for_each(v.extent.tile<50>(), [=](tiled_index<50> t) restrict(amp) {
        tile_static float s[50];
        s[t.local[0]] = v[t.global] + (float)hypot(v[t.global], 2.0);
        t.barrier.wait();
        v[t.global] = s[49 - t.local[0]];
        if (t.global[0] == 7)
            printf("seven\n");
    });
    v.synchronize();
    printf("%a %a\n", a[0], a[2999]);
}
A
$AMPCC -O2 -o calls calls.ampc -lm
mkdir whole begun
AMPC_VERBOSE=1 AMPC_CACHE_DIR=off POCL_CACHE_DIR="$PWD/begun" ./calls >begun.out 2>begun.err || { cat begun.err; fails "the library is not whole"; }
grep -q "kernel library is read as" begun.err || exit 77 # another driver
has begun.err "its kernel library is read as far as kernels call it"
AMPC_VERBOSE=1 AMPC_PATCH_POCL=0 AMPC_CACHE_DIR=off POCL_CACHE_DIR="$PWD/whole" ./calls >whole.out 2>whole.err
lacks whole.err "as far as kernels call it"
cmp begun.out whole.out
codes() { (cd $1 && find . -name '*.so' | LC_ALL=C sort | xargs sha1sum); }
codes begun >begun.codes
codes whole >whole.codes
[ "$(wc -l <begun.codes)" -ge 3 ]
cmp begun.codes whole.codes
