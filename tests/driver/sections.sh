#!/bin/sh
# Sections with gaps packed by a kernel on their device (runtime/pack.c, section.c): what moves, where elements go, also with a driver as late as
# it may be, through pinned memory, between two devices, and what happens where there is no kernel or no memory for it.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
export AMPC_NO_ZERO_COPY=1 AMPC_PACK=1 POCL_DEVICES='pthread pthread'
late=$BUILD/tests/layer/late.so faults=$BUILD/tests/layer/faults.so
$AMPCC -O1 -I"$TESTS/exec" -o sections "$TESTS/exec/sections.ampc" -pthread
$AMPCC -O1 -I"$TESTS/exec" -o halos "$TESTS/exec/halos.ampc"
for program in sections halos; do
    status 0 ./$program
    AMPC_PACK=0 status 0 ./$program
    AMPC_STAGING=512 status 0 ./$program
    AMPC_DEVICE=emulator status 0 ./$program
    AMPC_LATE=100 OPENCL_LAYERS=$late status 0 timeout 100 ./$program
done

# The columns and faces of arrays of rank 2 to 4, larger than what is packed at once (32 MiB), with elements of 1, 2 and 12 bytes; inside of the
# array and to another one. Prints how many elements are wrong and the bytes that moved.
cat >large.ampc <<'A'
#include <ampc.h>
#include <stdio.h>
#include <stdlib.h>
enum { PACKED = 32 << 20 };
typedef struct { int a, b, c; } three;
#define LARGE(name, T, N, from, extents, at)                                                                            \
    static int name(extent<N> e, index<N> from, extent<N> part, index<N> at)                                            \
    {                                                                                                                   \
        array<T, N> a(e), b(e);                                                                                         \
        array_view<T, N> v = a, w = b;                                                                                  \
        size_t count = (size_t)part.size(), bytes = count * sizeof(T);                                                  \
        unsigned char *memory = malloc(bytes), *again = malloc(bytes);                                                  \
        for (size_t k = 0; k < bytes; k++)                                                                              \
            memory[k] = (unsigned char)(k * 7 + k / 251);                                                               \
        parallel_for_each(e, [=](index<N> i) restrict(amp) { T none = {0}; v[i] = none; w[i] = none; });                \
        ampc_wait();                                                                                                    \
        ampc_counters_reset();                                                                                          \
        copy((T *)memory, v.section(from, part));                                                                       \
        copy(v.section(from, part), w.section(at, part));                                                               \
        array_view<T, N> to = bytes < PACKED ? w : v; /* within one array, while there is memory for all of it */        \
        copy(w.section(at, part), to.section(from, part));                                                              \
        copy(to.section(from, part), (T *)again);                                                                       \
        ampc_counters c;                                                                                                \
        ampc_counters_get(&c);                                                                                          \
        int wrong = c.upload_bytes != bytes || c.download_bytes != bytes;                                               \
        for (size_t k = 0; k < bytes; k++)                                                                              \
            wrong += memory[k] != again[k];                                                                             \
        free(memory);                                                                                                   \
        free(again);                                                                                                    \
        return wrong;                                                                                                   \
    }
LARGE(chars, char, 2, from, part, at)
LARGE(shorts, short, 3, from, part, at)
LARGE(threes, three, 2, from, part, at)
LARGE(ints, int, 4, from, part, at)
int main(void)
{
    printf("%d chars", chars(extent<2>(9000, 5001), index<2>(0, 1), extent<2>(9000, 4000), index<2>(0, 1000)));
    printf(", %d shorts", shorts(extent<3>(3, 3000, 201), index<3>(0, 5, 1), extent<3>(2, 2900, 99), index<3>(1, 7, 100)));
    printf(", %d threes", threes(extent<2>(3000, 300), index<2>(10, 0), extent<2>(2000, 1), index<2>(11, 299)));
    printf(", %d ints wrong\n", ints(extent<4>(9, 8, 70, 60), index<4>(1, 1, 1, 1), extent<4>(7, 6, 68, 1), index<4>(2, 1, 0, 59)));
    return 0;
}
A
$AMPCC -O1 -o large large.ampc
AMPC_FAULT_COUNTS=counts OPENCL_LAYERS=$faults status 0 ./large
has out '0 chars, 0 shorts, 0 threes, 0 ints wrong'
lacks counts BufferRect

# No program, or no memory: the driver's boxes do it; a launch that fails is an error of the copy.
cat >column.ampc <<'A'
#include <stdio.h>
enum { ROWS = 50, COLS = 30 };
int main(void)
{
    int out[ROWS], wrong = 0;
    array<int, 2> a(ROWS, COLS);
    array_view<int, 2> v = a;
    parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = i[0] * 100 + i[1]; });
    copy(v.section(0, 7, ROWS, 1), out);
    for (int k = 0; k < ROWS; k++)
        wrong += out[k] != k * 100 + 7;
    copy(out, v.section(0, 9, ROWS, 1));
    copy(v.section(0, 9, ROWS, 1), out);
    for (int k = 0; k < ROWS; k++)
        wrong += out[k] != k * 100 + 7;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
A
$AMPCC -O1 -o column column.ampc
export AMPC_CACHE_DIR=off
AMPC_FAULT_COUNTS=counts OPENCL_LAYERS=$faults status 0 ./column
has counts 'clBuildProgram 2'
has counts 'clEnqueueNDRangeKernel 4'
lacks counts BufferRect
for fault in clBuildProgram:2:-11 clCreateKernel:2:-5 clCreateBuffer:2+:-4; do
    AMPC_VERBOSE=1 AMPC_FAULT_COUNTS=counts AMPC_FAULT=$fault OPENCL_LAYERS=$faults status 0 ./column
    has out '0 wrong'
    has counts 'clEnqueueReadBufferRect 2'
done
AMPC_FAULT=clBuildProgram:2:-11 AMPC_VERBOSE=1 OPENCL_LAYERS=$faults status 0 ./column
has err 'sections are not packed on '
for fault in clEnqueueNDRangeKernel:2:-5 clSetKernelArg:9:-48; do
    AMPC_FAULT=$fault OPENCL_LAYERS=$faults status 134 ./column
    has err 'fetching 200 bytes from '
done
AMPC_FAULT=clEnqueueNDRangeKernel:3:-5 OPENCL_LAYERS=$faults status 134 ./column
has err 'copying 200 bytes to '
