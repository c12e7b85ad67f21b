#!/bin/sh
# -ffast-math, the options it consists of and -ffp-contract reach the kernels; without them nothing relaxed is asked for.
. "$TESTS/driver/lib.sh"

# options TEXT OPTION...: with these options of ampcc the device's compiler gets those.
options() {
    text=$1
    shift
    $AMPCC "$@" -o prog sum.ampc
    AMPC_VERBOSE=1 ./prog >out 2>err
    case $text in
    "") lacks err " -cl-fast" && lacks err " -cl-unsafe" && lacks err " -cl-finite" && lacks err " -cl-no-signed" ;;
    *) has err " $text" ;;
    esac
}

options ""
options "" -ffast-math -fno-fast-math
options -cl-fast-relaxed-math -ffast-math
options -cl-fast-relaxed-math -Ofast
options -cl-finite-math-only -ffinite-math-only
options -cl-no-signed-zeros -fno-signed-zeros
options -cl-unsafe-math-optimizations -funsafe-math-optimizations
options "-cl-unsafe-math-optimizations -cl-finite-math-only" -funsafe-math-optimizations -ffinite-math-only

# contracts yes|no OPTION...: whether these options permit contraction in kernels, as gcc does in host code.
contracts() {
    want=$1
    shift
    $AMPCC "$@" --emit=cl -o kernels.cl sum.ampc
    has kernels.cl "#pragma OPENCL FP_CONTRACT OFF"
    case $want in
    yes) has kernels.cl "FP_CONTRACT ON" ;;
    no) lacks kernels.cl "FP_CONTRACT ON" ;;
    esac
}

contracts yes
contracts yes -std=gnu11
contracts no -std=c11
contracts no -ansi
contracts yes -std=c11 -ffast-math
contracts yes -std=c11 -ffp-contract=fast
contracts no -ffp-contract=fast -ffp-contract=off
contracts no -ffp-contract=on

# The emulator computes as the text says, on processors with fma too.
cat >exact.ampc <<'A'
#include <amp.h>
#include <stdio.h>
int main(void)
{
    float a[64];
    for (int i = 0; i < 64; i++)
        a[i] = 1 + (float)i / 4096;
    array_view<float> v(64, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = v[i] * v[i] - 1; });
    v.synchronize();
    for (int i = 0; i < 64; i++) {
        volatile float x = 1 + (float)i / 4096, product = x * x;
        if (a[i] != product - 1)
            return 1;
    }
    puts("exact");
    return 0;
}
A
if grep -qw fma /proc/cpuinfo; then
    for cc in "" --cc=clang; do
        [ -z "$cc" ] || links_by clang || continue
        status 0 $AMPCC $cc -O2 -mfma -o exact exact.ampc
        status 0 env AMPC_DEVICE=emulator ./exact
        has out exact
    done
fi
