#!/bin/sh
# A call of OpenCL or an allocation of the library fails: that is one error or none, never a wrong result or a hang, and
# everything works afterwards. The first calls of every entry point and every fifth allocation are tried; with FAULTS=all
# every call and every allocation is. tests/layer has the layer and the program.
. "$TESTS/driver/lib.sh"
LAYER=$BUILD/tests/layer/faults.so
$AMPCC -O1 -g -Wall -o steps "$TESTS/layer/steps.ampc" -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
status 0 ./steps
allocations=$(sed -n 's/^allocations //p' out)
[ "$allocations" -gt 100 ] || fails "only $allocations allocations"
bad=0
most=5 stride=5
[ "${FAULTS:-}" != all ] || most=100000 stride=1

# tries WHAT COMMAND...: may not fail.
tries() {
    what=$1
    shift
    got=0
    timeout 30 "$@" >out 2>err </dev/null || got=$?
    [ $got = 0 ] || { bad=$((bad + 1)); echo "$what: exit status $got"; head -n 5 out; head -n 5 err; }
}

# Codes of OpenCL that are not tied to a function: out of resources, of host memory, device gone, operation refused.
code() {
    case $(($1 % 4)) in
    0) echo -5 ;;
    1) echo -6 ;;
    2) echo -2 ;;
    3) echo -59 ;;
    esac
}

# calls MODE ENTRIES MOST: lets calls of the entry points that match fail.
calls() {
    export AMPC_NO_ZERO_COPY=$1
    OPENCL_LAYERS=$LAYER AMPC_FAULT_COUNTS=counts ./steps >out
    grep -qE "^clEnqueueNDRangeKernel" counts || fails "the layer saw no launch"
    while read -r name count; do
        echo "$name" | grep -qxE "$2" || continue
        k=1
        while [ $k -le "$count" ] && [ $k -le "$3" ]; do
            tries "$name:$k:$(code $k)" env OPENCL_LAYERS="$LAYER" AMPC_FAULT="$name:$k:$(code $k)" ./steps
            k=$((k + 1))
        done
    done <counts
}
calls 1 '.*' $most
calls 0 'clCreateBuffer|clEnqueue.*|clFinish' $most
# With nothing cached.
AMPC_CACHE_DIR=off calls 1 'cl.*Program.*' $most

# A device that fails for good: many errors, but each is one, and nothing else happens.
while read -r name count; do
    got=0
    timeout 30 env AMPC_NO_ZERO_COPY=1 OPENCL_LAYERS="$LAYER" AMPC_FAULT="$name:1+:-2" ./steps >out 2>err </dev/null || got=$?
    [ $got = 0 ] || [ $got = 4 ] || { bad=$((bad + 1)); echo "$name for good: exit status $got"; head -n 5 out err; }
done <counts

k=0
while [ $k -lt "$allocations" ]; do
    AMPC_NO_ZERO_COPY=$((k / stride % 2)) tries "allocation $k" ./steps alloc $k
    k=$((k + stride))
done
[ $bad = 0 ] || fails "$bad faults"
