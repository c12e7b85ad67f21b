#!/bin/sh
# Groups that do several tiles, which the library asks GPUs for: AMPC_COVER gives a device any number of them, so that they can be tried everywhere.
# All loops over tiles are unrolled, and PoCL optimises for long: only one shape is run so. There it takes arrays of a work-item that are no multiples of 16 bytes
# for aligned to 16 (docs/INTERNALS.md).
. "$TESTS/driver/lib.sh"
host_as_it_is
(export AMPC_TREE=blocks,verify && $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o tiles "$TESTS/exec/covers_tiles.ampc")
for shape in $(some 3 3x2 1x1 4x4 1x4 5x3); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape,1x1,1 ./tiles >out 2>err || { cat out err; fails "$shape tiles"; }
    has err " tiles (AMPC_COVER=$shape,1x1,1)"
    [ "$(grep -c 'groups do blocks of ' err)" = 12 ] || { cat err; fails "$shape: kernels as written"; }
    kernels_as_they_are
done

cat >kinds.ampc <<'A'
#include <amp.h>
enum { N = 64 };
static float outside(tile_barrier b, float x) restrict(amp)
{
    tile_static float own;
    own = x;
    b.wait();
    return own;
}
struct places {
    array_view<int> v;
    int more;
};
static int put(struct places to, int k) restrict(amp) { return to.v[k] = to.more; }
void f(array_view<const float, 2> a, array_view<float, 2> b, array_view<const int> n, int *counts)
{
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float rows[16][16], columns[16][16], common[16];
        tile_static int count;
        int row = t.local[0], col = t.local[1];
        float sum = 0;
        for (int k = 0; k < N; k += 16) {
            rows[row][col] = a(t.global[0], k + col);
            columns[row][col] = a(k + row, t.global[1]);
            if (row == 0)
                common[col] = a(0, k + col);
            t.barrier.wait();
            for (int l = 0; l < 16; l++)
                sum += rows[row][l] * columns[l][col] * common[l];
            t.barrier.wait();
        }
        atomic_fetch_inc(&count);
        b[t.global] = sum;
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        for (int k = 0; k < t.tile[0] + t.tile[1]; k++)
            t.barrier.wait();
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        if (t.tile[1] > t.tile[0])
            t.barrier.wait();
        b[t.global] = 1;
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        b[t.global] = outside(t.barrier, a[t.global]) + outside(t.barrier, 1);
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float own[16];
        float *p = own;
        p[t.local[0]] = a[t.global];
        t.barrier.wait();
        b[t.global] = own[t.local[1]];
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float own[16];
        if (n[t.tile[1]] > 0) {
            own[t.local[0]] = 3;
            b[t.global] = 4;
        }
        t.barrier.wait();
        b[t.global] += own[t.local[1]];
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) { b[t.global] = a[t.global] * 3; });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static int first;
        if (t.local[0] + t.local[1] == t.tile[0]) {
            first = 1;
            b[t.global] = 4;
        }
        t.barrier.wait();
        b[t.global] += (float)first;
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static int place;
        b(t.tile_origin[0] + atomic_fetch_inc(&place), t.global[1]) = 4;
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) __attribute__((optnone)) {
        b[t.global] = a[t.global] * 3;
    });
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static int own;
        own = 0;
        t.barrier.wait();
        int mine = atomic_fetch_add(&own, t.tile[0] % 2 + 1);
        float last = b[t.global] = (float)n[mine];
        b[t.global] += last;
    });
    array_view<int> lock(n.extent[0], counts);
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float common[16];
        common[t.local[0]] = a(0, t.local[0]);
        t.barrier.wait();
        if (t.local[0] + t.local[1] == 0) {
            while (atomic_exchange(&lock[0], 1) != 0)
                ;
            b(0, 0) += common[3];
            atomic_exchange(&lock[0], 0);
        }
    });
    struct places to = {lock, 1};
    parallel_for_each(b.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float common[16];
        common[t.local[0]] = a(0, t.local[0]);
        t.barrier.wait();
        b[t.global] += common[t.local[1]] > 0 && put(to, t.global[0]) ? common[3] : 1;
    });
}
A
status 0 $AMPCC --explain-kernel -O2 kinds.ampc
has out "kinds.ampc:17: on GPUs a group does several tiles, each work-item a thread of each of them"
has out "kinds.ampc:18:     'rows' is there once for each row of them, 1024 bytes"
has out "kinds.ampc:18:     'columns' is there once for each column of them, 1024 bytes"
has out "kinds.ampc:18:     'common' is there once for the group, 64 bytes"
has out "kinds.ampc:19:     'count' is there once for each of them, 4 bytes"
has out "kinds.ampc:17:     4 x 4 tiles, with 8512 bytes of local memory: "
has out "kinds.ampc:35: on GPUs as written: neighbouring tiles may run differently what has a barrier in it: 'for (int k = 0; k < t.tile[0] + t.tile[1]; k++) ...' (kinds.ampc:36)"
has out "kinds.ampc:39: on GPUs as written: neighbouring tiles may run differently what has a barrier in it: 'if (t.tile[1] > t.tile[0]) ...' (kinds.ampc:40)"
has out "kinds.ampc:44: on GPUs as written: it calls a function with a barrier: 'b.wait()' (kinds.ampc:7)"
has out "kinds.ampc:47: on GPUs as written: it uses a pointer: 'own' (kinds.ampc:49)"
has out "kinds.ampc:54: on GPUs as written: it stores to an array together with memory, tile by tile: 'own[t.local[0]] = 3' (kinds.ampc:57)"
has out "kinds.ampc:63: on GPUs as written: neighbouring tiles share little of what they do"
has out "kinds.ampc:64: on GPUs as written: it changes tile_static memory together with other memory, tile by tile: 'first = 1' (kinds.ampc:67)"
has out "kinds.ampc:73: on GPUs as written: it changes tile_static memory together with other memory, tile by tile: 'atomic_fetch_inc(&place)' (kinds.ampc:75)"
has out "kinds.ampc:77: on GPUs as written: its lambda's attribute asks for that"
has out "kinds.ampc:80: on GPUs as written: what an atomic function of tile_static memory gave is used where memory and variables change together, tile by tile: 'mine' (kinds.ampc:85)"
has out "kinds.ampc:89: on GPUs as written: a loop uses what an atomic function of memory gives, and might wait for another tile: 'atomic_exchange(&lock[0], 1)' (kinds.ampc:94)"
has out "kinds.ampc:101: on GPUs as written: it calls a function with a pointer or a view: 'put' (kinds.ampc:14)"
status 0 $AMPCC --explain-kernel -O2 -fno-optimize-kernels kinds.ampc
lacks out "several tiles"

# Tiles outside of the domain follow once, however often a variable is assigned to.
cat >twice.ampc <<'A'
#include <amp.h>
void f(array_view<const float, 2> a, array_view<float, 2> b)
{
    parallel_for_each(b.extent.tile<8, 8>(), [=](tiled_index<8, 8> t) restrict(amp) {
        tile_static float row[8];
        int x = 0;
        if (t.local[0] == 0)
            row[t.local[1]] = a(0, t.local[1]);
        t.barrier.wait();
        if (t.tile[1] > 1) {
            x++;
            b[t.global] = row[0];
            x *= 2;
        }
        for (int k = 0; k < 8; k++)
            b[t.global] += row[k] * (float)x;
    });
}
A
AMPC_TREE=blocks $AMPCC -O2 --emit=cl twice.ampc
[ "$(grep -c 'if (!(.* u_x' twice.cl)" = 2 ] || { cat twice.cl; fails "x follows more than once along each axis"; }

# Sixty functions that call the next one twice: on 2^59 ways to the last one.
{
    echo '#include <amp.h>
static float f0(float x) restrict(amp) { return x + 1; }'
    for k in $(seq 60); do
        echo "static float f$k(float x) restrict(amp) { return f$((k - 1))(x) + f$((k - 1))(x); }"
    done
    echo 'static float turned(tiled_index<16> t, float x) restrict(amp)
{
    tile_static float own[16];
    own[t.local[0]] = x;
    t.barrier.wait();
    return own[15 - t.local[0]];
}
void f(array_view<float> v)
{
    parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        float x = v[t.global] > 1e30f ? f60(v[t.global]) : 2;
        v[t.global] = turned(t, x);
    });
}'
} >chain.ampc
AMPC_TREE=blocks status 0 $AMPCC --explain-kernel -O2 chain.ampc
has out "on GPUs a group does several tiles"

# Left as they are: for the host's checks, in the emulator, without -O; where a group's objects are more than local memory holds.
cat >large.ampc <<'A'
#include <amp.h>
int main(void)
{
    static float p[64 * 64], q[64 * 64];
    array_view<const float, 2> a(64, 64, p);
    array_view<float, 2> b(64, 64, q);
    parallel_for_each(b.extent.tile<8, 2>(), [=](tiled_index<8, 2> t) restrict(amp) {
        tile_static float rows[8][1024];
        float sum = 0;
        for (int k = t.local[1]; k < 1024; k += 2)
            rows[t.local[0]][k] = a(t.global[0], k % 64) + 1;
        t.barrier.wait();
        for (int k = 0; k < 1024; k++)
            sum += rows[t.local[0]][k];
        b[t.global] = sum;
    });
    b.synchronize();
    return q[0] != 1024 || q[4095] != 1024;
}
A
$AMPCC -O2 -o large large.ampc
status 0 env AMPC_VERBOSE=1 AMPC_COVER=1x4,1x1,1 ./large
has err "groups do blocks of 1 x 4 tiles"
for change in AMPC_COVER=999x1,1x1,1 "AMPC_COVER=1x4,1x1,1 AMPC_DEVICE=emulator" "AMPC_COVER=1x4,1x1,1 AMPC_CHECK=1"; do
    status 0 env AMPC_VERBOSE=1 $change ./large
    lacks err "groups do blocks"
done
status 0 env AMPC_VERBOSE=1 AMPC_COVER=999x1,1x1,1 ./large
has err "as written: AMPC_COVER names no block that fits the device"
$AMPCC -O0 -o large large.ampc
status 0 env AMPC_VERBOSE=1 AMPC_COVER=1x4,1x1,1 ./large
lacks err "groups do blocks"
