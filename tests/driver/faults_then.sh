#!/bin/sh
# A continuation behind a kernel whose event does not say how far it is: the driver's callback starts it, and the program ends.
. "$TESTS/driver/lib.sh"
cat >late.ampc <<'A'
#include <amp.h>
#include <stdio.h>
int main(void)
{
    static unsigned a[4];
    array_view<unsigned> v(4, a);
    int rounds = 30000000;
    completion_future f = parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        unsigned s = i[0];
        for (int k = 0; k < rounds; k++)
            s = s * 1664525 + k;
        v[i] = s;
    });
    f.then([=]() { puts("then"); });
    return 0;
}
A
$AMPCC -O2 -o late late.ampc
export OPENCL_LAYERS="$BUILD/tests/layer/faults.so"
for call in 1 2 3; do
    AMPC_FAULT=clGetEventInfo:$call+:-5 status 0 timeout -s KILL 60 ./late
    echo then | cmp - out
done

# Continuations that wait for others, where no thread can be made but for the first ones: they are run by those that wait, or refused.
. "$TESTS/layer/lib.sh"
cat >nested.c <<'C'
#include <ampc.h>
#include <stdio.h>
static int calls; /* atomic */
static ampc_future done;
static void deeper(void *left)
{
    int *n = left;
    int below = *n - 1;
    if (*n > 0)
        ampc_future_get(ampc_future_then(done, deeper, &below));
    __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
}
int main(void)
{
    int a[4] = {0}, depth = 9, none = 0;
    ampc_view1 v;
    ampc_view_create(&v.v, 1, (const int[]){4}, sizeof *a, a, 0);
    done = ampc_view_synchronize_async(&v.v);
    ampc_future_get(done);
    ampc_future first = ampc_future_then(done, deeper, &depth);
    ampc_future_get(ampc_future_then(first, deeper, &none));
    ampc_view_release(&v.v);
    printf("%d calls\n", __atomic_load_n(&calls, __ATOMIC_SEQ_CST));
    return 0;
}
C
program nested nested.c
for call in 2 3 5 99; do
    AMPC_DEVICE=emulator AMPC_FAULT_LIBC=pthread_create:$call+:11 status 0 timeout -s KILL 60 ./nested
    echo "11 calls" | cmp - out
done
