#!/bin/sh
# --explain-kernel: what each kernel is made into, or what prevents it, with the text at fault.
. "$TESTS/driver/lib.sh"
cat >k.ampc <<'A'
#include <amp.h>
float outside(float x) restrict(amp);
void f(array_view<const float, 2> a, array_view<float, 2> b, array_view<int> c, array_view<const int> at, int n)
{
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a(i[0], k) * a(k, i[1]) * a(at[k], i[1]);
        b[i] = sum;
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        for (int k = 0; k < n; k++)
            b[i] += a(i[0], k);
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b(i[1], i[0]) = a[i]; });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                sum += a(i[0] + k, i[1] + l);
        b[i] = sum;
    });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) {
        while (c[i] > 3) c[i] /= 2;
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b[i] = outside(a[i]); });
    parallel_for_each(c.extent.group<64>(), [=](index<1> i) restrict(amp) {
        for (int k = 0; k < 100; k++)
            c[i] += at[k];
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        _Bool odd = i[1] % 3;
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += odd ? a(i[0], k) * a(k, i[1]) : 0;
        b[i] = sum;
    });
}
A
status 0 $AMPCC --explain-kernel -O2 k.ampc
has out "k.ampc:5: on CPUs a work-item does 8 x 32 threads, as vectors"
has out "k.ampc:5:     8 x 16 values in registers for what loops add up, or, where vectors have 16 floats, twice as many"
has out "k.ampc:5: on GPUs a group covers a block of threads and fetches what its loops read, some rounds at once"
has out "k.ampc:8:     'a(i[0], k)' is fetched for the rows of the block, 4 bytes for each in each round"
has out "k.ampc:8:     'a(k, i[1])' is fetched for its columns, 4 bytes for each in each round"
has out "k.ampc:5:     not all is fetched: a subscript is made of more than the row, the column, the loop's counter and what is constant, or grows by one with two of them: 'a(at[k], i[1])' (k.ampc:8)"
has out "k.ampc:5:     128 x 128 threads by 512 work-items, 8 x 4 each, about 44 registers for sums and what they add, 33792 bytes of local memory"
has out "k.ampc:11:     not all is fetched: a loop stores to a view, and might read what it has stored: 'b[i]' (k.ampc:13)"
has out "k.ampc:15:     'b(i[1], i[0])' is stored by columns: its values go through local memory"
has out "k.ampc:20:     'a(i[0] + k, i[1] + l)' is fetched for the block and 2 rows and 2 columns around it, 4 bytes for each thread"
has out "k.ampc:23: on GPUs as written: neighbouring threads may run a loop differently: 'while (c[i] > 3) c[i] /= 2;' (k.ampc:24)"
has out "k.ampc:26: on CPUs as written: it calls a function of another unit: 'outside(a[i])' (k.ampc:26)"
has out "k.ampc:27: on GPUs as written: the launch says how large groups are"
has out "k.ampc:31: on CPUs a work-item does 8 x 16 threads, as vectors"
has out "k.ampc:31:     not all is fetched: a loop reads an element in some rounds alone, as a condition says: 'a(i[0], k)' (k.ampc:35)"

# What it is: tiles, arguments, what is moved for them, its OpenCL C.
has out "k.ampc:5: kernel "
has out " of rank 2, in groups that the library chooses"
has out "k.ampc:5:     'array_view<const float, 2> a' is read: brought to the device unless it is there"
has out "k.ampc:5:     'int n' is copied into each launch, 4 bytes"
has out "k.ampc:27:     'array_view<int, 1> c' is read and written: brought to the device unless it is there, and back when the host asks for it"
has out "of rank 1, in groups of 64 threads"
[ "$(grep -c ': its OpenCL C ' out)" = 8 ] || fails "OpenCL C"
grep -q '^k.ampc:5:     __kernel .* [a-z_]*_5(' out || fails "its function"
grep -q '^k.ampc:5:     }$' out || fails "the end of its function"
# Registers of sums, in domains of rank 1, too, and of what is stored where there are none; what each lane does by itself.
cat >more.ampc <<'A'
#include <amp.h>
void f(array_view<const float> a, array_view<float> b, array_view<float, 2> c, int n)
{
    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i[0] * n + k];
        b[i] = sum;
    });
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { c[i] *= 2; });
    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
        float sum = b[i];
        for (int k = 0; k < n; k++)
            sum = sum * sum + 1;
        b[i] = sum;
    });
    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[2 * i[0]] = a[i]; });
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
        for (int k = 0; k < n; k += 2)
            c[i] += a[(i[0] * n + i[1]) * n + k];
    });
}
A
status 0 $AMPCC --explain-kernel -O2 more.ampc
has out "more.ampc:4: on CPUs as written: its loops do little that neighbouring threads can do together: 'a[i[0] * n + k]' (more.ampc:7)"
has out "more.ampc:4: on GPUs a group covers a block of threads and fetches what its loops read, some rounds at once"
has out "more.ampc:11:     512 threads by 128 work-items, 4 each, about 4 registers for sums and what they add"
has out "more.ampc:17: on GPUs as written: neighbouring threads store to elements that are far from each other: 'b[2 * i[0]]' (more.ampc:17)"
has out "more.ampc:18: on GPUs as written: in a loop each thread reads a line of memory of its own, of which no group fetches several rounds at once: 'a[(i[0] * n + i[1]) * n + k]' (more.ampc:20)"
has out "more.ampc:10:     32 x 32 threads by 128 work-items, 8 x 1 each, about 8 registers for what it stores"
lacks out "without -O"
status 0 $AMPCC --explain-kernel -O2 -fno-optimize-kernels more.ampc
has out "more.ampc:4: as written: the command line asks for that"
lacks out "work-item"

# Elements of threads' own by their size, and lines that are.
cat >own.ampc <<'A'
#include <amp.h>
struct five { unsigned char a, b, c, d, e; };
struct twelve { float x, y, z; };
void f(array_view<struct five> a, array_view<struct twelve> b, array_view<float, 2> c, array_view<const float, 3> d)
{
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i].a = a[i].b; });
    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i].x = b[i].y; });
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < d.extent[2]; k++)
            sum += d(i[0], i[1], k);
        c[i] = sum;
    });
}
A
status 0 $AMPCC --explain-kernel -O2 own.ampc
has out "own.ampc:6:     512 threads by 256 work-items, 2 each"
has out "own.ampc:7: on GPUs as written: its threads keep to elements of more than 8 bytes"
has out "own.ampc:8:     64 threads along the last dimension by 256 work-items, 1 each"
has out "own.ampc:8:     where loops have 32 rounds, or twice as many"

# Why kernels stay as they are; one byte.
cat >stays.ampc <<'A'
#include <amp.h>
void f(array_view<const unsigned char, 2> a, array_view<int, 2> b, array_view<int, 4> c, int n)
{
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a(i[0], k) * b(k, i[1]);
        b[i] = sum;
    });
    parallel_for_each(b.extent, [=](index<2> i) mutable restrict(amp) { b[i] = n++; });
    parallel_for_each(c.extent, [=](index<4> i) restrict(amp) { c[i] = 1; });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        array_view<int> row = b[i[0]];
        row[i[1]] = 1;
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        int sum = 0;
        for (int k = i[1]; k < n; k += 2)
            sum += a(i[0], k);
        for (int k = 0; k < n; k++)
            sum += a(k, i[1]);
        b[i] = sum;
    });
}
A
status 0 $AMPCC --explain-kernel -O2 -w stays.ampc
has out "stays.ampc:7:     'a(i[0], k)' is fetched for the rows of the block, 1 byte for each in each round"
has out "stays.ampc:10: on GPUs as written: it is mutable"
has out "stays.ampc:11: on CPUs as written: it has more than three dimensions"
has out "stays.ampc:12: on GPUs as written: a variable has a type that is not understood: 'array_view<int> row = b[i[0]];'"
has out "stays.ampc:16: on GPUs as written: neighbouring threads run a loop alike, and may run one before it differently: 'for (int k = 0; k < n; k++) ...' (stays.ampc:20)"

cat >tiles.ampc <<'A'
static int last(const int *p) restrict(amp) { return p[3]; }
void f(array_view<int> v)
{
    parallel_for_each(v.extent.tile<6>(), [=](tiled_index<6> t) restrict(amp) {
        tile_static int s[6];
        s[t.local[0]] = 3;
        t.barrier.wait();
        v[t.global] = s[0] + last(s);
    });
}
A
status 0 $AMPCC --explain-kernel tiles.ampc:8
has out "tiles.ampc:4: on CPUs as written: the last size of its tiles is no multiple of 4"
has out "tiles.ampc: without -O, kernels run as written; with -O:"
has out "tiles.ampc:4: kernel f_4 of rank 1, in tiles of 6 threads, 24 bytes of tile_static memory"
has out "tiles.ampc:4:     'array_view<int, 1> v' is written: its other elements are brought to the device unless they are there or discarded, and all back"
has out 'tiles.ampc:4:         __local int t0_s[6];'

# Tables and arrays of the thread's own; on GPUs these as far as their subscripts are known before.
cat >arrays.ampc <<'A'
static const float w[3] = {1, 2, 1};
void f(array_view<const float, 2> a, array_view<float, 2> b, int n)
{
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum[2] = {0};
        for (int k = 0; k < n; k++) {
            sum[0] += a(i[0], k) * w[1];
            sum[k & 1] += w[k % 3] * i[1];
        }
        b[i] = sum[0] + sum[1];
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum[2] = {0};
        for (int k = 0; k < n; k++)
            sum[1] += a(i[0], k) * w[k % 3] * i[1];
        b[i] = sum[1];
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        const float *p = w;
        b[i] = p[n];
    });
}
static void more(float s[2], const float *v, int k) restrict(amp) { s[k & 1] += v[k % 3] * *s; }
static void moves(float *s) restrict(amp) { *s++ *= 0.5f; *s += 1; }
void lends(array_view<const float, 2> a, array_view<float, 2> b, int n)
{
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum[2] = {1, 2};
        for (int k = 0; k < n; k++)
            more(sum, w, k);
        b[i] = sum[0] + sum[1] * a[i];
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum[2] = {1, 2};
        for (int k = 0; k < n; k++)
            moves(sum);
        b[i] = sum[0] + sum[1] * a[i];
    });
}
A
status 0 $AMPCC --explain-kernel -O2 arrays.ampc
has out "arrays.ampc:4: on CPUs a work-item does "
has out "arrays.ampc:4: on GPUs as written: it uses an array by subscripts that are not known before: 'sum[k & 1]' (arrays.ampc:8)"
has out "arrays.ampc:12: on GPUs a group covers a block of threads and fetches what its loops read"
has out "arrays.ampc:15:     'a(i[0], k)' is fetched for the rows of the block"
has out "arrays.ampc:18: on GPUs as written: it uses a pointer or an array: 'w' (arrays.ampc:19)"
# Those that functions get by their addresses.
has out "arrays.ampc:27: on CPUs a work-item does "
has out "arrays.ampc:33: on CPUs as written: it uses a pointer, an array or a struct: 'sum' (arrays.ampc:36)"

# One kernel, by any of its lines; the host's code has none.
status 0 $AMPCC --explain-kernel -O2 k.ampc:24
[ "$(grep -vc '^k.ampc:23: ' out)" = 0 ] || fails "other kernels, too"
[ -s out ] || fails "not that kernel"
status 1 $AMPCC --explain-kernel k.ampc:4
has err "no kernel is launched on line 4 of 'k.ampc'"
status 1 $AMPCC --explain-kernel k.ampc:0
mkdir sub
cp k.ampc sub/k.ampc:5
status 0 $AMPCC --explain-kernel -x ampc sub/k.ampc:5
has out "k.ampc:5:26: on CPUs"
none k k.o a.out

# Nothing is done.
status 0 $AMPCC --explain-kernel -O2 -fno-optimize-kernels k.ampc:5
has out "k.ampc:5: as written: the command line asks for that"

# Indices of one dimension that are taken apart.
cat >apart.ampc <<'A'
#include <amp.h>
#define LAUNCH(...) parallel_for_each(extent<1>(n * m), [=](index<1> id) restrict(amp) { __VA_ARGS__ for (int k = 0; k < n; k++) sum += a[i * n + k] * a[k * m + j]; b[id] = sum; })
void f(array_view<const float> a, array_view<float> b, int n, int m, unsigned u, short s, float r)
{
    int plane = n * m;
    LAUNCH(int i = id[0] / m, j = id[0] % m; float sum = 0;);
    LAUNCH(unsigned i = id[0] / u, j = id[0] - u * i; float sum = 0;);
    LAUNCH(int t = id[0]; int i = t >> 8, j = t & 255; float sum = 0;);
    LAUNCH(int t = id[0] % plane; int i = t / m, j = t % m; float sum = 0;);
    LAUNCH(int i = id[0] / s, j = id[0] % s; float sum = 0;);
    LAUNCH(int i = (int)(id[0] / r), j = id[0] - i * m; float sum = 0;);
    LAUNCH(int i = id[0] / m, j = id[0] % n; float sum = 0;);
    LAUNCH(int t = id[0]; t++; int i = t / m, j = t % m; float sum = 0;);
    LAUNCH(int i = id[0] / m, j = id[0] % m % n; float sum = 0;);
    LAUNCH(int i = id[0] / m, j = id[0] % 100; float sum = id[0] / u;);
    LAUNCH(int i = id[0] / (m - n), j = id[0] % (m - n); float sum = 0;);
    LAUNCH(int i = id[0], j = id[0] & 254; float sum = 0;);
}
A
$AMPCC -O2 --explain-kernel apart.ampc >out
for what in "6: with an index of 2 components where 'm' divides" "7: with an index of 2 components where 'u' divides" "8: with an index of 2 components where '256' divides" \
    "9: with an index of 3 components where 'plane' divides"; do
    has out "apart.ampc:$what the number of threads:"
done
for line in 10 11 12 13 14 15 16 17; do
    lacks out "apart.ampc:$line: with an index"
done

# Loops that begin or end at the thread's index.
cat >triangles.ampc <<'A'
#include <amp.h>
#define LAUNCH(T, from, test) parallel_for_each(c.extent, [=](index<2> at) restrict(amp) { T i = at[0], j = at[1]; float sum = 0; for (T k = from; test; k++) sum += a(i, k) * b(k, j); c(i, j) = sum; })
void f(array_view<const float, 2> a, array_view<const float, 2> b, array_view<float, 2> c, int n)
{
    LAUNCH(int, 0, k <= i);
    LAUNCH(int, j + 1, k < n);
    LAUNCH(unsigned, i, k < j + 4u);
    LAUNCH(int, 0, k < n - i);
    LAUNCH(unsigned, 0, k < i - 1u);
    LAUNCH(int, 0, k < i * i);
    LAUNCH(int, i % 3, k < n);
    LAUNCH(int, 0, k < i && k < n);
    LAUNCH(unsigned, 0, k < (unsigned)(at[0] - 3));
}
A
status 0 $AMPCC --explain-kernel -O2 triangles.ampc
for line in 5 6 7 8; do
    has out "triangles.ampc:$line:     'a(i, k)' is fetched for the rows of the block"
    has out "triangles.ampc:$line:     'b(k, j)' is fetched for its columns"
done
for line in 9 10 11 12 13; do
    lacks out "triangles.ampc:$line:     'a(i, k)' is fetched"
done

# Loops that read elements of threads' own alone, and others.
cat >own.ampc <<'A'
#include <amp.h>
void f(array_view<const float, 3> x, array_view<const float> w, array_view<float, 2> y, int n, int o)
{
    parallel_for_each(y.extent, [=](index<2> at) restrict(amp) { float s = 0; for (int k = 0; k < n; k++) s += x(k, at[0], at[1]); y[at] = s; });
    parallel_for_each(y.extent, [=](index<2> at) restrict(amp) { float s = 0; for (int k = 0; k < n; k++) s += x(k, at[0], at[1]) * w[k]; y[at] = s; });
    parallel_for_each(y.extent, [=](index<2> at) restrict(amp) { float s = 0; for (int k = 0; k < n; k++) s = s * 0.5f + x(o, at[0], at[1]); y[at] = s; });
    parallel_for_each(y.extent, [=](index<2> at) restrict(amp) { float s = 0; for (int k = 0; k < n; k++) s += x(k, at[0] > 0 ? at[0] - 1 : 0, at[1]); y[at] = s; });
}
A
status 0 $AMPCC --explain-kernel -O2 own.ampc
has out "own.ampc:4: on GPUs as written: its loops read only elements of each thread's own: 'x(k, at[0], at[1])' (own.ampc:4)"
has out "own.ampc:5: on GPUs a group covers a block of threads"
has out "own.ampc:6: on GPUs a group covers a block of threads"
has out "own.ampc:7: on GPUs as written: its loops read only elements of each thread's own: "

# Loops behind a test that compares the row with the column.
cat >diagonals.ampc <<'A'
#include <amp.h>
#define LAUNCH(T, test, what) parallel_for_each(c.extent, [=](index<2> at) restrict(amp) { T i = (T)at[0], j = (T)at[1]; if (test) { float sum = c(at); for (int k = 0; k < n; k++) { what } c(at) = sum; } else c(at) = 0; })
#define SUM sum += a((int)i, k) * b(k, (int)j);
void f(array_view<const float, 2> a, array_view<const float, 2> b, array_view<float, 2> c, int n, int m)
{
    LAUNCH(int, j <= i, SUM);
    LAUNCH(int, i + j < n && n > 3, SUM);
    LAUNCH(long, i - j <= m && !(j - i > m), SUM);
    LAUNCH(unsigned, i > j && j > 2, SUM);
    LAUNCH(int, j <= i, SUM sum /= a(k, i););
    LAUNCH(int, j <= 2 * i, SUM);
    LAUNCH(unsigned, i - j < 4u, SUM);
    LAUNCH(int, j <= i && i + j < n, SUM);
    LAUNCH(int, j <= i, if (sum > 3) break; SUM);
    LAUNCH(int, j <= i, c(i, k) = sum; SUM);
}
A
status 0 $AMPCC --explain-kernel -O2 diagonals.ampc
for line in 6 7 8 9 10; do
    has out "diagonals.ampc:$line:     'a((int)i, k)' is fetched for the rows of the block"
    has out "diagonals.ampc:$line:     'b(k, (int)j)' is fetched for its columns"
    has out "diagonals.ampc:$line:     groups none of whose threads pass this test of the index leave out what is behind it"
done
for line in 11 12 13 14 15; do
    has out "diagonals.ampc:$line: on GPUs as written: "
done
