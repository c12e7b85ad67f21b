#!/bin/sh
# assert and abort where the other threads of the tile will wait: the tile leaves at the next wait, and the library reports it.
. "$TESTS/driver/lib.sh"
cat >part.ampc <<'C'
#include <assert.h>
int far(int x) restrict(amp) { assert(x != 52); return x; }
int across(tiled_index<4> t, int x) restrict(amp)
{
    tile_static int s[4];
    s[t.local[0]] = x;
    assert(x != 65);
    t.barrier.wait();
    return s[3 - t.local[0]];
}
C
# stops BODY [TEXT]: a kernel with that body ends in thread 13, or not at all.
stops() {
    cat >main.ampc <<C
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int far(int x) restrict(amp);
int across(tiled_index<4> t, int x) restrict(amp);
static int get(tiled_index<4> t, int x) restrict(amp)
{
    tile_static int s[4];
    s[t.local[0]] = x;
    t.barrier.wait();
    assert(x != 26);
    t.barrier.wait();
    return s[3 - t.local[0]];
}
static int near(int x) restrict(amp) { assert(x != 39); return x; }
int main(int argc, char **argv)
{
    int a[64] = {0}, n = argc;
    array_view<int> v(64, a);
    (void)argv;
    parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        int k = t.global[0];
        v[k] = n;
        $1
        v[k] = 2;
    });
    return v(13) != 2;
}
C
    status 0 $AMPCC -w main.ampc part.ampc -o prog
    if [ -n "${2-}" ]; then
        status 134 ./prog
        has err "$2"
        has err 'in a kernel, index (13)'
    else
        status 0 ./prog
    fi
}
stops 'assert(k != 13); t.barrier.wait();' "assertion 'k != 13' failed"
stops 'if (k == 13) abort(); t.barrier.wait(); t.barrier.wait();' abort
stops 't.barrier.wait(); assert(k != 13);' 'assertion'
stops 'assert(k != 100); t.barrier.wait(); assert(k != 13); t.barrier.wait();' "'k != 13'"
stops 't.barrier.wait(); for (int i = 0; i < n; i++) { assert(k + i != 13); t.barrier.wait(); }' "'k + i != 13'"
stops 'for (int i = 0; i < n; i++) { assert(k + i != 100); t.barrier.wait(); assert(k + i != 13); }' "'k + i != 13'"
stops 'v[k] = get(t, k * 2); near(k); t.barrier.wait();' "'x != 26'"
stops 'v[k] = get(t, k + 64); if (near(k * 3) > 5) v[k] = 3; t.barrier.wait();' "'x != 39'"
stops 'v[k] = get(t, k + 64); while (near(k * 3) > 100) k--; if (n) t.barrier.wait();' "'x != 39'"
stops 'far(k * 4); t.barrier.wait();' "part.ampc:2: assertion 'x != 52'"
stops 'v[k] = across(t, k * 5); t.barrier.wait();' "part.ampc:7: assertion 'x != 65'"
stops 'near(k + 100); v[k] = across(t, k + 100) + get(t, k + 100) + far(k + 100); t.barrier.wait(); near(k + 100); if (n) t.barrier.wait();'
