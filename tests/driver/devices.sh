#!/bin/sh
# --devices prints what accelerator(name) and AMPC_DEVICE take.
. "$TESTS/driver/lib.sh"
case $BUILD in */asan) echo "drivers leak"; exit 77 ;; esac
$AMPCC --devices >list
head -n 1 list | grep -q '^0: .* (.*)$'
grep -q ', default$' list
# None, or not the one of AMPC_DEVICE, or a driver that fails: why, and what to do.
OCL_ICD_VENDORS="$PWD/none" status 0 $AMPCC --devices
has out '0: emulator (ampc)'
has err 'no OpenCL device was found'
has err 'install a driver of OpenCL'
AMPC_DEVICE=nosuch status 1 $AMPCC --devices
has out '0: '
has err 'ampcc: AMPC_DEVICE=nosuch fits no accelerator'
AMPC_FAULT=clGetPlatformIDs:1+:-6 OPENCL_LAYERS=$BUILD/tests/layer/faults.so status 1 $AMPCC --devices
has err 'ampcc: looking for accelerators failed: the platforms: CL_OUT_OF_HOST_MEMORY'
cat >name.ampc <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    accelerator a(argv[argc - 1]);
    printf("%s\n", a.description);
}
END
$AMPCC -o name name.ampc
[ "0: $(./name 0)" = "$(head -n 1 list)" ]
[ "0: $(./name "$(sed -n '1s/0: //p' list)")" = "$(head -n 1 list)" ]
! ./name 'none such' >out 2>&1
grep -q 'accelerator("none such") fits no accelerator; .*found: 0: ' out
# Several devices in one program, where the driver makes them.
kernels_as_they_are
host_as_it_is
POCL_DEVICES='pthread basic' $AMPCC --devices >two
[ "$(grep -c '^[0-9]*: ' two)" -ge "$(grep -c '^[0-9]*: ' list)" ]
for program in accelerator_facts accelerator_views future_then devices counters opencl; do
    $AMPCC -o $program "$TESTS/exec/$program.ampc" -I"$TESTS/exec" -lOpenCL
    POCL_DEVICES='pthread basic' ./$program
    AMPC_NO_ZERO_COPY=1 POCL_DEVICES='pthread basic' ./$program
done
# Two that work with threads (PoCL's 'basic' does not), with memory of their own and late, too; and samples that are split over both.
export POCL_DEVICES='pthread pthread'
late="AMPC_NO_ZERO_COPY=1 AMPC_LATE=300 OPENCL_LAYERS=$BUILD/tests/layer/late.so"
for program in devices_copies halos; do
    $AMPCC -o $program "$TESTS/exec/$program.ampc" -I"$TESTS/exec"
    ./$program
    AMPC_NO_ZERO_COPY=1 ./$program
    status 0 env $late ./$program
done
for sample in heat nbody; do
    $AMPCC -O2 -o $sample "$TESTS/../samples/devices/$sample.ampc" -lm
    for size in 131 256; do
        status 0 ./$sample $size
        has out "results agree"
        status 0 env $late ./$sample $size
        has out "results agree"
    done
    ! $AMPCC --devices | grep -q '^1: .*Portable Computing' || has out "on 2 devices"
done
unset POCL_DEVICES
# PoCL beside Mesa's rusticl, where both are.
RUSTICL_ENABLE=llvmpipe RUSTICL_FEATURES=fp64 $AMPCC --devices >mesa 2>&1 || :
if grep -q '^[0-9]: .*Portable Computing' mesa && grep -q '^[0-9]: .*llvmpipe' mesa; then
    RUSTICL_ENABLE=llvmpipe RUSTICL_FEATURES=fp64 status 0 ./devices_copies
    RUSTICL_ENABLE=llvmpipe RUSTICL_FEATURES=fp64 status 0 ./halos
    $AMPCC -o devices "$TESTS/exec/devices.ampc" -I"$TESTS/exec"
    RUSTICL_ENABLE=llvmpipe RUSTICL_FEATURES=fp64 status 0 ./devices
fi
# Continuations: never on an executable stack.
for level in -O0 -O3 '-O2 -flto'; do
    $AMPCC $level -o then "$TESTS/exec/future_then.ampc" -I"$TESTS/exec" 2>err
    lacks err 'executable stack'
    ./then
done
