#!/bin/sh
# _Float16 becomes half, with the pragma that enables it; the text is OpenCL C, whether this machine's device has halves or not.
. "$TESTS/driver/lib.sh"
for name in kernel_half kernel_half_types; do
    status 0 $AMPCC -I"$TESTS/exec" --emit=cl "$TESTS/exec/$name.ampc" -o half.cl
    has half.cl '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'
    has half.cl 'half u_'
    if command -v clang >/dev/null; then
        status 0 clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target spir64-unknown-unknown -Wall -Werror -Wno-unused-function \
            -fsyntax-only half.cl
    fi
done
# Constants are rounded once, to what a half has.
cat >constants.ampc <<'C'
void f(array_view<_Float16> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = (_Float16)1e-3 + 0.1f16 + (_Float16)1.00048828125 + 65519.0f16 + 1e-7f16; });
}
C
status 0 $AMPCC --emit=cl constants.ampc -o constants.cl
has constants.cl '(half)0.0010004044f'
has constants.cl '(half)0.099975586f'
has constants.cl '(half)1.0f + (half)65504.0f + (half)1.1920929e-07f'
