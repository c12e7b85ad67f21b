#!/bin/sh
# A device is not asked for the binaries of kernels while launches run: PoCL compiles for them then, and takes that for what it runs. The
# program waits for its first launch while the second one is running; both are stored in the end, and the second process builds nothing.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
cat >running.ampc <<'A'
#include <amp.h>
using namespace concurrency;
int main(void)
{
    static int first[20000], second[64];
    array_view<int> a(first), b(second);
    amp_algorithms::fill(b, 0);
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = i[0]; });
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { atomic_fetch_inc(&b[i[0] % 64]); });
    int wrong = a(7) != 7;
    amp_algorithms::histogram(a.section(0, 64), b);
    wrong += a(8) != 8;
    return wrong + (b(9) != 1);
}
A
$AMPCC -O2 -o running running.ampc || fails "compiling"
for run in 1 2 3 4 5 6 7 8 9 10; do
    export AMPC_CACHE_DIR=$PWD/cache.$run POCL_CACHE_DIR=$PWD/pocl.$run
    status 0 ./running
    lacks err "Assertion"
done
AMPC_VERBOSE=1 ./running >log 2>&1 || { cat log; fails "the second process"; }
lacks log "built in"
lacks log "(null)"
