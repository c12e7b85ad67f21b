#!/bin/sh
# Floating-point sums by atomic functions where the device has instructions for them (cl_ext_float_atomics): any device is told to say that it has, and
# gets functions that are not atomic and give 1000 and 2000. tests/exec/kernel_atomics*.ampc are about what real ones compute (PoCL 6 has some).
. "$TESTS/driver/lib.sh"
[ -f "$BUILD/tests/layer/faults.so" ] || fails "no layer"
cat >sums.ampc <<'A'
#include <amp.h>
#include <stdio.h>
int main(void)
{
    float to[4] = {1, 2, 3, 4};
    array_view<float> v(4, to);
    parallel_for_each(extent<1>(1).tile<1>(), [=](tiled_index<1> i) restrict(amp) {
        tile_static float own;
        own = 8;
        v[1] = atomic_fetch_add(&v[0], 2.5f);
        v[2] = atomic_fetch_add(&own, 0.5f);
        v[3] = own;
    });
    v.synchronize();
    return printf("%g %g %g %g\n", to[0], to[1], to[2], to[3]) < 0;
}
A
sed 's/atomic_fetch_add(&v\[0\], 2.5f)/v[0]/; s/atomic_fetch_add(&own, 0.5f)/own/' sums.ampc >plain.ampc
$AMPCC -O2 -o sums sums.ampc
$AMPCC -O2 -o plain plain.ampc
export AMPC_VERBOSE=1 AMPC_CACHE_DIR=off
status 0 ./sums
echo "3.5 1 8 8.5" | cmp - out

AMPC_VERBOSE=0 AMPC_DEVICE=emulator status 0 ./sums
echo "3.5 1 8 8.5" | cmp - out

# Those of the two memories have a scope each.
export OPENCL_LAYERS="$BUILD/tests/layer/faults.so" AMPC_FAULT_EXTENSION=cl_ext_float_atomics
export AMPC_FAULT_SOURCE='
#undef atomic_fetch_add_explicit
#undef __opencl_c_ext_fp32_local_atomic_add
#define __opencl_c_ext_fp32_global_atomic_add 1
#define __opencl_c_atomic_scope_device 1
#define memory_scope_device(p, v) (*(__global float *)(p) += (v), 1000)
#define memory_scope_work_group(p, v) (*(__local float *)(p) += (v), 2000)
#define atomic_fetch_add_explicit(p, v, order, scope) scope(p, v)
'
status 0 ./sums
echo "3.5 1000 8 8.5" | cmp - out
has err "-cl-std=CL3.0 -DAMPC_FLOAT_ATOMICS "
AMPC_FAULT_SOURCE="$AMPC_FAULT_SOURCE#define __opencl_c_ext_fp32_local_atomic_add 1
"
status 0 ./sums
echo "3.5 1000 2000 8.5" | cmp - out

# Programs without such sums stay as they are.
status 0 ./plain
has err "-cl-std=CL1.2 "
lacks err "AMPC_FLOAT_ATOMICS"
