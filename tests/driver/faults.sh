#!/bin/sh
# A call of OpenCL or of the C library fails: that is one error or none, never a wrong result, a leak or a hang, and everything
# works afterwards. tests/layer has the layers and the programs, which judge themselves. The first calls of the entry points are
# tried; with FAULTS=each every call is, with FAULTS=all with every code.
. "$TESTS/driver/lib.sh"
. "$TESTS/layer/lib.sh"
most=2 some=n%9 stages='0 1'
[ -z "${FAULTS:-}" ] || most=100000 some=0*n
k=0
for name in steps plain features again; do
    program $name "$TESTS/layer/$name".[ac]* -I"$TESTS/layer"
    for stage in $stages; do
        export AMPC_NO_ZERO_COPY=$stage
        counted $name
        grep -q '^clEnqueueNDRangeKernel' counts.cl || fails "the layer saw no launch"
        grep -q '^memory [0-9][0-9][0-9]' counts.libc || fails "the layer saw no allocation"
        faults $most "$some == ${FAULTS:+0 * }$k % 9" >list
        tried steps $name <list
        k=$((k + 1))
        [ $name != again ] || continue
        # A device that is lost, at once and in the middle of everything, and memory that is gone: many errors, but each is one.
        any=$(sed -n 's/^any //p' counts.cl)
        for from in 1 $((any / 7)) $((any / 3)) $((any * 2 / 3)); do
            echo "cl:any:$from+:-2"
            echo "libc:memory:$((from / 2))+:12"
        done | AMPC_STEPS_LOST=1 tried steps $name
    done
done
well
# The layer knows every entry point that the library uses.
sed -n 's/^ *{ENTRY(\(cl[A-Za-z]*\)).*/\1/p' "$TESTS/../runtime/opencl.c" >used
[ "$(wc -l <used)" -gt 30 ] || fails "no entry points are used"
while read -r name; do has "$TESTS/layer/faults.c" "$name,"; done <used
# What does not end well is seen.
none=cl:clFinish:1000000:-5
echo $none | AMPC_STEPS_WRONG=1 tried steps steps >/dev/null
echo $none | tried default steps >/dev/null
echo $none | tried handled steps >/dev/null
well 3
# In the emulator, whose kernels need memory of the host; with valgrind, which knows what is lost and what is not set.
unset AMPC_NO_ZERO_COPY
export AMPC_DEVICE=emulator
for name in steps features; do
    counted $name
    faults 100000 "n % 41 == 0 ${FAULTS:+|| 1}" memory >list
    tried steps $name <list
    memory=$(sed -n 's/^memory //p' counts.libc)
    [ -z "$SANITIZE" ] && command -v valgrind >/dev/null || continue
    for part in 3 8; do
        AMPC_FAULT_LIBC=memory:$((memory * part / 11)):12 status 0 valgrind -q --error-exitcode=9 --leak-check=full \
            --show-leak-kinds=definite --errors-for-leak-kinds=definite ./$name
    done
done
unset AMPC_DEVICE
well
# With nothing cached, and with binaries in the program: another one is as good, or the source.
export AMPC_CACHE_DIR=off
program embedded "$TESTS/layer/steps.ampc" -I"$TESTS/layer" --precompile
for name in steps embedded; do
    counted $name
    faults $most 1 'cl.*Program.*|clCreateKernel' | tried steps $name
done
grep -q '^clCreateProgramWithBinary' counts.cl || fails "the layer saw no binary"
! grep -q '^clCreateProgramWithSource' counts.cl || fails "the layer saw sources"
well
