#!/bin/sh
# Transfers through pinned memory by several threads (runtime/staging.c): of sizes around those of its chunks, both ways at once, with a driver as
# late as it may be, and where it fails.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
cat >moves.ampc <<'A'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum { MOST = 40000, THREADS = 4 };

// Bytes there and back, and something done to them there.
static int moves(int bytes, int seed)
{
    static _Thread_local unsigned char in[MOST + 1], out[MOST + 1];
    int wrong = 0;
    for (int k = 0; k <= MOST; k++) {
        in[k] = (unsigned char)(k * 7 + k / 250 + seed);
        out[k] = 0;
    }
    array<unsigned char> a(bytes);
    copy(in, a);
    parallel_for_each(a.extent, [=, &a](index<1> i) restrict(amp) { a[i] ^= 1; });
    copy(a, out);
    array_view<unsigned char> v(bytes, in);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] ^= 1; });
    v.synchronize();
    for (int k = 0; k <= MOST; k++) {
        int was = (unsigned char)(k * 7 + k / 250 + seed);
        wrong += out[k] != (k < bytes ? was ^ 1 : 0) || in[k] != (k < bytes ? was ^ 1 : was);
    }
    return wrong;
}

static void *work(void *seed)
{
    static const int sizes[] = {1, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2047, 2049, 4095, 4097, 8200, MOST};
    long wrong = 0;
    for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++)
        wrong += moves(sizes[k], (int)(long)seed);
    return (void *)wrong;
}

int main(void)
{
    pthread_t threads[THREADS];
    long wrong = (long)work(0);
    for (long k = 0; k < THREADS; k++)
        pthread_create(&threads[k], NULL, work, (void *)k);
    for (int k = 0; k < THREADS; k++) {
        void *result;
        pthread_join(threads[k], &result);
        wrong += (long)result;
    }
    printf("%ld wrong\n", wrong);
    return wrong != 0;
}
A
$AMPCC -O1 -o moves moves.ampc -pthread
export AMPC_NO_ZERO_COPY=1
for bytes in 0 256 1024 4000 1000000; do
    AMPC_STAGING=$bytes status 0 ./moves
    has out '0 wrong'
done
AMPC_STAGING=1024 AMPC_LATE=100 OPENCL_LAYERS=$BUILD/tests/layer/late.so status 0 timeout 100 ./moves
has out '0 wrong'
# From one device to another.
$AMPCC -O1 -I"$TESTS/exec" -o copies "$TESTS/exec/devices_copies.ampc" -pthread
for bytes in 64 1000; do
    POCL_DEVICES='pthread pthread' AMPC_STAGING=$bytes status 0 ./copies
done
POCL_DEVICES='pthread pthread' AMPC_STAGING=1000 AMPC_LATE=100 OPENCL_LAYERS=$BUILD/tests/layer/late.so status 0 ./copies
# A chunk that fails there, too.
POCL_DEVICES='pthread pthread' AMPC_FAULT=clEnqueueWriteBuffer:40+:-5 AMPC_STAGING=64 OPENCL_LAYERS=$BUILD/tests/layer/faults.so status 134 ./copies
has err ' bytes to '
# Without pinned memory transfers go as they do otherwise.
for fault in clEnqueueMapBuffer:1:-4 clCreateCommandQueue:3:-6; do
    AMPC_FAULT=$fault AMPC_STAGING=1024 OPENCL_LAYERS=$BUILD/tests/layer/faults.so status 0 ./moves
    has out '0 wrong'
done
# A chunk that fails is an error of the transfer.
AMPC_FAULT=clEnqueueWriteBuffer:9:-5 AMPC_STAGING=1024 OPENCL_LAYERS=$BUILD/tests/layer/faults.so status 134 ./moves
has err ' bytes to '
# Few bytes that a launch writes are read behind it: nothing else waits for it.
cat >behind.ampc <<'A'
#include <stdio.h>
enum { N = 64, ROUNDS = 50 };
int main(void)
{
    int out[N] = {0}, all[N] = {0}, own[N] = {0}, wrong = 0;
    array_view<int> v(N, out);
    array<int> a(N, out);
    for (int round = 1; round <= ROUNDS; round++) {
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
        wrong += round % 2 ? v[round] != round : (v.synchronize(), out[round] != round);
        parallel_for_each(a.extent, [=, &a](index<1> i) restrict(amp) { a[i] += 2; });
        copy(a, all);
        wrong += all[round] != 2 * round;
        {
            array_view<int> w(N, own);
            parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] += 3; });
        }
        wrong += own[round] != 3 * round;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
A
$AMPCC -O1 -o behind behind.ampc
AMPC_LATE=100 OPENCL_LAYERS=$BUILD/tests/layer/late.so status 0 timeout 100 ./behind
has out '0 wrong'
AMPC_FAULT_COUNTS=counts OPENCL_LAYERS=$BUILD/tests/layer/faults.so status 0 ./behind
has out '0 wrong'
has counts 'clEnqueueReadBuffer 150'
[ "$(sed -n 's/^clFinish //p' counts)" -le 5 ] || { cat counts; fails "waits, too"; }
# So it is where the device works in the host's memory, which the read gives back to the host.
AMPC_NO_ZERO_COPY= AMPC_LATE=100 OPENCL_LAYERS=$BUILD/tests/layer/late.so status 0 timeout 100 ./behind
has out '0 wrong'
AMPC_NO_ZERO_COPY= AMPC_LATE=100 AMPC_LATE_SHARED=1 OPENCL_LAYERS=$BUILD/tests/layer/late.so status 0 timeout 100 ./behind
has out '0 wrong'
AMPC_NO_ZERO_COPY= AMPC_FAULT_COUNTS=counts OPENCL_LAYERS=$BUILD/tests/layer/faults.so status 0 ./behind
has out '0 wrong'
has counts 'clEnqueueReadBuffer 150'
[ "$(sed -n 's/^clFinish //p' counts)" -le 5 ] || { cat counts; fails "waits, too"; }
