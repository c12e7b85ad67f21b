#!/bin/sh
# What is no shape of a block in AMPC_COVER is none, also where extents of views are known, and is said once.
. "$TESTS/driver/lib.sh"
kernels_alone
cat >small.ampc <<'A'
#include <amp.h>
int main(void)
{
    static int p[50000], w[3] = {1, 2, 3};
    array_view<int> v(50000, p);
    array_view<const int, 2> u(3, 1, w);
    for (int r = 0; r < 4; r++)
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
            for (int k = 0; k < 3; k++)
                v[i] += u(k, 0);
        });
    v.synchronize();
    return p[0] != 24 || p[49999] != 24;
}
A
$AMPCC -O2 -o small small.ampc
for shape in 0x0,0x0,0 2x3 -1x4,4x4,4 x 4x4 2x2,4x4,4x 2x2,4x4,4,8 2x2,4x4,4,1,1 1x1,999x999,1; do
    status 0 env AMPC_VERBOSE=1 AMPC_COVER=$shape ./small
    [ "$(grep -c "ampc: AMPC_COVER=$shape is no shape as 8x4,16x16,16 with at most" err)" = 1 ] || { cat err; fails "shape $shape"; }
    has err "-DAMPC_E"
    lacks err "-DAMPC_COVER"
    lacks err "error"
done
status 0 env AMPC_VERBOSE=1 AMPC_COVER=1x2,1x8,1,1 ./small
has err "-DAMPC_COVER"
lacks err "is no shape"

# Panels that local memory cannot hold are not built, also where extents of views are known.
cat >large.ampc <<'A'
#include <amp.h>
int main(void)
{
    static float p[64 * 64], q[64 * 64], t[15];
    array_view<const float, 2> a(64, 64, p), w(3, 5, t);
    array_view<float, 2> b(64, 64, q);
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 64; k++)
            sum += a(i[0], k) * a(k, i[1]);
        b[i] = sum + w(1, 2);
    });
    b.synchronize();
}
A
$AMPCC -O2 -o large large.ampc
status 0 env AMPC_VERBOSE=1 AMPC_COVER=64x64,16x16,1024 ./large
has err "-DAMPC_E"
lacks err "-DAMPC_COVER"
lacks err "do not build"

# Nor are other kernels of the unit with a block of one of them.
cat >two.ampc <<'A'
#include <amp.h>
int main(void)
{
    static float p[4096], q[4096];
    array_view<const float> a(4096, p);
    array_view<float> b(4096, q);
    for (int k = 0; k < 2; k++) {
        parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] += a[i]; });
        parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] -= a[i]; });
    }
    b.synchronize();
}
A
$AMPCC -O2 --emit=cl -o two.cl two.ampc
has two.cl "#if !defined AMPC_ONLY || defined AMPC_ONLY_main_8"
has two.cl "#if !defined AMPC_ONLY || defined AMPC_ONLY_main_9"

# Devices copy elements of 4 bytes into local memory by themselves, and no others.
$AMPCC -O2 --explain-kernel large.ampc >out
has out "on devices that copy into it by themselves"
sed "s/float/double/" large.ampc >double.ampc
$AMPCC -O2 --explain-kernel double.ampc >out
has out "in 2 buffers of"
lacks out "on devices that copy into it by themselves"
