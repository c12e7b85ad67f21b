#!/bin/sh
# What OpenCL promises, and no more: the layer of tests/layer/late.c is as late as a driver may be. The runner has all programs of
# tests/exec run under it, and coherence.sh its random ones.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
export OPENCL_LAYERS=$BUILD/tests/layer/late.so

# The layer is what it says: a write that blocks is not done yet, queues do not know each other, commands begin with a flush.
cat >raw.c <<'C'
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <unistd.h>
static int status_of(cl_event e)
{
    cl_int status = -1;
    clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status;
}
int main(void)
{
    cl_platform_id p;
    cl_device_id d;
    if (clGetPlatformIDs(1, &p, NULL) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL))
        return 1;
    cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
    cl_command_queue one = clCreateCommandQueue(c, d, 0, NULL), other = clCreateCommandQueue(c, d, 0, NULL);
    int old = 1, new = 2, before = 0, after = 0;
    cl_mem m = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof old, &old, NULL);
    cl_event may = clCreateUserEvent(c, NULL), e;
    clEnqueueWriteBuffer(one, m, CL_TRUE, 0, sizeof new, &new, 1, &may, &e);
    new = 3; /* the write has taken its bytes */
    clEnqueueReadBuffer(other, m, CL_TRUE, 0, sizeof before, &before, 0, NULL, NULL);
    clSetUserEventStatus(may, CL_COMPLETE);
    clWaitForEvents(1, &e);
    clEnqueueReadBuffer(other, m, CL_TRUE, 0, sizeof after, &after, 0, NULL, NULL);
    printf("%s: %d %d\n", before == 1 ? "late" : "early", before, after);
    clReleaseEvent(e);
    clReleaseEvent(may);
    clEnqueueMarkerWithWaitList(one, 0, NULL, &e);
    usleep(100000);
    before = status_of(e);
    clFlush(one);
    clFinish(one);
    printf("%s: %d\n", before > CL_COMPLETE ? "waits" : "begun", status_of(e));
    clReleaseEvent(e);
    clReleaseMemObject(m);
    clReleaseCommandQueue(one);
    clReleaseCommandQueue(other);
    clReleaseContext(c);
    return 0;
}
C
cc $SANITIZE -Wall -o raw raw.c -lOpenCL
AMPC_LATE=1000 status 0 timeout 60 ./raw
has out 'late: 1 2'
has out 'waits: 0'

# A launch has its data, however small they are and however soon it comes, and begins without anybody waiting for it.
cat >soon.ampc <<'A'
#include <stdio.h>
enum { N = 6, ROUNDS = 12 };
int main(void)
{
    int in[N] = {0}, out[N] = {0}, wrong = 0;
    array_view<int> v(N, in), w(N, out);
    for (int round = 1; round <= ROUNDS; round++) {
        for (int k = 0; k < N; k++)
            v[k] = round * 10 + k;
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { w[i] = v[i] + 1; });
        array<int> a(N, in), b(a);
        parallel_for_each(v.extent, [=, &b](index<1> i) restrict(amp) { b[i] += w[i]; });
        int sum[N];
        copy(b, sum);
        for (int k = 0; k < N; k++)
            wrong += sum[k] != 2 * (round * 10 + k) + 1;
    }
    printf("%d wrong\n", wrong);
    return 0;
}
A
$AMPCC -O1 -o soon soon.ampc
for memory in 0 1; do
    AMPC_NO_ZERO_COPY=$memory AMPC_LATE=20000 status 0 timeout 60 ./soon
    has out '0 wrong'
done
cat >begins.ampc <<'A'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    static int a[64];
    volatile int *seen = a; /* the device works in this memory, or nothing is to be seen here */
    array_view<int> v(64, a);
    accelerator device;
    if (!device.supports_cpu_shared_memory) {
        puts("began, for all that can be seen");
        return 0;
    }
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 7; });
    for (int k = 0; k < 2000 && seen[63] != 7; k++)
        usleep(10000);
    puts(seen[63] == 7 ? "began" : "waits");
    return 0;
}
A
$AMPCC -O1 -o begins begins.ampc
status 0 ./begins
has out began

# A kernel that fails while nobody waits for its event: clFinish knows nothing of it, the event does.
cat >fails.ampc <<'A'
#include <ampc.h>
#include <stdio.h>
#include <string.h>
static int told;
static void note(ampc_error code, const char *text, const char *file, int line, void *user)
{
    told += code == AMPC_ERROR_RUNTIME_EXCEPTION && strstr(text, "CL_INVALID_WORK_GROUP_SIZE");
    fprintf(stderr, "%s\n", text);
    (void)file, (void)line, (void)user;
}
int main(int argc, char **argv)
{
    int a[6] = {0};
    array_view<int> v(6, a);
    ampc_set_error_handler(note, NULL);
    for (int k = 0; k < 3; k++)
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    if (argc > 1 && strcmp(argv[1], "end") == 0)
        return 0;
    ampc_wait();
    v.synchronize();
    printf("%d told, %d\n", told, a[5]);
    return 0;
}
A
$AMPCC -O1 -o fails fails.ampc
for memory in 0 1; do
    export AMPC_NO_ZERO_COPY=$memory AMPC_FAULT=clEnqueueNDRangeKernel:2:-54
    OPENCL_LAYERS=$BUILD/tests/layer/faults.so:$OPENCL_LAYERS status 0 timeout 60 ./fails
    has out '1 told, 2'
    OPENCL_LAYERS=$BUILD/tests/layer/faults.so:$OPENCL_LAYERS status 0 timeout 60 ./fails end
    has err CL_INVALID_WORK_GROUP_SIZE
    unset AMPC_NO_ZERO_COPY AMPC_FAULT
done

# Sections of a view that move beside a launch on another section: tests/exec/waits.ampc, where nothing but the library orders them.
$AMPCC -O2 -I"$TESTS/exec" -o waits "$TESTS/exec/waits.ampc"
AMPC_DEVICE=emulator AMPC_NO_ZERO_COPY=1 status 0 ./waits apart

# Who waits for a future asks its event, and so does the library for what follows it: a driver's callback may come long after that.
cat >futures.ampc <<'A'
#include <ampc.h>
#include <stdio.h>
#include <unistd.h>
enum { ROUNDS = 40 };
int main(void)
{
    static int more, alone; // alone: atomic
    int a[8] = {0};
    array_view<int> v(8, a);
    accelerator_view on = accelerator().default_view;
    for (int k = 0; k < ROUNDS; k++) {
        completion_future f = parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
        switch (k % 5) {
        case 0:
            f.get();
            break;
        case 1:
            while (!ampc_future_is_ready(f))
                ;
            break;
        case 2:
            f.then([] { more++; }).get();
            break;
        case 3:
            f.then([] { __atomic_add_fetch(&alone, 1, __ATOMIC_SEQ_CST); });
            while (__atomic_load_n(&alone, __ATOMIC_SEQ_CST) <= k / 5)
                usleep(50);
            break;
        default:
            on.create_marker().wait();
        }
    }
    v.synchronize_async().get();
    printf("%d, %d more, %d alone\n", a[7], more, alone);
    return 0;
}
A
$AMPCC -O1 -o futures futures.ampc
for memory in 0 1; do # by the callbacks one after the other they would take 200 s, those alone 40
    AMPC_NO_ZERO_COPY=$memory AMPC_LATE_CALLBACKS=5000 status 0 timeout 35 ./futures
    has out '40, 8 more, 8 alone'
done

# The library's own programs, where shared memory is elsewhere.
unset AMPC_DEVICE
for unit in home array cl; do
    AMPC_LATE=50 AMPC_LATE_SHARED=1 status 0 "$BUILD/tests/unit/runtime_$unit"
done

# The layer knows every command that the library gives.
sed -n 's/^ *{ENTRY(\(clEnqueue[A-Za-z]*\)).*/\1/p' "$TESTS/../runtime/opencl.c" >used
[ "$(wc -l <used)" -gt 5 ] || fails "no commands are used"
while read -r name; do has "$TESTS/layer/late.c" "above.$name = "; done <used
