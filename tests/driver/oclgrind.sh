#!/bin/sh
# Oclgrind runs kernels as they are optimised: no two work-items race, nothing outside of a buffer is touched, nothing is read that
# nobody wrote, and the results are those of the kernel as it is written.
. "$TESTS/driver/lib.sh"
kernels_alone
icd=
for file in /usr/lib/oclgrind/liboclgrind-rt-icd.so /usr/local/lib/liboclgrind-rt-icd.so /usr/lib/*/liboclgrind-rt-icd.so; do
    [ ! -e "$file" ] || icd=$file
done
[ -n "$icd" ] || { echo "no Oclgrind"; exit 77; }
[ -z "$SANITIZE" ] || { echo "Oclgrind without sanitizers"; exit 77; }
mkdir vendors
echo "$icd" >vendors/oclgrind.icd
export OCL_ICD_VENDORS="$PWD/vendors" OPENCL_VENDOR_PATH="$PWD/vendors" AMPC_CACHE_DIR=off AMPC_DEVICE=oclgrind
# It does not know all instructions that its compiler's optimisation makes, and takes vectors whose lanes are set one by one for values
# that nobody wrote.
export OCLGRIND_DATA_RACES=1 OCLGRIND_UNINITIALIZED=1 OCLGRIND_BUILD_OPTIONS=-cl-opt-disable

cat >grind.ampc <<'A'
#include <amp.h>
#include <stdio.h>
enum { H = 19, W = 37 };
static float from[H * W], around[(H + 2) * (W + 2)], to[W * W], turned[W * W], line[W];
static int counts[8];
static double hash;
static void add(const float *p, int n)
{
    for (int k = 0; k < n; k++)
        hash = hash * 0.75 + p[k];
}
int main(void)
{
    for (int k = 0; k < (H + 2) * (W + 2); k++)
        around[k] = (float)(k * 7 % 23);
    for (int k = 0; k < H * W; k++)
        from[k] = (float)(k * 5 % 19);
    int n = H;
    array_view<const float, 2> a(H, W, from), b(H + 2, W + 2, around);
    array_view<float, 2> c(H, W, to), d(W, H, turned);
    array_view<float> l(W, line);
    array_view<int> t(8, counts);
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { /* panels */
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a(i[0], k) * a(k, i[1]);
        c[i] = sum;
    });
    c.synchronize();
    add(to, H * W);
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { /* windows */
        float sum = 0;
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                sum += b(i[0] + k, i[1] + j);
        c[i] = sum;
    });
    c.synchronize();
    add(to, H * W);
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { d(i[1], i[0]) = a[i] * 2; }); /* turns */
    d.synchronize();
    add(turned, H * W);
    parallel_for_each(l.extent, [=](index<1> i) restrict(amp) { /* panels of a line */
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a(k, i[0]) * b(0, k);
        if (sum > 100)
            l[i] = sum;
        else
            l[i] = -sum;
    });
    l.synchronize();
    add(line, W);
    parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { atomic_fetch_inc(&t[(int)a[i] & 7]); });
    t.synchronize();
    for (int k = 0; k < 8; k++)
        hash = hash * 3 + counts[k];
    printf("%.17g\n", hash);
}
A
# clean TEXT: nothing is reported, and err has the text.
clean() {
    ! grep -i -A9 "race\|invalid\|uninitialized\|error" err || fails "$what"
    has err "$1"
    cmp out want || fails "$what: another result"
}
$AMPCC -O2 -ffp-contract=off -fno-optimize-kernels -o plain grind.ampc
$AMPCC -O2 -ffp-contract=off -o grind grind.ampc
export AMPC_VERBOSE=1
status 0 ./plain
cp out want
what=plain && clean "as written"
status 0 env OCLGRIND_UNINITIALIZED=0 ./grind
what=blocks && clean "work-items do blocks of"
for shape in 4x4,2x4,4 2x4,3x5,3 1x2,4x4,16 2x4,3x5,4,2,4; do
    status 0 env AMPC_COVER=$shape ./grind
    what=$shape && clean "groups cover blocks of"
done
# Copies of threads outside of the domain read nothing that a thread stores.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o edge "$TESTS/exec/covers_edge.ampc"
./edge >want 2>err
for shape in 1x4,1x8,1 2x2,4x4,4; do
    status 0 env AMPC_COVER=$shape ./edge
    what="$shape, at the edge" && clean "groups cover blocks of"
done
# Groups that do several tiles. What atomic functions store to local memory it takes for what nobody wrote.
export OCLGRIND_UNINITIALIZED=0
(export AMPC_TREE=blocks && $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o tiles "$TESTS/exec/covers_tiles.ampc")
./tiles >want 2>err
for shape in 2x2,1x1,1 1x3,1x1,1; do
    status 0 env AMPC_COVER=$shape ./tiles
    what="$shape tiles" && clean "groups do blocks of"
done

# It can fail: neighbours store to one element.
cat >race.ampc <<'A'
#include <amp.h>
int main(void)
{
    int a[64];
    array_view<int> v(64, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i[0] / 2] = i[0]; });
}
A
$AMPCC -w -o race race.ampc
./race >out 2>err || :
grep -qi "race" err || { cat err; fails "no race is reported"; }

# What it keeps for the thread that ends the program is gone when the library waits for the last launch: that is done in another one.
if command -v valgrind >/dev/null; then
    cat >last.ampc <<'A'
#include <amp.h>
#include <stdio.h>
int main(void)
{
    parallel_for_each(extent<1>(4), [=](index<1> i) restrict(amp) { printf("%d", i[0]); });
}
A
    $AMPCC -o last last.ampc
    unset OCLGRIND_DATA_RACES
    status 0 valgrind -q --error-exitcode=9 --suppressions="$TESTS/valgrind.supp" ./last
    has out 0123
fi
