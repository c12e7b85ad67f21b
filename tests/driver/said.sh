#!/bin/sh
# AMPC_VERBOSE says once per kernel and reason which text runs: in blocks, or as it is written, and why.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
cat >said.ampc <<'A'
#include <amp.h>
static float m[3][256][256];
static void run(int n)
{
    array_view<const float, 2> a(n, n, m[0]), b(n, n, m[1]);
    array_view<float, 2> c(n, n, m[2]);
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a(i[0], k) * b(k, i[1]);
        c[i] = sum;
    });
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) __attribute__((optnone)) {
        for (int k = 0; k < n; k++)
            c[i] += a(i[0], k);
    });
    parallel_for_each(c.extent.tile<4, 16>().pad(), [=](tiled_index<4, 16> i) restrict(amp) { if (i.global[0] < n && i.global[1] < n) c[i] += 1; });
    parallel_for_each(c.extent.group<1, 8>(), [=](index<2> i) restrict(amp) {
        for (int k = 0; k < n; k++)
            c[i] += a(i[0], k) * b(k, i[1]);
    });
}
int main(void)
{
    for (int k = 0; k < 2; k++) {
        run(1);
        run(256);
    }
}
A
# said LINE TEXT: once.
said() {
    [ "$(grep -c "^ampc: kernel .* of said.ampc:$1 on .*: .*$2" err)" = 1 ] || { cat err; fails "line $1: $2"; }
}
export AMPC_VERBOSE=1
$AMPCC -O2 -o said said.ampc
status 0 env AMPC_DEVICE=cpu ./said
said 7 "work-items do blocks of 8 x 32 threads"
case $(nproc) in
1 | 2) lacks err "said.ampc:7 on .*as written" ;;
*) said 7 "as written: the domain has too few blocks of 8 x 32 threads for " ;;
esac
said 13 "as written: its lambda's attribute asks for that (said.ampc:13)"
said 17 "work-items do tiles of 4 x 16 threads"
said 18 "as written: the launch says how large groups are"
[ "$(grep -c '^ampc: said.ampc:7: launched run_7 over 256 x 256 threads on ' err)" = 2 ] || { cat err; fails "launches"; }
status 0 env AMPC_DEVICE=cpu AMPC_CHECK=1 ./said
said 7 "as written: AMPC_CHECK checks its subscripts"
status 0 env AMPC_DEVICE=cpu AMPC_COVER=4x4,2x8,16 ./said
said 7 "groups cover blocks of 8 x 32 threads (AMPC_COVER=4x4,2x8,16)"
status 0 env AMPC_DEVICE=emulator ./said
said 7 "as written: the device has no other text"
# Beside a small view whose extents the text may know: blocks; what threads count up: work-items of their own.
cat >small.ampc <<'A'
#include <amp.h>
static float x[256][256], w[49], y[250][250];
static int data[4096], bins[16];
int main(void)
{
    array_view<const float, 2> from(256, 256, x[0]);
    array_view<const float, 2> weights(7, 7, w);
    array_view<float, 2> to(250, 250, y[0]);
    array_view<const int> d(4096, data);
    array_view<int> b(16, bins);
    parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            for (int l = 0; l < 7; l++)
                sum += weights(k, l) * from(i[0] + k, i[1] + l);
        to[i] = sum;
    });
    parallel_for_each(d.extent, [=](index<1> i) restrict(amp) { atomic_fetch_inc(&b[d[i]]); });
    b.synchronize();
    return bins[0] != 4096;
}
A
$AMPCC -O2 -o small small.ampc
status 0 env AMPC_DEVICE=cpu ./small
sed -i 's/small.ampc/said.ampc/' err
said 11 "work-items do blocks of 8 x 16 threads"
said 18 "groups cover blocks of 8 threads"
# Loops of a few rounds, as their bounds are when the program runs: of rows of their own blocks read 16 elements at once, or it is no gain.
cat >short.ampc <<'A'
#include <amp.h>
static float m[65536], x[4096], y[8192];
static void product(int rows, int columns, int times)
{
    array_view<const float, 2> a(rows, columns, m);
    array_view<const float> b(columns, x);
    array_view<float> c(rows, y);
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) {
        float sum = 0;
        for (int l = 0; l < times; l++)
            for (int k = 0; k < a.extent[1]; k++)
                sum += a(i[0], k) * b[k];
        c[i] = sum;
    });
}
int main(int argc, char **argv)
{
    (void)argv;
    product(4096, argc > 1 ? 16 : 15, argc);
    return 0;
}
A
$AMPCC -O2 -o short short.ampc
status 0 env AMPC_DEVICE=cpu ./short
sed -i 's/short.ampc/said.ampc/' err
said 8 "as written: its loops have too few rounds"
status 0 env AMPC_DEVICE=cpu ./short long
sed -i 's/short.ampc/said.ampc/' err
said 8 "work-items do blocks of "
# The same views, launch after launch, with more rounds and fewer ones: each time the text that suits them.
cat >said.ampc <<'A'
#include <amp.h>
static float m[4096][64], sum[4096];
int main(void)
{
    array_view<const float, 2> v(4096, 64, m);
    array_view<float> to(4096, sum);
    for (int k = 0; k < 12; k++) {
        int n = k / 3 % 2 ? 64 : 4;
        parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
            float s = 0;
            for (int q = 0; q < n; q++)
                s += v(i[0], q);
            to[i] = s;
        });
    }
    return 0;
}
A
$AMPCC -O2 -o said said.ampc
status 0 env AMPC_DEVICE=cpu ./said
said 9 "as written: its loops have too few rounds"
said 9 "work-items do blocks of "
cat >said.ampc <<'A'
#include <amp.h>
static float m[64], to[64];
int main(void)
{
    array_view<float> v(64, m);

    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
    return 0;
}
A
$AMPCC -O2 -fsanitize=bounds -o said said.ampc
status 0 env AMPC_DEVICE=cpu ./said
said 7 "as written: it was compiled without -O, with -fno-optimize-kernels or with -fsanitize=bounds"
$AMPCC -o said said.ampc
status 0 env AMPC_DEVICE=cpu ./said
said 7 "as written: it was compiled without -O, with -fno-optimize-kernels or with -fsanitize=bounds"
status 0 env AMPC_VERBOSE= ./said
lacks err "kernel"
