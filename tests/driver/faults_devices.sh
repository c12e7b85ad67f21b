#!/bin/sh
# One of two drivers fails while accelerators are looked for: no other device gets the work without a word, and nothing is lost for good.
. "$TESTS/driver/lib.sh"
. "$TESTS/layer/lib.sh"
cat >count.ampc <<'A2'
#include <ampc.h>
#include <stdio.h>
int main(void)
{
    int before = ampc_accelerator_count();
    printf("%d then %d\n", before, ampc_accelerator_count());
}
A2
cat >list.ampc <<'A2'
#include <ampc.h>
#include <stdio.h>
int main(void)
{
    for (int k = 0; k < ampc_accelerator_count(); k++)
        puts(ampc_accelerator_name(ampc_accelerator_at(k)));
}
A2
program sum sum.ampc
program list list.ampc
program count count.ampc
# Of PoCL, whatever else is installed.
mkdir vendors
cp "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*pocl*.icd vendors
export POCL_DEVICES='pthread basic' OPENCL_LAYERS="$LAYER" OCL_ICD_VENDORS="$PWD/vendors"
lost=$(./list | sed -n 1p) kept=$(./list | sed -n 2p)
first='AMPC_FAULT=clGetDeviceInfo:1:-5' all='AMPC_FAULT=clGetDeviceInfo:1+:-5' why='looking for accelerators failed: a device of Portable Computing Language: CL_OUT_OF_RESOURCES'
# Who asks for nothing, or for a kind, gets the other one and one line that says so; who names it gets that.
for wish in '' default cpu; do
    AMPC_DEVICE=$wish status 0 env $first ./sum
    has out 'sum 56'
    [ "$(wc -l <err)" = 1 ] || { cat err; fails "not one line"; }
    has err "ampc: $why; kernels run on $kept"
done
AMPC_DEVICE="$kept" status 0 env $first ./sum
[ ! -s err ] || { cat err; fails "a notice for who asked"; }
# A number would be another device now, and a kind or a name is not met: errors, and the emulator is no CPU in such a case.
for wish in 0 1 gpu "$lost"; do
    AMPC_DEVICE=$wish status 134 env $first ./sum
    has err "ampc error: runtime_exception: $why"
done
for wish in "" cpu gpu "$kept" 0; do
    AMPC_DEVICE=$wish status 134 env $all ./sum
    has err "ampc error: runtime_exception: $why"
done
# The next look finds all of them; what was not enough is forgotten.
AMPC_DEVICE=1 status 0 env $first ./count
has out '0 then 3'
status 0 env $first ./count
has out '2 then 2'
# Nothing fails, and there is none.
AMPC_DEVICE=cpu status 0 env OCL_ICD_VENDORS="$PWD/none" ./sum
has err 'ampc: no OpenCL CPU was found: kernels run on the host, in the emulator'
AMPC_DEVICE=gpu status 134 env OCL_ICD_VENDORS="$PWD/none" ./sum
has err 'AMPC_DEVICE=gpu fits no accelerator'
