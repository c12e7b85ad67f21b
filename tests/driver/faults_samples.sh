#!/bin/sh
# The samples with faults: each ends with one error that says where, or is right; and with a handler of errors they end by
# themselves. Each sample gets some of the faults; with FAULTS=each or all each gets all of them. See "make faults".
. "$TESTS/driver/lib.sh"
. "$TESTS/layer/lib.sh"
most=1 k=0 some=n%11
[ -z "${FAULTS:-}" ] || most=100000 some=0*n
for file in "$TESTS"/../samples/*.ampc; do
    sample=$(basename "$file" .ampc)
    handled=$sample
    sed 's/STEPS = 200/STEPS = 9/' "$file" >$sample.ampc # more of them are more of the same
    # After a handled error it may compute with what was never set, which valgrind would report; the library's data stay as they are.
    if [ -n "${VALGRIND:-}" ]; then
        handled=$sample.set
        sed 's/ malloc(/ calloc(1, /g' $sample.ampc >$handled.ampc
        program $handled $handled.ampc -ftrivial-auto-var-init=zero
    fi
    program $sample $sample.ampc -fno-sanitize=signed-integer-overflow
    case $sample in matmul) size=64 ;; *) size= ;; esac
    stages=$((k % 2))
    [ -z "${FAULTS:-}" ] || stages='0 1'
    for stage in $stages; do
        export AMPC_NO_ZERO_COPY=$stage
        counted $sample $size
        faults $most "$some == ${FAULTS:+0 * }$k % 11" >list
        tried default $sample $size <list
        tried handled $handled $size <list
    done
    k=$((k + 1))
done
# What watches a program is in the way of nothing, and fails as gently.
name=transpose most=1 some=n%6 k=0
[ -z "${FAULTS:-}" ] || most=100000 some=0*n
for watch in AMPC_PROFILE=1 AMPC_TRACE=trace.%p.json AMPC_VERIFY=1 AMPC_CHECK=1 AMPC_VERBOSE=1 AMPC_CACHE_DIR=off; do
    export "$watch"
    counted $name
    faults $most "$some == ${FAULTS:+0 * }$k % 6" >list
    TALKS=1 tried default $name <list
    unset "${watch%%=*}"
    rm -f trace.*
    k=$((k + 1))
done
well
