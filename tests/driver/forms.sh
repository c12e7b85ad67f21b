#!/bin/sh
# Kernels are built for what the views of a launch have in common; a program of one form is built once.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
cat >forms.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    static float a[64][64], b[64][64], small[4][4];
    array_view<float, 2> va(64, 64, &a[0][0]), vb(64, 64, &b[0][0]), vs(4, 4, &small[0][0]);
    for (char *what = argc > 1 ? argv[1] : ""; *what; what++) {
        array_view<float, 2> v = va, w = *what == 'u' ? vs : vb;
        if (*what == 'o')
            w = v;
        if (*what == 's')
            v = va.section(1, 1, 32, 32), w = vb.section(2, 2, 32, 32);
        parallel_for_each(w.extent, [=](index<2> i) restrict(amp) { v[i] += w[i] + 1; });
    }
    va.synchronize();
    printf("%g %g %g\n", a[0][0], a[1][1], a[40][40]);
    return 0;
}
A
$AMPCC -o forms forms.ampc
# built LAUNCHES BUILDS RESULTS
built() {
    AMPC_VERBOSE=1 ./forms "$1" >out 2>err
    count=$(grep -c 'the kernels of' err)
    [ "$count" = "$2" ] || { cat err; fails "$1: $count programs instead of $2"; }
    has out "$3"
}
built eee 1 "3 3 3"
has err "-DAMPC_DENSE"
built u 1 "1 1 0"
has err "-DAMPC_DENSE"
lacks err "-DAMPC_EQUAL"
built s 1 "0 1 0"
lacks err "-DAMPC_DENSE"
# Two views of one memory, of which one is written.
built o 1 "1 1 1"
lacks err "-DAMPC_DENSE"
case $($AMPCC --devices) in
*GPU* | *NVIDIA*) builds=3 ;;
*) builds=2 ;; # CPUs have no form for views of equal extents
esac
built euseus "$builds" "4 6 2"

# Embedded binaries serve all launches, and nothing is built.
$AMPCC --precompile -o forms forms.ampc
AMPC_VERBOSE=1 ./forms euseus >out 2>err
has out "4 6 2"
lacks err "built the kernels"

# Where a driver copies the arguments of each launch, and the domain and all views have one extent, kernels get it as the launch's offset, at
# whatever size, with ids as before; the first launch of a file decides whether there is such a build.
cat >same.ampc <<'A'
#include <amp.h>
#include <assert.h>
#include <stdio.h>
static float a[200000], b[200000];
static void add(int n, int threads, int most)
{
    array_view<float> x(n, a), y(threads, b);
    parallel_for_each(y.extent, [=](index<1> i) restrict(amp) {
        assert(i[0] != most);
        y[i] += x[i] + i[0] + x.extent[0] + y.extent[0];
    });
}
static void tiles(int n)
{
    array_view<float> x(n, a), y(n, b);
    parallel_for_each(y.extent.tile<10>(), [=](tiled_index<10> t) restrict(amp) {
        y[t.global] += x[t.global] + 10 * t.tile[0] + t.local[0] + t.tile_origin[0];
    });
}
int main(int argc, char **argv)
{
    long wrong = 0;
    for (int k = 0; k < 200000; k++)
        a[k] = k % 3;
    for (char *what = argv[1]; *what; what++) {
        int n = *what == 'l' ? 150001 : *what == 't' ? 1000 : 777;
        for (int k = 0; k < 200000; k++)
            b[k] = 0;
        if (*what == 't')
            tiles(n);
        else
            add(*what == 'u' ? n + 1 : n, n, *what == 'a' ? 776 : -1);
        ampc_wait();
        for (int k = 0; k < 200000; k++) {
            float sum = *what == 't' ? k % 3 + k + k / 10 * 10 : k % 3 + k + 2 * n + (*what == 'u');
            wrong += b[k] != (k < n ? sum : 0);
        }
    }
    printf("%ld wrong\n", wrong);
    return wrong != 0;
}
A
$AMPCC -O2 -o same same.ampc
# same LAUNCHES BUILDS SAME: and how many of these are such ones, where drivers copy arguments.
same() {
    AMPC_VERBOSE=1 ./same "$1" >out 2>err || { cat out err; fails "same $1"; }
    case $($AMPCC --devices | head -1) in
    *"Portable Computing Language"*)
        [ "$(grep -c 'the kernels of' err)" = "$2" ] || { cat err; fails "same $1: not $2 builds"; }
        [ "$(grep -c 'the kernels of.*AMPC_SAME' err)" = "$3" ] || { cat err; fails "same $1: not $3 for one extent"; }
        ;;
    *) lacks err AMPC_SAME ;;
    esac
}
same ssltlss 1 1
same usltus 1 0
same susltus 2 1
! ./same a >out 2>err || fails "an assertion did not fail"
has err "index (776)"
AMPC_VERIFY=1 ./same slt
AMPC_CHECK=1 ./same slut
$AMPCC --precompile -O2 -o same same.ampc
AMPC_VERBOSE=1 ./same slut >out 2>err
lacks err "built the kernels"

# Extents of small views that loops use are constants of a build: of the first launch, of extents that come many times in a row, and of few.
cat >known.ampc <<'A2'
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
static float in[100][100], out[100][100], weights[400];
static void filter(array_view<float, 2> from, array_view<float, 2> w, array_view<float, 2> to)
{
    parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < w.extent[0]; k++)
            for (int l = 0; l < w.extent[1]; l++)
                sum += w(k, l) * from(i[0] + k, i[1] + l);
        to[i] = sum;
    });
}
static void doubled(array_view<float, 2> v)
{
    parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] *= 2; });
}
int main(int argc, char **argv)
{
    array_view<float, 2> from(100, 100, &in[0][0]), to(64, 64, &out[0][0]);
    for (int k = 0; k < 10000; k++)
        in[k / 100][k % 100] = k % 7;
    for (int k = 0; k < 400; k++)
        weights[k] = k % 5 + 1;
    int wrong = 0;
    for (char *what = argc > 1 ? argv[1] : ""; *what; what++) {
        int n = *what - '0';
        array_view<float, 2> w(n, n, weights);
        filter(from, w, to);
        for (int i = 0; i < 64; i += 9)
            for (int j = 0; j < 64; j += 7) {
                float sum = 0;
                for (int k = 0; k < n * n; k++)
                    sum += weights[k] * in[i + k / n][j + k % n];
                wrong += sum != to(i, j);
            }
    }
    doubled(to);
    to.synchronize();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
A2
$AMPCC -O2 -o known known.ampc
# known LAUNCHES BUILDS: and how many of these are general, one of which is doubled's.
known() {
    AMPC_VERBOSE=1 ./known "$1" >out 2>err || { cat out err; fails "known $1"; }
    count=$(grep -c 'the kernels of.*AMPC_ONLY_filter_7 ' err || :)
    [ "$count" = "$2" ] || { cat err; fails "$1: $count builds for known extents instead of $2"; }
    [ "$(grep -c 'the kernels of' err)" = $((count + 1)) ] || { cat err; fails "$1: several general builds"; }
}
five=5555555555555555
known 333 1
has err "-DAMPC_E0_0=3 -DAMPC_E0_1=3"
known 345673456789345678934567893333 1
known 3$five${five}5 2
known 3"$five"4444444444444444666666666666666677777777777777778888888888888888 4
known D 0 # of 400 elements for 4096 threads
AMPC_VERIFY=1 ./known 3$five
AMPC_CHECK=1 ./known 3$five
AMPC_DEVICE=emulator ./known 37
AMPC_CACHE_DIR=$PWD/cache ./known 3$five
AMPC_VERBOSE=1 AMPC_CACHE_DIR=$PWD/cache ./known 3$five 2>err
lacks err "built the kernels"
$AMPCC --precompile -O2 -o known known.ampc
AMPC_VERBOSE=1 ./known 3${five}4 2>err
lacks err "built the kernels"

# So are those of many small matrices, all but how many these are.
cat >parts.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
static float in[120000], out[120000];
int main(int argc, char **argv)
{
    int wrong = 0;
    for (int k = 0; k < 120000; k++)
        in[k] = k % 7;
    for (int k = 1; k < argc; k++) {
        int m = atoi(argv[k]), n = m % 100;
        array_view<float, 3> a(m / 100, n, n, in), b(m / 100, n, n, out);
        parallel_for_each(b.extent, [=](index<3> i) restrict(amp) {
            float sum = 0;
            for (int l = 0; l < a.extent[2]; l++)
                sum += a(i[0], i[1], l) * a(i[0], l, i[2]);
            b[i] = sum;
        });
        b.synchronize();
        for (int i = 0; i < m / 100 * n * n; i += 11) {
            float sum = 0;
            for (int l = 0; l < n; l++)
                sum += in[i / n * n + l] * in[i / (n * n) * n * n + l * n + i % n];
            wrong += sum != out[i];
        }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
A
$AMPCC -O2 -fno-optimize-kernels -o parts parts.ampc
AMPC_VERBOSE=1 ./parts 15005 14005 15007 14005 >out 2>err
has err "-DAMPC_E0_1=5 -DAMPC_E0_2=5"
[ "$(grep -c 'the kernels of' err)" = 2 ] || { cat err; fails "not two builds for parts"; }
for few in 10133 9005; do
    AMPC_VERBOSE=1 ./parts $few >out 2>err
    lacks err AMPC_E0
done

# Constant views are in constant memory, except where the launch writes their memory by another view.
cat >constant.ampc <<'A'
#include <amp.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int n[100] = {1, 2, 3, 4}, m[4] = {1, 2, 3, 4};
    array_view<int> v(100, n), first(4, argc > 1 ? n : m);
    constant_view<int> w = first;
    parallel_for_each(extent<1>(96), [=](index<1> i) restrict(amp) { v[i + 4] += w[i[0] % 4]; });
    v.synchronize();
    printf("%d %d\n", n[4], n[99]);
    return 0;
}
A
$AMPCC -O2 -o constant constant.ampc
AMPC_VERBOSE=1 ./constant >out 2>err
has out "1 4"
has err "-DAMPC_CONSTANT"
AMPC_VERBOSE=1 ./constant shared >out 2>err
has out "1 4"
lacks err "-DAMPC_CONSTANT"
for how in AMPC_CHECK=1 AMPC_VERIFY=1 AMPC_DEVICE=emulator AMPC_NO_ZERO_COPY=1; do
    env "$how" ./constant >out
    has out "1 4"
done
$AMPCC --precompile -O2 -o constant constant.ampc
for shared in "" shared; do
    AMPC_VERBOSE=1 ./constant $shared >out 2>err
    has out "1 4"
    lacks err "built the kernels"
done
# With NVIDIA extents are a vector: of a struct's members it reads those that become parts of addresses as 64 bits, which loops then add in two steps.
clang -print-targets 2>/dev/null | grep -q nvptx64 || exit 0
cat >columns.ampc <<'A'
#include <amp.h>
void f(array_view<const float, 2> a, array_view<const float> x, array_view<float> y)
{
    parallel_for_each(y.extent, [=](index<1> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < a.extent[0]; k++)
            sum += a(k, i[0]) * x[k];
        y[i] = sum;
    });
}
A
$AMPCC -O2 -fno-optimize-kernels --emit=cl -o columns.cl columns.ampc
clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target nvptx64-nvidia-cuda -O3 -DAMPC_DENSE -D__NV_CL_C_VERSION=120 -S -o columns.s columns.cl 2>/dev/null || exit 0
has columns.s "ld.param.v4.u32"
lacks columns.s "ld.param.s32"
