#!/bin/sh
# AMPC_PROFILE and AMPC_TRACE report what a program did, and change nothing about it.
. "$TESTS/driver/lib.sh"
cat >use.ampc <<'A'
#include <stdio.h>
enum { N = 100000 };
static float a[N], b[N];
int main(void)
{
    array_view<float, 1> va(N, a), vb(N, b);
    vb.discard_data();
    for (int k = 0; k < 5; k++)
        parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { va[i] += 1; });
    parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { vb[i] = va[i] * 2; });
    vb.synchronize();
    printf("%g\n", b[N - 1]);
    return b[N - 1] != 10;
}
A
$AMPCC -O2 -o use use.ampc
export AMPC_NO_ZERO_COPY=1
status 0 ./use
cp out plain
[ ! -s err ] || fails "messages without being asked"
AMPC_PROFILE=1 AMPC_TRACE=t.json status 0 ./use
cmp out plain || fails "another output"
# Tables: what, how often, how many MB.
grep -qE '^  use.ampc:9 +5 +[0-9.]+ +[0-9.]+ +[0-9.]+ +2.000 ' err || { cat err; fails "the first kernel's row"; }
grep -qE '^  use.ampc:10 +1 .* 0.800 ' err || { cat err; fails "the second kernel's row"; }
grep -qE '^  use.ampc:9 \(a launch\) +1 .* 0.400 ' err || { cat err; fails "the transfer's row"; }
grep -qE '^  use.ampc:11 \(synchronize\(\)\) +1 .* 0.400 ' err || { cat err; fails "the row of synchronize()"; }
has err "waits of the host"
has err "use.ampc (from "
# Bars where they are asked for; their length is the share of the time.
lacks err "#"
AMPC_PROFILE=bars LC_ALL=C status 0 ./use
awk '/GB\/s/ { next } / [0-9.]+%  #*$/ { share = $0; sub(/%.*/, "", share); sub(/.* /, "", share); n = gsub(/#/, ""); rows++
    if (n - share / 5 > 0.6 || share / 5 - n > 0.6) exit 1 } END { if (rows < 4) exit 1 }' err || { cat err; fails "bars"; }
AMPC_PROFILE=bars LC_ALL=C.UTF-8 status 0 ./use
has err "█"
# The trace: whole JSON, six kernels in order on a lane of their own, each inside the process's time.
lacks t.json displayTimeUnit # older viewers of Perfetto took it for the unit of the times
jq -e '.traceEvents | map(select(.cat == "kernel")) | length == 6 and (map(.tid) | unique | length == 1) and
    (map(.ts) | . == sort) and all(.dur > 0 and .args.file == "use.ampc")' t.json >/dev/null || fails "kernels of the trace"
jq -e '[.traceEvents[] | select(.cat == "upload" or .cat == "download") | .args.bytes] | . == [400000, 400000, 400000]' t.json \
    >/dev/null || { jq -c '.traceEvents[]' t.json; fails "transfers of the trace"; }
jq -e '([.traceEvents[] | select(.ph == "X") | .tid] | unique) == ([.traceEvents[] | select(.name == "thread_name") | .tid] | unique)' \
    t.json >/dev/null || fails "lanes without names"
jq -e 'any(.traceEvents[]; .cat == "wait")' t.json >/dev/null || fails "no wait in the trace"
# Only one of the two; a name with the process's number; a file that cannot be.
AMPC_TRACE=r.%p.json status 0 ./use
[ ! -s err ] || fails "a trace prints"
[ "$(ls r.[0-9]*.json | wc -l)" = 1 ] || fails "no trace with the process's number"
AMPC_TRACE=$PWD/no/t.json status 0 ./use
has err "cannot write the trace"
cmp out plain || fails "another output"
none t.json.tmp
