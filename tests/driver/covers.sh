#!/bin/sh
# Groups that cover blocks of threads, which the library asks GPUs for: AMPC_COVER gives a device any shape, so that they can be tried everywhere.
# All loops over rows, columns and rounds of a chunk are unrolled, and PoCL optimises some kernels for half a minute: most run without that, few with it.
# With it PoCL 3.1 takes arrays of a work-item that are no multiples of 16 bytes for aligned to 16 (docs/INTERNALS.md): those of four rows and columns are. PoCL 6
# ends in an assertion of its own over barriers behind a branch that local memory decides (the same).
. "$TESTS/driver/lib.sh"
kernels_alone

# Copies outside of the domain.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o edge "$TESTS/exec/covers_edge.ampc"
# Elements of threads' own, in blocks that are in the domain and that are not.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o own "$TESTS/exec/covers_own.ampc" -lm
for run in $(some 2 edge:2x4,3x5,8,2,4 own:2x4,4x8,1 edge:2x4,3x5,3,1); do
    AMPC_COVER=${run#*:} ./${run%:*} >out 2>&1 || { cat out; fails "$run, optimised"; }
done
kernels_as_they_are
for shape in $(some 1 3x3,3x5,3,1 1x4,1x8,1 2x2,4x4,4); do
    AMPC_COVER=$shape ./edge >out 2>&1 || { cat out; fails "shape $shape, at the edge"; }
done
for shape in $(some 1 1x4,1x8,1 3x1,2x16,1); do
    AMPC_COVER=$shape ./own >out 2>&1 || { cat out; fails "shape $shape, elements of threads' own"; }
done

$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o covers "$TESTS/exec/covers.ampc" -lm
# PoCL 6 compiles it wrongly now and then, too; the other way in which it makes loops over work-items, which PoCL 3.1 has not, is right.
by_the_other_way() { POCL_CACHE_DIR="$PWD/other" POCL_WORK_GROUP_METHOD=cbs AMPC_COVER=$shape ./covers branch >out 2>err; }
for shape in $(some 1 4x4,3x5,4,1 2x5,2x8,8); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./covers straight >out 2>err || { cat out; fails "shape $shape"; }
    has err "-DAMPC_COVER -DAMPC_ROWS=${shape%%x*} "
    AMPC_COVER=$shape ./covers branch >out 2>err || grep -q "WorkitemLoops.cc.*PHI node" err || by_the_other_way || { cat out; fails "shape $shape, barriers behind a branch"; }
done

$AMPCC -O2 -I"$TESTS/exec" -o inlined "$TESTS/exec/inlined.ampc"
AMPC_COVER=4x4,2x8,16 ./inlined >out 2>err || { cat out; fails "functions in the place of their calls"; }
lacks err error

# Views that are members of captured structs.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o members "$TESTS/exec/blocks_members.ampc"
for shape in $(some 1 4x4,3x5,4,1 2x5,2x8,8); do
    AMPC_COVER=$shape ./members >out 2>&1 || { cat out; fails "shape $shape, views in structs"; }
done

# Blocks of the first dimension and the last one.
$AMPCC -O2 -I"$TESTS/exec" -o first "$TESTS/exec/covers_first.ampc"
for shape in $(some 1 2x3,3x5,1 8x1,4x8,1); do
    AMPC_COVER=$shape ./first >out 2>&1 || { cat out; fails "shape $shape, of the first dimension"; }
done

# Quotients without branches, and once more where operands are rare ones.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o quotients "$TESTS/exec/quotients.ampc" -lm
for shape in $(some 1 2x2,4x4,4 1x2,1x16,32); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./quotients >out 2>err || { cat out; fails "shape $shape, quotients"; }
    has err "-DAMPC_BRANCHLESS "
done

# Lines of threads' own along the last dimension, and matrices in one dimension.
for name in lines flat counters; do
    $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o $name "$TESTS/exec/covers_$name.ampc"
done
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o apart "$TESTS/exec/flat.ampc"
for name in triangles diagonals; do
    $AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o $name "$TESTS/exec/$name.ampc"
done
for run in $(some 2 lines:1x1,4x8,8 lines:1x1,8x4,24,0,4 lines:1x1,2x16,8,1 lines:1x1,4x8,8,1,4) $(some 1 flat:3x2,3x5,4,1 flat:4x4,2x4,8,0,4) \
    $(some 1 counters:2x4,4x2,4,2,4 counters:3x2,3x5,4,1) $(some 1 triangles:2x4,3x5,3,1 triangles:4x2,2x4,4) \
    $(some 1 diagonals:4x4,2x4,4,0,4 diagonals:2x4,3x5,3,1 diagonals:1x1,4x8,8,1,4) apart:2x4,3x5,3,1; do
    AMPC_VERBOSE=1 AMPC_COVER=${run#*:} ./${run%:*} >out 2>err || { cat out; fails "$run"; }
    has err "-DAMPC_COVER "
done
for name in products_[0-9]*_2d planes_[0-9]*_3d; do
    grep -q "kernel $name .*groups cover blocks" err || { cat err; fails "$name does not cover blocks"; }
done

# Neighbours at once, where lines are aligned.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o beside "$TESTS/exec/covers_beside.ampc" -lm
for shape in 1x8,1x16,1,0,4 2x4,2x8,1,0,4; do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./beside >out 2>err || { cat out; fails "shape $shape, neighbours at once"; }
    has err "-DAMPC_UNIT=4"
done

# Variables of index<N>, in tiles too.
$AMPCC -O3 -ffp-contract=off -I"$TESTS/exec" -o indices "$TESTS/exec/indices.ampc"
for shape in $(some 1 2x4,3x5,3,1 4x4,2x4,4,0,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./indices >out 2>err || { cat out; fails "shape $shape, variables of index<N>"; }
    [ "$(grep -c 'groups cover blocks of' err)" -ge 3 ] || { cat err; fails "$shape: kernels as written"; }
done
$AMPCC --explain-kernel -O2 -I"$TESTS/exec" "$TESTS/exec/indices.ampc" >indices.txt
[ "$(grep -c "'a\[at\]' is fetched for the block and 4 rows and 2 columns around it" indices.txt)" = 1 ] || { cat indices.txt; fails "the same elements are fetched twice"; }

# Several chunks on their way without registers; on devices without such copies they are plain ones.
for shape in $(some 1 2x2,4x4,4,3 2x4,3x5,8,2,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./edge >out 2>err || { cat out; fails "shape $shape, at the edge"; }
    has err "-DAMPC_ASYNC="
done

# Four elements at once.
$AMPCC -O2 -ffp-contract=off -I"$TESTS/exec" -o units "$TESTS/exec/covers_units.ampc"
for shape in $(some 2 1x1,4x8,8,1,4 2x4,2x3,8,0,4 1x1,4x8,8,2,4); do
    AMPC_VERBOSE=1 AMPC_COVER=$shape ./units >out 2>err || { cat out; fails "shape $shape"; }
    has err "-DAMPC_UNIT=4"
    AMPC_COVER=$shape ./edge >out 2>&1 || { cat out; fails "shape $shape, at the edge"; }
done

# Counters at the ends of int.
$AMPCC -O2 -Wall -I"$TESTS/exec" -o rounds "$TESTS/exec/covers_rounds.ampc"
for shape in 1x1,4x4,4 1x2,2x4,5,2,4; do
    AMPC_COVER=$shape ./rounds >out 2>&1 || { cat out; fails "shape $shape, rounds"; }
done
$AMPCC -O2 --emit=cl -o units.cl "$TESTS/exec/covers_units.ampc"
has units.cl "AMPC_FOUR(ampc_four_int, "
cat >constant.ampc <<'A'
#include <amp.h>
enum { N = 40 };
int main(void)
{
    static float p[N * N], q[N * N];
    int wrong = 0;
    for (int k = 0; k < N * N; k++)
        p[k] = (float)(k % 17);
    constant_view<float, 2> a(N, N, p);
    array_view<float, 2> b(N, N, q);
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < N; k++)
            sum += a(i[0], k) * a(k, i[1]);
        b[i] = sum;
    });
    b.synchronize();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += p[i * N + k] * p[k * N + j];
            wrong += q[i * N + j] != sum;
        }
    return wrong != 0;
}
A
$AMPCC -O2 -ffp-contract=off -o constant constant.ampc
status 0 env AMPC_VERBOSE=1 AMPC_COVER=2x4,2x4,8,0,4 ./constant
has err "-DAMPC_UNIT=4"
lacks err "do not build"
# A directive ends with its line, wherever what stands behind it is in the source.
echo "#include <amp.h>" >line.ampc
for lines in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    echo "void f$lines(array_view<const float, 2> a, array_view<float, 2> b)"
    echo "{ parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { float sum = 0;"
    awk -v n=$lines 'BEGIN { while (n-- > 0) print "" }'
    echo "for (int k = 0; k < 9; k++) sum += a(i[0], k); b[i] = sum; }); }"
done >>line.ampc
$AMPCC -O2 --emit=cl -o line.cl line.ampc
[ "$(grep -c '#if AMPC_UNIT > 1' line.cl)" -ge 16 ] || fails "not all kernels have directives"
[ "$(grep -c '^ *#if AMPC_UNIT > 1[A-Z0-9_ &%=]*$' line.cl)" = "$(grep -c '#if AMPC_UNIT > 1' line.cl)" ] || fails "a directive does not end"

$AMPCC -O2 -I"$TESTS/exec" -o tallies "$TESTS/exec/tallies.ampc" -lm
AMPC_COVER=4x4,2x8,4 ./tallies >out 2>&1 || { cat out; fails "atomic functions of groups"; }

# Work-items that only fetch follow what is the same for all threads, and fetches come behind the group's own stores: on CPUs both would do without.
cat >line.ampc <<'A'
#include <amp.h>
void f(array_view<const float> v, array_view<float, 2> m, array_view<float> s)
{
    parallel_for_each(s.extent, [=](index<1> i) restrict(amp) {
        float sum = 0;
        m(i[0], 2) = 3;
        for (int k = 0; k < 64; k++)
            sum += m(i[0], k);
        s[i] = sum;
    });
    parallel_for_each(s.extent, [=](index<1> i) restrict(amp) {
        float all = 0;
        for (int k = 0; k < 64; k++)
            all += v[k];
        s[i] = all;
    });
}
A
$AMPCC -O2 --emit=cl -o line.cl line.ampc
[ "$(grep -c 'CLK_GLOBAL_MEM_FENCE' line.cl)" = 2 ] || fails "no fence before a fetch"
[ "$(grep -c 'if (ampc_live) AMPC_EACH_ROUND' line.cl)" = 1 ] || fails "work-items that only fetch do not follow"

# What is covered, and what is not; nothing without -O, or where the program chooses the groups.
cat >what.ampc <<'A'
#include <amp.h>
void f(array_view<const float, 2> a, array_view<float, 2> b, array_view<int> c)
{
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < 100; k++)
            sum += a(i[0], k) * a(k, i[1]);
        b[i] = sum;
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b[i] = a(i[1], i[0]); });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) {
        while (c[i] > 3)
            c[i] /= 2;
    });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) __attribute__((optnone)) { c[i] = expf(c[i]); });
    array_view<int> n(9), m(9);
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { atomic_fetch_inc(&n[c[i]]); });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { c[i] = atomic_fetch_inc(&n[0]); });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { atomic_fetch_inc(&n[c[i]]); c[i] = n[3]; });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { atomic_fetch_inc(&n[c[i]]); atomic_fetch_max(&n[0], 3); });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { atomic_exchange(&n[c[i]], 3); });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) {
        struct two { int x, y; } p = {i[0], 1}, q = {2, i[0]};
        switch (c[i]) { case 0: p = q; break; case 1: { struct two o = p; p = q; q = o; } break; default: q.x = 4; }
        for (int k = 0; k < 100; k++) c[i] += q.x * k + p.y;
    });
}
A
$AMPCC -O2 --explain-kernel what.ampc >explained
has explained "what.ampc:22: on GPUs as written: it copies a struct in a switch: 'p = q' (what.ampc:24)"
has explained "what.ampc:4: on GPUs a group covers a block of threads and fetches what its loops read"
has explained "what.ampc:10: on GPUs a group covers a block of threads"
has explained "what.ampc:11: on GPUs as written: neighbouring threads may run a loop differently: 'while (c[i] > 3) ...' (what.ampc:12)"
has explained "what.ampc:15: on CPUs as written: its lambda's attribute asks for that"
has explained "what.ampc:15: on GPUs as written: its lambda's attribute asks for that"
has explained "what.ampc:17: on GPUs a group covers a block of threads, with elements of its own for atomic functions"
has explained "what.ampc:18: on GPUs as written: it uses what an atomic function returns"
has explained "what.ampc:19: on GPUs as written: it has atomic functions of a view that it uses in other ways"
has explained "what.ampc:20: on GPUs as written: it has different atomic functions of one view"
has explained "what.ampc:21: on GPUs as written: it uses what an atomic function returns"
$AMPCC -O2 --emit=cl -o what.cl what.ampc
has what.cl "#ifdef AMPC_COVER"
$AMPCC -O2 -fno-optimize-kernels --emit=cl -o what.cl what.ampc
lacks what.cl "AMPC_COVER"
$AMPCC --emit=cl -o what.cl what.ampc
lacks what.cl "AMPC_COVER"

# Where groups meet, an element that one of the threads may store to does not say how all of them go on.
cat >alike.ampc <<'A'
#include <amp.h>
void f(array_view<const float, 2> a, array_view<float, 2> b, array_view<int> c)
{
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        for (int t = 0; t < 9; t++) {
            float sum = 0, least = b(0, 0);
            least *= 2;
            for (int k = 0; k < 100; k++)
                sum += a(i[0], k) * a(k, i[1]);
            b[i] = sum;
            if (least < 1)
                break;
        }
    });
    parallel_for_each(c.extent, [=](index<1> i) restrict(amp) {
        int from = 0;
        from += c[0];
        for (int t = from; t < 9; t++) {
            float sum = 0;
            for (int k = 0; k < 100; k++)
                sum += a(k, i[0]);
            c[i] = (int)sum;
        }
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
        for (int t = 0; t < c[0]; t++) {
            float sum = 0, first = b(0, 0);
            for (int k = 0; k < 100; k++)
                sum += a(i[0], k) * a(k, i[1]);
            b[i] = sum + first;
        }
    });
}
A
$AMPCC -O2 --explain-kernel alike.ampc >explained
has explained "alike.ampc:4: on GPUs as written: threads that fetch together go on as an element says that one of them may store to: 'least < 1' (alike.ampc:11)"
has explained "alike.ampc:15: on GPUs as written: threads that fetch together go on as an element says that one of them may store to: 't < 9' (alike.ampc:18)"
has explained "alike.ampc:25: on GPUs a group covers a block of threads and fetches what its loops read"
