#!/bin/sh
# What the library exports: the names of runtime/abi.txt and those for generated code (ampc__x, which change with the version), in
# the archive and as a shared library; all of them declared in the public headers, and all that these declare. A name that
# programs may use never goes away; new ones are added to the list.
. "$TESTS/driver/lib.sh"
list=$TESTS/../runtime/abi.txt
nm -g --defined-only "$BUILD/lib/libampc.a" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort >archive
nm -D --defined-only "$BUILD/lib/libampc.so" | awk '{ print $3 }' | LC_ALL=C sort >shared
if [ -z "$SANITIZE" ]; then
    grep -v '^ampc__' archive | diff -u "$list" - || fails "the library exports something else (change runtime/abi.txt if it is meant)"
    diff -u archive shared || fails "libampc.so exports something else than libampc.a"
fi
printf '#include <ampc.h>\n#include <ampc_cl.h>\n#include <amp_algorithms.h>\n' | cc -E -P -I"$BUILD/include" - | grep -oE '\bampc_[a-zA-Z0-9_]+' |
    LC_ALL=C sort -u >mentioned
grep '^ampc_' archive | LC_ALL=C comm -23 - mentioned >undeclared
[ ! -s undeclared ] || { cat undeclared; fails "exported, but in no public header"; }
grep -ohE '^[a-z][a-z_ *]*\bampc_[a-z][a-z_0-9]*\(' "$BUILD/include/ampc.h" "$BUILD/include/ampc_cl.h" \
    "$BUILD/include/amp_algorithms.h" | grep -v typedef |
    grep -oE 'ampc_[a-z][a-z_0-9]*\($' | tr -d '(' | LC_ALL=C sort -u >declared
[ "$(wc -l <declared)" -gt 70 ]
LC_ALL=C comm -23 declared "$list" >missing
[ ! -s missing ] || { cat missing; fails "declared, but not in the library"; }

# OpenCL is opened when a program runs.
nm -D --undefined-only "$BUILD/lib/libampc.so" >needed
! grep ' cl[A-Z]' needed || fails "libampc.so needs libOpenCL to be loaded"

# A program may use names that the library has for itself.
cat >names.ampc <<'A'
#include <stdio.h>
int trace_print(const char *s) { return puts(s); }
int home_copy, failure_set, runtime_lock = 3;
int queue_wait(void) { return runtime_lock; }
int main(void)
{
    int a[4] = {0};
    array_view<int> v(4, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
    trace_print("here");
    return v(3) != queue_wait() || home_copy || failure_set;
}
A
status 0 $AMPCC -o names names.ampc
./names | grep -qx here
