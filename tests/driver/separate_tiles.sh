#!/bin/sh
# tile_static variables of amp functions in other files: one object per tile and declaration.
. "$TESTS/driver/lib.sh"

cat >tiles.h <<'C'
enum { TILE = 32 };
int reduce(tiled_index<TILE> t, int x) restrict(amp);
int first_of(tiled_index<TILE> t, int x) restrict(amp);
void keep(tiled_index<TILE> t, const int *p) restrict(amp);
int kept(int k) restrict(amp);
double both(const tiled_index<TILE> t, tile_barrier b, int x) restrict(amp);
C
cat >main.ampc <<'C'
#include <amp.h>
#include <stdio.h>
#include "tiles.h"
static int own(tiled_index<TILE> t, int x) restrict(amp)
{
    tile_static int scratch[TILE];
    scratch[t.local[0]] = x;
    t.barrier.wait();
    return scratch[TILE - 1 - t.local[0]];
}
int main(void)
{
    enum { N = 8 * TILE };
    int a[N], b[N], wrong = 0;
    array_view<int> v(N, a), w(N, b);
    parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
        tile_static int here[TILE];
        int k = 2 * t.global[0];
        here[t.local[0]] = t.local[0];
        t.barrier.wait();
        keep(t, &k);
        int sum = reduce(t, t.local[0]), other = first_of(t, t.global[0]);
        int mine = own(t, t.local[0]);
        v[t] = sum + other + mine + here[TILE - 1 - t.local[0]];
        w[t] = kept(TILE - 1 - t.local[0]) + (int)both(t, t.barrier, 1);
    });
    parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
        keep(t, &v[t]);
        v[t] = kept(t.local[0]);
    });
    for (int i = 0; i < N; i++) {
        int l = i % TILE, tile = i / TILE;
        wrong += v(i) != TILE * (TILE - 1) / 2 + tile * TILE + 2 * (TILE - 1 - l);
        wrong += w(i) != 2 * (tile * TILE + TILE - 1 - l) + TILE + 1;
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
C
cat >reduce.ampc <<'C'
#include "tiles.h"
static int scratch(tiled_index<TILE> t, int x, int add) restrict(amp)
{
    tile_static int cells[TILE];
    int l = t.local[0];
    t.barrier.wait();
    cells[l] = x;
    t.barrier.wait();
    for (int step = TILE / 2; add && step > 0; step /= 2) {
        if (l < step)
            cells[l] += cells[l + step];
        t.barrier.wait();
    }
    return cells[0];
}
int reduce(tiled_index<TILE> t, int x) restrict(amp) { return scratch(t, x, 1); }
int first_of(tiled_index<TILE> t, int x) restrict(amp)
{
    tile_static char one;
    if (t.local[0] == 0)
        one = 1;
    t.barrier.wait();
    return scratch(t, x, 0) * one;
}
double both(const tiled_index<TILE> t, tile_barrier b, int x) restrict(amp)
{
    tile_static double d;
    int sum = reduce(t, x);
    if (t.local[0] == 0)
        d = sum;
    b.wait();
    return d + kept(0) - kept(0) + 1;
}
C
cat >keep.ampc <<'C'
#include "tiles.h"
static int cell(int k, int x, int store) restrict(amp)
{
    tile_static int cells[TILE];
    if (store)
        cells[k] = x;
    return cells[k];
}
void keep(tiled_index<TILE> t, const int *p) restrict(amp)
{
    cell(t.local[0], *p, 1);
    t.barrier.wait();
}
int kept(int k) restrict(amp) { return cell(k, 0, 0); }
C
status 0 $AMPCC main.ampc reduce.ampc keep.ampc -o prog
status 0 ./prog
has out 'wrong 0'

# One object per declaration, whichever way its function is called: by the kernel and by a function of another file.
cat >direct.ampc <<'C'
int way(tiled_index<4> t) restrict(amp);
static int local_sum(tiled_index<4> t) restrict(amp)
{
    tile_static int sums[2];
    if (t.local[0] < 2)
        sums[t.local[0]] = t.local[0] + 1;
    t.barrier.wait();
    return sums[0] + sums[1];
}
int slot(tiled_index<4> t, int x) restrict(amp)
{
    tile_static int here[4];
    here[t.local[0]] += x;
    return here[t.local[0]] + 0 * local_sum(t);
}
int main(void)
{
    int a[8], bad = 0;
    array_view<int> v(8, a);
    parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int own[4];
        own[t.local[0]] = t.local[0];
        slot(t, 5 - slot(t, 0));
        way(t);
        v[t] = slot(t, 1) + own[t.local[0]] + 1000 * local_sum(t);
    });
    for (int k = 0; k < 8; k++)
        bad += v(k) != 3106 + k % 4;
    return bad;
}
C
cat >round.ampc <<'C'
int slot(tiled_index<4> t, int x) restrict(amp);
int way(tiled_index<4> t) restrict(amp) { return slot(t, 100); }
C
status 0 $AMPCC direct.ampc round.ampc -o direct
status 0 ./direct
