#!/bin/sh
# AMPC_VERIFY=1 compares every kernel's results with those of the host.
. "$TESTS/driver/lib.sh"
cat >prog.ampc <<'A'
#include <stdlib.h>
struct point { float x, y; };
int main(int argc, char **argv)
{
    int which = argc > 1 ? atoi(argv[1]) : 0, big[300] = {0, 1, 2}, d[64] = {0};
    struct point p[16] = {{1, 2}};
    array_view<int> v(64, d);
    array_view<struct point, 2> w(4, 4, p);
    parallel_for_each(w.extent.tile<2, 2>(), [=](tiled_index<2, 2> t) restrict(amp) {
        tile_static float sum[2][2];
        sum[t.local[0]][t.local[1]] = w[t.global].x;
        t.barrier.wait();
        w[t.global].y = sum[0][0] + sum[1][1] + 1.0f / 3 + v[big[2]];
    });
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] + big[1]; });
    /* What a thread finds depends on the order of threads. */
    if (which == 1)
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = v[(i[0] + 63) % 64] + 1000; });
    return v(0) < 0 || w(0, 0).y < 1;
}
A
$AMPCC -O1 -o prog prog.ampc
status 0 ./prog 1
# Tiles that a work-item does as a block.
$AMPCC -O3 -o shapes -I"$TESTS/exec" "$TESTS/exec/tiles_shapes.ampc" -lm
AMPC_VERIFY=1 status 0 ./shapes
for mode in 0 1; do
    export AMPC_NO_ZERO_COPY=$mode
    AMPC_VERIFY=1 status 0 ./prog
    [ "$(cat err)" = "ampc: AMPC_VERIFY: 2 launches compared, none differ" ] || { cat err; fails "no summary"; }
    AMPC_VERIFY=1 status 134 ./prog 1
    lacks err "none differ"
    has err 'prog.ampc:18: ampc error: runtime_exception: AMPC_VERIFY: after kernel main_18, v('
    has err ' on the host'
done
AMPC_VERIFY=1 AMPC_DEVICE=emulator status 0 ./prog
[ "$(cat err)" = "ampc: AMPC_VERIFY: 2 launches not compared: run by the emulator, or of kernels that it cannot run" ] || { cat err; fails "emulator"; }

# Of structures, members are compared, numbers about, and not what is between them. What comes first on the device and last
# on the host is in all three.
cat >members.ampc <<'A'
#include <stdlib.h>
struct mixed { char c; int n; double d; float f[2]; };
int main(int argc, char **argv)
{
    int which = argc > 1 ? atoi(argv[1]) : 0;
    struct mixed e[64];
    array_view<struct mixed> w(64, e);
    array_view<int> turn(1);
    parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
        struct mixed m;
        unsigned char *byte = (unsigned char *)&m;
        int mine = atomic_fetch_add(&turn[0], 1);
        byte[2] = (unsigned char)mine;
        m.c = 'c';
        m.n = i[0] + (which == 1 ? mine : 0);
        m.d = 1 + mine * 1e-12;
        m.f[0] = 2;
        m.f[1] = 3 + (float)mine * (which == 2 ? 1 : 1e-6f);
        w[i] = m;
    });
    return w(5).c != 'c';
}
A
$AMPCC -O1 -o members members.ampc
AMPC_VERIFY=1 status 0 ./members
has err "1 launch compared, none differ"
AMPC_VERIFY=1 status 134 ./members 1
has err 'main_9, w(0), from its byte 4 on, is '
AMPC_VERIFY=1 status 134 ./members 2
has err 'main_9, w(0), from its byte 20 on, is '

# A kernel that is stopped by a check is that error alone; the host does not do what the check forbids.
cat >outside.ampc <<'A'
#include <stdlib.h>
int main(void)
{
    int *d = calloc(64, sizeof *d);
    array_view<int> v(64, d), w(64, calloc(64, sizeof(int)));
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { w[i[0] == 5 ? 1 << 28 : i[0]] = v[i] + 1; });
    return w(3) != 1;
}
A
$AMPCC -O1 -o outside outside.ampc
for mode in 0 1; do
    AMPC_NO_ZERO_COPY=$mode AMPC_CHECK=1 AMPC_VERIFY=1 status 134 ./outside
    has err 'w(268435456) is outside its extent (64) in a kernel, index (5)'
    lacks err AMPC_VERIFY
    lacks err "launch"
done
