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
