#!/bin/sh
# What a launch checks, on devices with the limits that the layer gives them: one error each, at the construct, with the numbers.
. "$TESTS/driver/lib.sh"
. "$TESTS/layer/lib.sh"
cat >limits.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
static int small[64], large[100][100];
static const int TS = 16;
int main(int argc, char **argv)
{
    int which = argc > 1 ? atoi(argv[1]) : 0, n = argc > 2 ? atoi(argv[2]) : 0;
    double factor = 0.5;
    struct { int at[20]; } table = {{1, 2, 3}};
    array_view<int, 1> v(64, small);
    array_view<int, 2> w(100, n > 0 && n <= 100 ? n : 100, large);
    switch (which) {
    case 0: parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) { v[i] = 1; }); break;
    case 1: parallel_for_each(extent<2>(4, n), [=](index<2> i) restrict(amp) { w[i] = 1; }); break;
    case 2: parallel_for_each(w.extent.tile<4, TS>(), [=](tiled_index<4, TS> t) restrict(amp) { w[t.global] = 1; }); break;
    case 3: parallel_for_each(w.extent.tile<4, TS>().pad(), [=](tiled_index<4, TS> t) restrict(amp) {
            if (w.extent.contains(t.global))
                w[t.global] = 1;
        });
        break;
    case 4: parallel_for_each(v.extent.tile<TS>(), [=](tiled_index<TS> t) restrict(amp) __attribute__((optnone)) { // a tile is a group
            tile_static int part[512];
            part[t.local[0]] = t.local[0];
            t.barrier.wait();
            v[t.global] = part[15 - t.local[0]];
        });
        break;
    case 5: parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = table.at[i[0] % 3]; }); break;
    case 6: parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = (int)(i[0] * factor); }); break;
    case 7: parallel_for_each(extent<3>(n, n, n), [=](index<3> i) restrict(amp) { v[i[0] % 64] = w(0, 0) + i[1]; }); break;
    case 8: parallel_for_each(extent<1>(0x7fffffff).tile<TS>().pad(), [=](tiled_index<TS> t) restrict(amp) { v[t.local] = 1; }); break;
    }
    v.synchronize();
    w.synchronize();
    printf("done %d %d\n", small[3], large[99][99]);
    return 0;
}
A
$AMPCC -O1 -Wno-view-race -o limits limits.ampc
export OPENCL_LAYERS="$LAYER"
# refused TEXT ARGUMENT...: the program ends with one error, of a launch, that has the text.
refused() {
    text=$1
    shift
    status 134 ./limits "$@"
    has err "$text"
    [ "$(grep -c 'ampc error' err)" = 1 ] || { cat err; fails "more than one error"; }
    grep -qE '^limits\.ampc:(14|15|16|17|22|29|30|31|32): ampc error: ' err || { cat err; fails "the error of another place"; }
    [ ! -s out ] || fails "the program went on"
}
# With the limits that the device has.
refused 'invalid_compute_domain: extent[0] = 0 is not positive' 0 0
refused 'invalid_compute_domain: extent[0] = -3 is not positive' 0 -3
refused 'invalid_compute_domain: extent[1] = -1 is not positive' 1 -1
refused 'invalid_compute_domain: extent[1] = 100 is not divisible by tile size 16; use pad() or truncate()' 2
refused 'invalid_compute_domain: the domain has more than 4294967295 threads' 7 2048
refused 'invalid_compute_domain: pad() of extent 2147483647 to a multiple of 16 is more than an int holds' 8
for which in 0 1 3 4 5 6; do
    status 0 ./limits $which 10
    has out done
done

# limit NUMBER=VALUE,...: of the device from now on; the numbers are CL/cl.h's.
limit() { export AMPC_FAULT_INFO="$1"; }
limit 0x1023=1024 # CL_DEVICE_LOCAL_MEM_SIZE
refused 'unsupported_feature: kernel main_22 needs 2048 bytes of tile_static memory, ' 4
has err ' has 1024'
limit 0x1023=2176 # drivers may need some of it themselves
status 0 ./limits 4
# The objects of functions count, those in other files too: 64 + 40 bytes, and 128 of the object that files share.
cat >far.ampc <<'A'
void far(int *p, tiled_index<16> t) restrict(amp)
{
    tile_static int cells[17];
    cells[t.local[0] + 1] = *p;
    t.barrier.wait();
    *p = cells[16 - t.local[0]];
}
A
cat >near.ampc <<'A'
#include <stdio.h>
void far(int *p, tiled_index<16> t) restrict(amp);
static void next(int *p, tiled_index<16> t) restrict(amp)
{
    tile_static int cells[10];
    if (t.local[0] < 10)
        cells[t.local[0]] = *p;
    t.barrier.wait();
    *p += cells[t.local[0] % 10];
}
int main(int argc, char **argv)
{
    int data[16] = {argc};
    array_view<int, 1> v(16, data);
    parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        tile_static int own[16];
        int *p = &v[t.global];
        own[t.local[0]] = *p;
        t.barrier.wait();
        *p = own[15 - t.local[0]];
#ifdef FAR
        far(p, t);
#else
        next(p, t);
#endif
    });
    v.synchronize();
    printf("done %d\n", data[0]);
}
A
$AMPCC -o near near.ampc
$AMPCC -DFAR -o far near.ampc far.ampc
for needs in near:104 far:192; do
    limit 0x1023=${needs#*:}
    status 0 "./${needs%:*}"
    limit 0x1023=$((${needs#*:} - 1))
    status 134 "./${needs%:*}"
    has err "near.ampc:15: ampc error: unsupported_feature: kernel main_15 needs ${needs#*:} bytes of tile_static memory, "
done
limit 0x1004=15 # CL_DEVICE_MAX_WORK_GROUP_SIZE
refused 'unsupported_feature: kernel main_22 has tiles of 16 threads, ' 4
has err ' takes at most 15'
limit 0x11B0=8 # CL_KERNEL_WORK_GROUP_SIZE: true only if the launch says so, too
status 0 ./limits 4
has out done
for code in -54 -5; do # CL_INVALID_WORK_GROUP_SIZE, CL_OUT_OF_RESOURCES
    AMPC_FAULT=clEnqueueNDRangeKernel:1:$code refused 'unsupported_feature: kernel main_22 has tiles of 16 threads, ' 4
    has err ' takes at most 8'
done
limit 0x11B0=16
AMPC_FAULT=clEnqueueNDRangeKernel:1:-54 refused 'runtime_exception: launching kernel main_22 on ' 4
has err CL_INVALID_WORK_GROUP_SIZE
limit 0x1005=12 # CL_DEVICE_MAX_WORK_ITEM_SIZES
refused 'unsupported_feature: kernel main_17 has tile size 16 in dimension 1, ' 3
has err ' takes at most 12'
limit 0x1017=64 # CL_DEVICE_MAX_PARAMETER_SIZE
refused 'unsupported_feature: the captures of kernel main_29 take ' 5
has err ' takes at most 64'
limit 0x1032=0,0x1030=0 # CL_DEVICE_DOUBLE_FP_CONFIG, CL_DEVICE_EXTENSIONS
refused 'unsupported_feature: kernel main_30 needs double precision, which ' 6
limit 0x1010=128 # CL_DEVICE_MAX_MEM_ALLOC_SIZE
AMPC_FAULT=clCreateBuffer:1:-61 refused 'out_of_memory: a buffer of 256 bytes on ' 0 64
has err ', which takes 128 at most: CL_INVALID_BUFFER_SIZE'
# The simple form has no work-group of its own: it fits every device.
limit 0x1004=1,0x1005=1,0x11B0=1
status 0 ./limits 0 10
has out 'done 1 0'
limit 0x11B0=3,0x1005=5
status 0 ./limits 1 10
has out 'done 0 0'
for code in -54 -5; do
    AMPC_FAULT=clEnqueueNDRangeKernel:1:$code status 0 ./limits 1 10
    has out 'done 0 0'
done
AMPC_FAULT=clEnqueueNDRangeKernel:1+:-54 refused 'runtime_exception: launching kernel main_15 on ' 1 10
# No device, a device without a compiler.
# unfit PROPERTY=VALUE WHY: the only device cannot be used.
unfit() {
    limit "$1"
    status 134 ./limits 0 10
    has err "ampc error: runtime_exception: looking for accelerators failed: a device of Portable Computing Language: $2"
}
unfit 0x1027=0 'it is not available'
unfit 0x1028=0 'it has no compiler'
unfit 0x1026=0 "its order of bytes is not the host's"  # CL_DEVICE_ENDIAN_LITTLE
unfit 0x102F=0x206465766e612020 'it does not have OpenCL 1.2' # CL_DEVICE_VERSION
# rusticl (CL_PLATFORM_NAME) 22.3.6 and 25.0.7 (CL_DRIVER_VERSION)
rusticl=0x902=0x6c636974737572
limit $rusticl,0x102D=0x362e332e3232
status 134 ./limits 0 10
has err 'looking for accelerators failed: a device of rusticl: its driver is older than Mesa 24, and its results are wrong'
AMPC_DEVICE=emulator status 0 ./limits 0 10
lacks err Mesa
limit $rusticl,0x102D=0x372e302e3532
status 0 ./limits 0 10
unset AMPC_FAULT_INFO

# A lost device: accelerator_view_removed, unless all was done before.
AMPC_FAULT_COUNTS=counts status 0 ./limits 0 64
for call in $(seq 1 7 "$(sed -n 's/^any //p' counts)"); do
    got=0
    AMPC_FAULT=any:$call+:-2 ./limits 0 64 >out 2>err || got=$?
    [ $got = 0 ] && [ "$(cat out)" = "done 1 0" ] && continue
    [ $got = 134 ] && [ "$(grep -c 'ampc error' err)" = 1 ] || { cat err; fails "lost at call $call: exit status $got"; }
    grep -qE 'ampc error: (accelerator_view_removed|runtime_exception: looking for accelerators failed): ' err ||
        { cat err; fails "lost at call $call: another error"; }
done
