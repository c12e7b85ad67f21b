#!/bin/sh
# Every fix-it, applied, ends its message: each case stands alone, so that nothing else hides it.
. "$TESTS/driver/lib.sh"

# apply FILE: changes the file by the parseable fix-its in err, from the end to the begin.
apply() {
    sed -n 's/^fix-it:"\([^"]*\)":{\([0-9]*\):\([0-9]*\)-\([0-9]*\):\([0-9]*\)}:"\(.*\)"$/\2 \3 \4 \5 |\6|/p' err |
        sort -k1,1nr -k2,2nr | while read -r line column end_line end_column text; do
        [ "$line" = "$end_line" ] || fails "a fix-it over several lines"
        text=${text#|}
        TEXT=${text%|} awk -v line="$line" -v from="$column" -v to="$end_column" '
            NR == line { print substr($0, 1, from - 1) text substr($0, to); next } { print }
            BEGIN { text = ENVIRON["TEXT"]; gsub(/\\n/, "\n", text); gsub(/\\"/, "\"", text) }' "$1" >fixed.tmp
        cp fixed.tmp "$1"
    done
}

# fixed ID OPTIONS: the text of standard input has the message, and a fix-it that ends it and brings no other.
fixed() {
    id=$1
    shift
    cat >case.ampc
    $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits "-W$id" "$@" case.ampc >out 2>err || :
    has err "[$id]"
    has err 'fix-it:"case.ampc"'
    apply case.ampc
    status 0 $AMPCC -fsyntax-only "-W$id" "$@" case.ampc
    [ ! -s err ] || { cat case.ampc err; fails "messages after the fix-its of $id"; }
}


fixed amp-call <<'A'
static int twice(int x);
int	thrice(int x) ; static int twice(int x) { return 2 * x; }
int thrice(int x) // three
{ return 3 * x; }
void f(array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = twice(i[0]) + thrice(1); });
}
A
fixed amp-call <<'A'
static int one(int x) restrict(cpu) { return x; }
int f(int x) restrict(amp) { return one(x); }
A
fixed kernel-restrict <<'A'
void f(array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) { v[i] = 1; });
    parallel_for_each(v.extent, [=](index<1> i) mutable { v[i] = 1; });
    parallel_for_each(v.extent, [=](index<1> i) restrict(cpu) { v[i] = 1; });
    parallel_for_each(v.extent, [=](index<1> i) -> void
    {
        v[i] = 1;
    });
}
A
fixed amp-restrict-mismatch <<'A'
int f(int x);
int g(int x) restrict(cpu, amp);
int f(int x) restrict(cpu, amp) { return x; }
int g(int x) restrict(amp) { return x; }
A
fixed amp-main <<'A'
int main(void) restrict(cpu, amp)
{
    return 0;
}
A
fixed capture-reference <<'A'
void f(array_view<int> v, int n)
{
    parallel_for_each(v.extent, [&](index<1> i) restrict(amp) { v[i] = n; });
    parallel_for_each(v.extent, [=, &n](index<1> i) restrict(amp) { v[i] = n; });
    parallel_for_each(v.extent, [v, &n](index<1> i) restrict(amp) { v[i] = n; });
}
A
fixed capture-type <<'A'
void f(array_view<int> v, int n, int m)
{
    array<int> a(n);
    parallel_for_each(v.extent, [](index<1> i) restrict(amp) { v[i] = n + m; });
    parallel_for_each(v.extent, [v](index<1> i) restrict(amp) { v[i] = n + m + a[i]; });
    parallel_for_each(v.extent, [](index<1> i) restrict(amp) { a[i] = n; });
}
A
fixed amp-arguments <<'A'
int f(array_view<int, 2> v)
{
    static auto row = v[1];
    return row[0];
}
A
fixed capture-array-value <<'A'
void f(int n)
{
    array<int> a(n);
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = n; });
    parallel_for_each(a.extent, [n, a](index<1> i) restrict(amp) { a[i] = n; });
}
A
fixed compute-domain <<'A'
void f(array_view<int> v, int n)
{
    parallel_for_each(v, [=](index<1> i) restrict(amp) { v[i] = 1; });
    parallel_for_each(n + 1, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
A
fixed kernel-parameter <<'A'
void f(array_view<int, 2> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int k = v(0, 0); k++; });
    parallel_for_each(v.extent.tile<4, 8>(), [=](tiled_index<8, 4> t) restrict(amp) { v[t] = 1; });
    parallel_for_each(v.extent, [=](index<2> &i) restrict(amp) { v[i] = 1; });
}
A
fixed tile-divisibility <<'A'
void f(void)
{
    array_view<int> v(1000);
    tiled_extent<64> e = v.extent.tile<64>();
    parallel_for_each(v.extent.tile<64>(), [=](index<1> i) restrict(amp) {
        if (v.extent.contains(i))
            v[i] = 1;
    });
    parallel_for_each(e, [=](index<1> i) restrict(amp) {
        if (v.extent.contains(i))
            v[i] = 1;
    });
}
A
fixed amp-member <<'A'
int f(array_view<int, 2> v)
{
    v.synchronise();
    return v.extents.size() + v->rank + v.extent.size + v.extent()[0];
}
A
fixed amp-member <<'A'
void f(array_view<int> v)
{
    parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static int s[64];
        s[t.local()[0]] = v[t];
        t.barrier();
        v[t] = s[63 - t.local[0]];
    });
}
A
has case.ampc 't.barrier.wait();'

fixed perf-const-view <<'A'
void f(array_view<int> out, array_view<int, 1> in)
{
    parallel_for_each(in.extent, [=](index<1> i) restrict(amp) { out[i] += in[i]; });
}
A
fixed perf-const-view <<'A'
void f(array_view<float> out, int n, float *p);
int g(array_view<float> in);
int g(array_view<float> in)
{
    array_view<float> sum(1);
    array_view<const float> copy = in;
    in.synchronize();
    parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) { sum[i] += in[i] + copy[i]; });
    return sum[0] + in.extent[0];
}
void f(array_view<float> out, int n, float *p)
{
    concurrency::array_view<float, 2> square(n, n, p);
    array_view<float> a(n, p);
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
        const float *from = &out[0];
        out[i] += a[i] + square[i[0]][2] + from[i[0]];
    });
}
A
# Views that are declared together: all become const, or the declaration is split.
fixed perf-const-view <<'A'
void f(array_view<float> out, int n, float *p)
{
    concurrency::array_view<float> a(n, p), b(n,p),c(n, p), d(n, p), e(n, p);
    array_view<float, 2> x(n, n, p),
        y(n, n, p);
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
        out[i] += a[i] + b[i] + d[i] + x(0, 0);
        c[i] += e[i];
    });
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] += y[0][i[0]]; });
}
A
# Nothing is said of a view that is handed on as one that may be written.
cat >case.ampc <<'A'
void f(array_view<float> out, int n, float *p)
{
    array_view<float> a(n, p), b(n, p), d(n, p), e(n, p);
    array_view<float> other = a, part = d.section(0, 2);
    __typeof__(b[0]) x = 0;
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
        float *q = &d[i];
        out[i] += a[i] + b[i] + *q + e[i];
    });
    other[0] = part[0] = x += 1;
}
A
status 0 $AMPCC -fsyntax-only -Wperf-const-view -fdiagnostics-parseable-fixits case.ampc
has err "'e' is never written"
[ "$(grep -c perf-const-view err)" = 1 ]
fixed perf-discard <<'A'
void f(int *p, int n)
{
    array_view<int> out(n, p);
    if (n > 1) {
        parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = 1; });
    }
}
A
fixed perf-discard <<'A'
void f(float *p, int n, int m)
{
    float from[64], to[64];
    array_view<float, 2> out(n, m, p);
    array_view<const float> in(from);
    array_view<float> copy(to);
    parallel_for_each(out.extent.tile<8, 16>().pad(), [=](tiled_index<8, 16> t) restrict(amp) {
        if (out.extent.contains(t))
            out[t] = 1;
    });
    parallel_for_each(copy.extent, [=](index<1> i) restrict(amp) { copy[i] = in[i]; });
}
A
# Where the old elements may be needed nothing is offered: those that no thread writes, in an iteration that the compiler does
# not look at, on a path that not all take, and those that another view shows.
cat >case.ampc <<'A'
void f(const float *q, float *p, int n, int m)
{
    array_view<float> a(n, p), b(n, p), c(n, p), d(n, p);
    array_view<const float> in(n, q);
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
        for (int k = 0; k < n; k++)
            if (k == 500)
                return;
        a[i] = 1;
    });
    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
        if (m)
            b[i] = 1;
    });
    parallel_for_each(extent<1>(m), [=](index<1> i) restrict(amp) { c[i] = 1; });
    parallel_for_each(d.extent, [=](index<1> i) restrict(amp) { d[i] = in[i]; });
}
A
status 0 $AMPCC -fsyntax-only -Wperf-discard -fdiagnostics-parseable-fixits case.ampc
[ "$(grep -c 'if .* call' err)" = 2 ]
has err "if there is a thread for each of them, call 'c.discard_data()'"
has err "if the other views that it reads have none of them, call 'd.discard_data()'"
lacks err 'fix-it:'
# Host memory beside views: brought once, before a loop or a choice, and not before the launch.
fixed view-synchronize <<'A'
int f(int *a, int *b, int *c, int n)
{
    array_view<int> va(n, a), vb(n, b), vc(n, c);
    int sum = 0;
    parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { vb[i] += va[i] += vc[i] += 1; });
    for (int i = 0; i < va.extent[0]; i++) {
        sum += a[i] * b[i] + c[i];
    }
    for (int round = 0; round < n; round++) {
        parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { va[i] += 1; });
        if (sum > 3) {
            sum += a[0];
        } else {
            sum -= a[1];
        }
    }
    return sum;
}
A
places() { grep -o '^fix-it:"case.ampc":{[0-9]*' err | sed 's/.*{//' | sort -n | uniq -c | tr -s ' \n' ' '; }
cat >case.ampc <<'A'
int f(int *a, int *b, int *c, int n)
{
    array_view<int> va(n, a), vb(n, b), vc(n, c);
    int sum = 0;
    parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { vb[i] += va[i] += vc[i] += 1; });
    for (int i = 0; i < va.extent[0]; i++) {
        sum += a[i] * b[i] + c[i];
    }
    for (int round = 0; round < n; round++) {
        parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { va[i] += 1; });
        if (sum > 3) {
            sum += a[0];
        }
    }
    return sum;
}
A
status 0 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits case.ampc
[ "$(places)" = ' 3 6 1 11 ' ] || { cat err; fails "synchronize() is offered elsewhere"; }
# What the host wrote is made known before the loop with the launch, as in it the results of the iteration before would be lost;
# and only where no accelerator can have anything newer.
cat >case.ampc <<'A'
void f(int *a, int n)
{
    array_view<int> v(n, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    v.synchronize();
    a[0] = 1;
    for (int round = 0; round < n; round++) {
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    }
}
void g(int *a, int n)
{
    array_view<int> v(n, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    if (n > 3)
        v.synchronize();
    a[0] = 1;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
}
A
status 0 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits case.ampc
[ "$(grep -c 'view-refresh' err)" = 2 ]
[ "$(places)" = ' 1 7 ' ] || { cat err; fails "refresh() is offered elsewhere"; }
# synchronize() is not offered behind what the host has perhaps written: refresh() may make it known later.
for written in 'p[2 * j] = 5;' 'if (j) p[0] = 5;' 'perhaps(p, j);' 'madvise(p, 4, j);'; do
    cat >case.ampc <<A
#include <sys/mman.h>
static void perhaps(int *p, int j) { if (j) p[0] = 3; }
int f(int n, int *p, int j)
{
    array_view<int> v(n, p);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i]++; });
    $written
    int x = p[0];
    v.refresh();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i]++; });
    return x;
}
A
    status 0 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits case.ampc
    has err "'p' is read here"
    lacks err 'fix-it:'
done
# Accelerators may have something newer through other views of the memory, or what synchronize() brought was not all of it.
# refresh_offered COUNT BEFORE BEHIND: what stands before and behind the write.
reads='parallel_for_each(out.extent, [=, &sum](index<1> i) restrict(amp) { sum[i] += v[i]; });'
writes='parallel_for_each(out.extent, [=](index<1> i) restrict(amp)'
refresh_offered() {
    cat >case.ampc <<A
struct holder { array_view<int> v; };
void other(int *a, int n);
void step(void);
static int *known;
static void launch_known(int n)
{
    array_view<int> v(n, known);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
}
void f(int *a, int n, array_view<int> out, array<int> &sum)
{
    array_view<int> v(n, a), few(4, a);
    struct holder h = {array_view<int>(n, a)};
    v.synchronize();
    $reads
    $2
    a[9] = 1;
    $3
    $reads
}
A
    status 0 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits case.ampc
    has err 'view-refresh'
    [ "$(grep -c 'fix-it:' err)" = "$1" ] || { cat err; fails "refresh() is not offered $1 times"; }
}
refresh_offered 1 '' ''
refresh_offered 1 '' "{ $reads }"
refresh_offered 0 "$writes { h.v[i] = 7; });" ''
refresh_offered 0 "$writes { out[i] = 7; });" ''
refresh_offered 0 "other(a, n); $reads" ''
refresh_offered 0 'step();' ''
refresh_offered 0 'launch_known(n);' ''
refresh_offered 0 "$writes { v[i] = 7; }); few.synchronize(); $reads" ''
refresh_offered 0 "$writes { v[i] = 7; }); v.synchronize_async(); $reads" ''
refresh_offered 0 '' "$writes { out[i] = 7; }); { v.synchronize(); $reads }"
refresh_offered 0 "$writes { out[i] = 7; });" "{ v.synchronize(); $reads }"
fixed perf-double <<'A'
float f(float x) restrict(amp)
{
    float y = sqrt(x);
    return y * 0.5;
}
A
fixed tile-race <<'A'
static float neighbour(const float *s, int l) restrict(amp) { return s[(l + 1) % 16]; }
static void fill(float *s, int l, tile_barrier b) restrict(amp)
{
    s[l] = l;
    s[15 - l] += 1;
    b.wait();
}
void f(array_view<const float, 2> a, array_view<float, 2> c, int n)
{
    parallel_for_each(c.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float ta[16][16], tb[16][16], row[16];
        int i = t.local[0], j = t.local[1];
        float sum = 0;
        for (int k = 0; k < n; k += 16) {
            ta[i][j] = a(t.global[0], k + j);
            tb[i][j] = a(k + i, t.global[1]);
            for (int m = 0; m < 16; m++)
                sum += ta[i][m] * tb[m][j];
        }
        if (i == 0)
            row[j] = sum;
        c[t.global] = neighbour(ta[i], j) + row[0];
    });
    parallel_for_each(extent<1>(1600).tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        tile_static float s[16];
        fill(s, t.local[0], t.barrier);
        for (int d = 8; d > 0; d /= 2) {
            if (t.local[0] < d)
                s[t.local[0]] += s[t.local[0] + d];
        }
        c(0, t.global[0]) = s[0];
    });
}
A

# What a macro made is not changed.
cat >macro.ampc <<'A'
#define ONE(x) static int one(int x)
ONE(x) { return x; }
int f(int x) restrict(amp) { return one(x); }
A
status 1 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits macro.ampc
has err 'would qualify'
lacks err 'fix-it:'

# The text form shows them; a call of cc gets the option too.
has err '      |                                     ^~~'
status 1 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits bad.ampc
lacks err fix-it

# A statement is only put before one of a block.
cat >bare.ampc <<'A'
void f(int *p, int n)
{
    array_view<int> out(n, p);
    if (n > 1)
        parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = 1; });
}
A
status 0 $AMPCC -fsyntax-only -Wperformance -fdiagnostics-parseable-fixits bare.ampc
has err '[perf-discard]'
lacks err 'fix-it:'
fixed perf-bank-conflict <<'A'
enum { TS = 16 };
void turn(array_view<float, 2> a)
{
    parallel_for_each(a.extent.tile<TS, TS>(), [=](tiled_index<TS, TS> t) restrict(amp) {
        tile_static float s[TS][TS];
        s[t.local[0]][t.local[1]] = a[t];
        t.barrier.wait();
        a[t] = s[t.local[1]][t.local[0]];
    });
}
A
# A tile whose rows have a use of their own keeps its shape.
cat >case.ampc <<'A'
static float first(float row[16]) restrict(amp) { return row[0]; }
void turn(array_view<float, 2> a)
{
    parallel_for_each(a.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float s[16][16];
        s[t.local[0]][t.local[1]] = a[t];
        t.barrier.wait();
        a[t] = s[t.local[1]][t.local[0]] + first(s[3]);
    });
}
A
$AMPCC -fsyntax-only -fdiagnostics-parseable-fixits -Wperf-bank-conflict case.ampc 2>err
has err perf-bank-conflict
lacks err fix-it

# Nor where there is no room for more.
sed 's/TS = 16/TS = 64/; s/\.tile<TS, TS>/.tile<16, 16>/; s/tiled_index<TS, TS>/tiled_index<16, 16>/; s/s\[TS\]\[TS\]/s[2][TS][TS]/; s/ s\[t/ s[1][t/' >case.ampc <<'A'
enum { TS = 16 };
void turn(array_view<float, 2> a)
{
    parallel_for_each(a.extent.tile<TS, TS>(), [=](tiled_index<TS, TS> t) restrict(amp) {
        tile_static float s[TS][TS];
        s[t.local[0]][t.local[1]] = a[t];
        t.barrier.wait();
        a[t] = s[t.local[1]][t.local[0]];
    });
}
A
$AMPCC -fsyntax-only -fdiagnostics-parseable-fixits -Wperf-bank-conflict case.ampc 2>err
has err perf-bank-conflict
lacks err fix-it

# No barrier is offered where some threads may have left, in whatever iteration.
cat >case.ampc <<'A'
void f(array_view<int> v, int n)
{
    parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static int s[64];
        s[t.local[0]] = v[t];
        for (int k = 0; k < n; k++)
            if (k == 500 && t.local[0] == 3)
                return;
        v[t] = s[63 - t.local[0]];
    });
    parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static int s[64];
        s[t.local[0]] = v[t];
        for (int k = 0; k < n; k++) {
            if (k == 500 && t.local[0] == 3)
                break;
            v[t] += s[63 - t.local[0]];
            s[t.local[0]] = k;
        }
    });
}
A
status 0 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits case.ampc
[ "$(grep -c 'tile-race' err)" = 3 ]
lacks err fix-it

# .pad() makes threads outside the extent: only a kernel that leaves them out has it offered.
fixed tile-divisibility <<'A'
void f(int *p)
{
    array_view<int, 2> v(100, 200, p);
    parallel_for_each(v.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        if (!v.extent.contains(t.global)) {
            return;
        }
        v[t] = 1;
    });
}
A
cat >case.ampc <<'A'
void f(int *p)
{
    array_view<int> v(1000, p);
    extent<1> more(1001);
    parallel_for_each(v.extent.tile<64>(), [=](index<1> i) restrict(amp) { v[i] = 1; });
    parallel_for_each(v.extent.tile<64>(), [=](index<1> i) restrict(amp) {
        if (more.contains(i))
            v[i] = 1;
    });
    parallel_for_each(v.extent.tile<64>(), [=](index<1> i) restrict(amp) {
        if (v.extent.contains(i))
            v[i] = 1;
        v[i] += 1;
    });
}
A
status 1 $AMPCC -fsyntax-only -fdiagnostics-parseable-fixits case.ampc
[ "$(grep -c 'tile-divisibility' err)" = 3 ]
lacks err fix-it

# As one patch, for more files than one; what two messages ask for is done once, and each file is named as the message has it.
mkdir sub
cat >sub/part.h <<'A'
static int one(int x) { return x; }
static int two(int x) { return 2 * x; }
A
printf '#include "sub/part.h"\r\n\r\nint f(int x) restrict(amp) { return one(x) + two(x); }\r\nint g(int x) restrict(apm) { return one(x); }' >'a case.ampc'
cp 'a case.ampc' old.ampc
status 1 $AMPCC -fsyntax-only -fdiagnostics-generate-patch 'a case.ampc'
sed -n '/^--- a case.ampc	$/,$p' err >patch
[ "$(grep -c '^---' patch)" = 2 ]
has patch '@@ -1,2 +1,2 @@'
has patch '\ No newline at end of file'
patch -s -F0 -p0 --binary <patch
has sub/part.h 'int two(int x) restrict(cpu, amp) {'
status 0 $AMPCC -fsyntax-only 'a case.ampc'
[ ! -s err ]
[ "$(tr -d '\r' <'a case.ampc' | wc -c)" = "$(($(wc -c <'a case.ampc') - 3))" ]
status 1 $AMPCC -fsyntax-only -fdiagnostics-generate-patch bad.ampc
lacks err '---'
