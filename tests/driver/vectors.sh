#!/bin/sh
# Short vectors in plain C by gcc and clang, as units with kernels pass and return them; AMPC_VERIFY of kernels that compute with them;
# what is less aligned than a vector is not accessed as one.
. "$TESTS/driver/lib.sh"
include=$(dirname "$AMPCC")/../include
cat >plain.c <<'A'
#include <amp_short_vectors.h>
#include <stdlib.h>

float_4 mixed(float_4 v, int_3 i)
{
    return (float_4){v.w, v.y * (float)i.z, v.z, (float)i.x};
}
unorm_2 bright(struct ampc_unorm_2 u)
{
    unorm_2 r = {{u.y.value}, {ampc__unorm(u.x.value * 4)}};
    return r;
}
double_3 table[2] = {{1, 2, 3}, {4, 5, 6}};
typedef char sizes[sizeof(float_3) == 12 && sizeof(double_4) == 32 && sizeof(uint_2) == 8 && sizeof(norm) == 4 ? 1 : -1];
struct holder {
    char c;
    float_3 three;
    norm_4 four;
} holder = {1, {2, 3, 4}, {{-1}, {0}, {0.5f}, {1}}};
uint whole(void) { return (uint)sizeof(struct holder); }
A
cat >prog.ampc <<'A'
#include <amp.h>
#include <amp_short_vectors.h>
using namespace concurrency;
using namespace concurrency::graphics;
float_4 mixed(float_4 v, int_3 i);
unorm_2 bright(unorm_2 u);
extern double_3 table[2];
extern struct holder { char c; float_3 three; norm_4 four; } holder;
uint whole(void);
int main(void)
{
    array_view<float_4> v(8);
    array_view<struct holder> h(1, &holder);
    array_view<double_3> d(2, table);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        v[i] = float_4(i[0], h[0].three.z, h[0].four.z, 4);
        if (i[0] < 2)
            d[i].zx += d[i].xy;
    });
    v[3] = mixed(v[3], int_3(5, 6, 2));
    v[4].xy = float_2(bright(unorm_2(0.125f, 0.25f)));
    return !(v[3] == float_4(4, 8, 0.5f, 5) && v[4] == float_4(0.25f, 0.5f, 0.5f, 4) && d[1] == double_3(9, 5, 10) &&
             whole() == sizeof(struct holder));
}
A
for cc in gcc clang; do
    links_by $cc || continue
    for std in c99 gnu11 c17; do
        $cc -std=$std -Wall -Wextra -Wpedantic -Werror -I"$include" -c -o plain.o plain.c
    done
    $AMPCC --cc="$cc $SANITIZE" -O1 -o prog prog.ampc plain.o
    AMPC_VERIFY=1 status 0 ./prog
    has err "1 launch compared, none differs"
    AMPC_DEVICE=emulator status 0 ./prog
done

$AMPCC -O1 -w -fsanitize=undefined -fno-sanitize-recover -I"$TESTS/exec" -o odd "$TESTS/exec/vector_alignment.ampc"
AMPC_DEVICE=emulator status 0 ./odd
AMPC_DEVICE=emulator AMPC_NO_ZERO_COPY=1 status 0 ./odd

# Sums that are vectors, which begin as zeros without an initialiser, in groups that cover blocks of threads.
cat >sums.ampc <<'A'
#include <amp.h>
#include <amp_short_vectors.h>
using namespace concurrency;
using namespace concurrency::graphics;
enum { M = 40, K = 17 };
static float_4 a[M][K], c[M][M];
static float_2 b[K][M];
int main(void)
{
    int bad = 0;
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            a[i][k] = float_4(i, k, i - k, 1), b[k][i] = float_2(k % 3, i % 5);
    {
        array_view<const float_4, 2> va(M, K, &a[0][0]);
        array_view<const float_2, 2> vb(K, M, &b[0][0]);
        array_view<float_4, 2> vc(M, M, &c[0][0]);
        parallel_for_each(vc.extent, [=](index<2> i) restrict(amp) {
            float_4 sum;
            for (int k = 0; k < K; k++)
                sum += va(i[0], k) * vb(k, i[1]).xyxy;
            vc[i] = sum;
        });
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            float_4 sum;
            for (int k = 0; k < K; k++)
                sum += a[i][k] * b[k][j].xyxy;
            bad += sum != c[i][j];
        }
    return bad != 0;
}
A
$AMPCC -O2 -o sums sums.ampc
for shape in 4x4,2x8,4 1x1,8x8,4; do
    AMPC_VERBOSE=1 AMPC_COVER=$shape status 0 ./sums
    has err "groups cover blocks of"
done

# Where all memory is aligned, a float_4 is one load or store on NVIDIA's GPUs, and a float_3 three.
cat >loads.ampc <<'A'
#include <amp.h>
#include <amp_short_vectors.h>
using namespace concurrency;
using namespace concurrency::graphics;
void f(array_view<float_4> a, array_view<const float_4> b, array_view<float_3> c, float_4 k)
{
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = a[i].wzyx * b[i] + k; });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { c[i] = c[i].zyx + 1; });
}
A
$AMPCC -O2 --emit=cl -o loads.cl loads.ampc
clang -print-targets 2>/dev/null | grep -q nvptx64 || exit 0
clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target nvptx64-nvidia-cuda -O2 -DAMPC_ALIGNED -S -o loads.s loads.cl 2>/dev/null || exit 0
[ "$(grep -c 'ld.global.v4.f32' loads.s)$(grep -c 'ld.global.f32' loads.s)$(grep -c 'st.global.v4.f32' loads.s)" = 231 ] ||
    { grep global loads.s; fails "loads and stores of vectors"; }
