#!/bin/sh
# Kernels that do not build: one error at the launch, with the log of the device's compiler on the user's lines.
. "$TESTS/driver/lib.sh"
. "$TESTS/layer/lib.sh"
cat >own.h <<'A'
static inline int thrice(int wrong_here) restrict(amp)
{
    int in_header = wrong_here;
    return 3 * in_header;
}
A
cat >part.ampc <<'A'
int elsewhere(int x) restrict(amp)
{
    int in_part = x;

    return in_part + 1;
}
A
cat >main.ampc <<'A'
#include "own.h"
#include <amp.h>
#include <ampc.h>
#include <stdio.h>
int elsewhere(int x) restrict(amp);
static void note(ampc_error code, const char *message, const char *file, int line, void *user)
{
    printf("%s:%d: %s: %s\n", file, line, ampc_error_name(code), message);
    ++*(int *)user;
}
int main(int argc, char **argv)
{
    int a[8] = {0}, errors = 0;
    if (argc > 1)
        ampc_set_error_handler(note, &errors);
    array_view<int, 1> v(8, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        int total = i[0];

        v[i] = thrice(total)
             + elsewhere(v[i]);
    });
    v.synchronize();
    for (int k = 0; k < 8; k++)
        if (a[k] != (errors ? 0 : 3 * k + 1))
            return 2;
    return errors;
}
A
$AMPCC -o main main.ampc part.ampc
status 0 ./main
export OPENCL_LAYERS="$LAYER" AMPC_CACHE_DIR=off
# refused NAME PLACE: a compiler that does not take the user's NAME says so at PLACE.
refused() {
    export AMPC_FAULT_OPTIONS="-Du_$1=1 -Dp1_u_$1=1"
    status 134 ./main
    grep -qF 'main.ampc:17: ampc error: runtime_exception: the kernels of main.ampc do not build for ' err || { cat err; fails "no error"; }
    has err "): CL_BUILD_PROGRAM_FAILURE"
    has err "$2"
    # With a handler the program goes on, with its data as they were.
    status 1 ./main handler
    has out 'main.ampc:17: runtime_exception: the kernels of main.ampc do not build for '
    has out "$2"
}
refused total main.ampc:18:
refused in_header own.h:3:
refused in_part part.ampc:3:
unset AMPC_FAULT_OPTIONS
status 0 ./main

# No log, or one that cannot be had.
for fault in clBuildProgram:1:-11 clBuildProgram:1+:-5 clBuildProgram:1:-9999; do
    AMPC_FAULT=$fault status 134 ./main
    grep -q '^main.ampc:17: ampc error: [a-z_]*: the kernels of main.ampc do not build for ' err || { cat err; fails "$fault"; }
    AMPC_FAULT=$fault status 1 ./main handler
done
