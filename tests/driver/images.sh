#!/bin/sh
# Images of textures (runtime/image.c): they are there when they are asked for, and where there can be none, kernels read the
# buffer, without a word.
. "$TESTS/driver/lib.sh"
$AMPCC -O2 -I"$TESTS/exec" -o images "$TESTS/exec/texture_images.ampc"
export AMPC_VERBOSE=1
[ -z "$("$AMPCC" --devices | grep -v emulator)" ] && exit 77

# By default GPUs have them, CPUs have not.
AMPC_DEVICE=cpu status 0 timeout "$LIMIT" ./images
lacks err 'from an image'
AMPC_IMAGES=0 status 0 timeout "$LIMIT" ./images
lacks err 'from an image'
AMPC_IMAGES=1 status 0 timeout "$LIMIT" ./images
has err 'a texture of 1 x 37 x 53 elements of 4 bytes is sampled from an image'
has err '-DAMPC_IMAGES'
# What AMPC_VERIFY compares is exact.
AMPC_IMAGES=1 AMPC_VERIFY=1 status 0 timeout "$LIMIT" ./images
lacks err 'from an image'

# A texture is copied when it has changed: 4 launches, 2 changes.
cat >often.ampc <<'A'
#include <amp_graphics.h>
#include <stdio.h>
int main(void)
{
    float p[4] = {1, 2, 3, 4}, out[4] = {0};
    texture<float, 1> t(4, p, p + 4);
    texture_view<const float, 1> v(t);
    array_view<float> w(4, out);
    sampler s;
    for (int k = 0; k < 4; k++) {
        if (k == 2)
            copy(p, p + 4, t);
        parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] += v.sample(s, (i[0] + 0.5f) / 4); });
    }
    w.synchronize();
    printf("%g %g\n", out[0], out[3]);
    return 0;
}
A
$AMPCC -O1 -o often often.ampc
export AMPC_IMAGES=1 OPENCL_LAYERS=$BUILD/tests/layer/faults.so
AMPC_FAULT_COUNTS=counts.cl status 0 ./often
has out '4 16'
has counts.cl 'clEnqueueCopyBufferToImage 2'

# And when another unit's kernel, which samples nothing, has changed it again and again.
cat >fill.ampc <<'A'
#include <amp_graphics.h>
void fill(texture_view<float, 1> out, array_view<const float> first)
{
    parallel_for_each(extent<1>(4), [=](index<1> i) restrict(amp) { out.set(i, first[0] + i[0]); });
}
A
cat >filled.ampc <<'A'
#include <amp_graphics.h>
#include <stdio.h>
void fill(texture_view<float, 1> out, array_view<const float> first);
int main(void)
{
    texture<float, 1> t(4);
    texture_view<float, 1> out(t);
    texture_view<const float, 1> v(t);
    float numbers[1] = {0};
    array_view<float> first(1, numbers), w(4);
    sampler s;
    for (int k = 0; k < 5; k++) {
        parallel_for_each(first.extent, [=](index<1> i) restrict(amp) { first[i] = k; });
        fill(out, first);
        parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = v.sample(s, (i[0] + 0.5f) / 4); });
        printf("%g %g\n", w[0], w[3]);
    }
    return 0;
}
A
$AMPCC -O1 -o filled filled.ampc fill.ampc
status 0 ./filled
has out '4 7'

# Where an image, its format, its elements or a sampler cannot be had; and where it is too large (CL_DEVICE_IMAGE2D_MAX_WIDTH), or
# the device has none (CL_DEVICE_IMAGE_SUPPORT).
for fault in clCreateImage:1:-4 clCreateImage:2+:-6 clEnqueueCopyBufferToImage:1:-4 clEnqueueCopyBufferToImage:2+:-5 \
    clGetSupportedImageFormats:1:-5 clGetSupportedImageFormats:2+:-5 clCreateSampler:1:-6 clCreateSampler:1+:-5; do
    AMPC_FAULT=$fault status 0 ./often
    has out '4 16'
    lacks err 'ampc error'
done
AMPC_FAULT_INFO=0x1011=3 status 0 ./often
has err 'from its buffer: CL_INVALID_IMAGE_SIZE'
has out '4 16'
AMPC_FAULT_INFO=0x1016=0 status 0 ./often
lacks err 'sampled from'
has out '4 16'
