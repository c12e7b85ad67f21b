#!/bin/sh
# AMPC_TUNE: launches of the program measure candidates, each launch is run once, the winner is kept beside the built programs.
. "$TESTS/driver/lib.sh"
export AMPC_CACHE_DIR="$PWD/cache"
cat >tune.ampc <<'A'
#include <amp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 96 };
static unsigned a[N * N], many[4][N * N];
static int rounds;
/* What a launch does depends on the one before. */
static void *work(void *to)
{
    array_view<const unsigned, 2> from(N, N, a);
    array_view<unsigned, 2> sums(N, N, (unsigned *)to);
    for (int r = 0; r < rounds; r++)
        parallel_for_each(sums.extent, [=](index<2> i) restrict(amp) {
            unsigned sum = sums[i];
            for (int k = 0; k < N; k++)
                sum += from(i[0], k) * from(k, i[1]) + (sum >> 3);
            sums[i] = sum;
        });
    sums.synchronize();
    return NULL;
}
int main(int argc, char **argv)
{
    unsigned hash = 0;
    pthread_t threads[4];
    rounds = atoi(argv[1]);
    for (int k = 0; k < N * N; k++)
        a[k] = (unsigned)k * 2654435761u >> 20;
    if (argc > 2)
        for (int k = 0; k < 4; k++)
            pthread_create(&threads[k], NULL, work, many[k]);
    else
        work(many[0]);
    for (int k = 0; k < 4 && argc > 2; k++)
        pthread_join(threads[k], NULL);
    for (int k = 0; k < 4 * N * N; k++)
        hash = hash * 31 + many[k / (N * N)][k % (N * N)];
    parallel_for_each(extent<1>(64).tile<8>(), [=](tiled_index<8> i) restrict(amp) {});
    return printf("%u\n", hash) < 0;
}
A
$AMPCC -O2 -pthread -o tune tune.ampc
AMPC_TUNE=0 ./tune 60 >want 2>/dev/null
AMPC_TUNE=0 ./tune 20 threads >want_threads

# Too few launches: nothing is kept. Then enough.
status 0 env AMPC_TUNE=1 AMPC_VERBOSE=1 ./tune 3
lacks err "tuned"
status 0 env AMPC_TUNE=1 AMPC_VERBOSE=1 ./tune 60
cmp out want
has err "tuning kernel work_14: as written: "
has err "tuned kernel work_14 for "
[ "$(grep -c 'tuned kernel' err)" = 1 ] || fails "tuned twice"

# The next process takes the winner at once, unless it is told not to.
for how in "" AMPC_TUNE=1; do
    status 0 env $how AMPC_VERBOSE=1 ./tune 60
    cmp out want
    has err "kernel work_14 was tuned for "
    lacks err "tuning"
done
status 0 env AMPC_TUNE=0 AMPC_VERBOSE=1 ./tune 60
lacks err "tuned"

# Damaged files are none, and so are those of other kernels.
for f in cache/*.bin; do
    printf 'x' | dd of="$f" bs=1 seek=$(($(wc -c <"$f") - 1)) conv=notrunc 2>/dev/null
done
status 0 env AMPC_VERBOSE=1 ./tune 60
cmp out want
lacks err "tuned"
sed 's/>> 3/>> 4/' tune.ampc >other.ampc
status 0 env AMPC_TUNE=1 ./tune 60
$AMPCC -O2 -pthread -o other other.ampc
status 0 env AMPC_VERBOSE=1 ./other 60
lacks err "tuned"

# Without a folder for it; by several threads; not where checks or the emulator run other text.
status 0 env AMPC_CACHE_DIR=off AMPC_TUNE=1 AMPC_VERBOSE=1 ./tune 60
cmp out want
has err "tuned kernel work_14 for "
rm -rf cache
status 0 env AMPC_TUNE=1 AMPC_VERBOSE=1 ./tune 20 threads
cmp out want_threads
has err "tuned kernel work_14 for "
for how in AMPC_CHECK=1 AMPC_DEVICE=emulator AMPC_COVER=4x4,2x8,16; do
    status 0 env "$how" AMPC_TUNE=1 AMPC_VERBOSE=1 ./tune 2
    lacks err "tuned"
    lacks err "tuning"
done

# Kernels with tallies are built for the extents of a launch's views: these are not tuned, and take the shape that they have otherwise.
cat >tally.ampc <<'A'
#include <amp.h>
enum { N = 1 << 16 };
static int a[N], bins[16];
int main(void)
{
    int wrong = 0;
    array_view<const int> from(N, a);
    array_view<int> to(16, bins);
    for (int r = 0; r < 8; r++)
        parallel_for_each(from.extent, [=](index<1> i) restrict(amp) {
            atomic_fetch_inc(&to[from[i] & 15]);
        });
    to.synchronize();
    for (int k = 0; k < 16; k++)
        wrong += bins[k] != (k ? 0 : 8 * N);
    return wrong != 0;
}
A
$AMPCC -O2 -o tally tally.ampc
status 0 env AMPC_TUNE=1 AMPC_VERBOSE=1 ./tally
lacks err "do not build"
has err "-DAMPC_COVER "
