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
