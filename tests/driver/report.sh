#!/bin/sh
# AMPC_REPORT writes one page, whole and without need of a network, which a browser draws.
. "$TESTS/driver/lib.sh"
cat >use.ampc <<'A'
#include <math.h>
#include <stdio.h>
enum { N = 100000, M = 64 };
static float a[N], b[N], x[M][M], y[M][M];
int main(void)
{
    array_view<float, 1> va(N, a), vb(N, b);
    array_view<float, 2> vx(M, M, x[0]), vy(M, M, y[0]);
    vb.discard_data();
    for (int k = 0; k < 5; k++)
        parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { va[i] += 1; });
    parallel_for_each(va.extent, [=](index<1> i) restrict(amp) { vb[i] = va[i] * 2; });
    vb.synchronize();
    /* </script> is no end of the page's data. */
    parallel_for_each(vx.extent, [=](index<2> i) restrict(amp) {
        float sum = 0;
        for (int k = 0; k < M; k++)
            sum += vx(i[0], k) * vx(k, i[1]);
        vy[i] = sum;
    });
    vy.synchronize();
    /* What depends on data is not known; on a condition: the most that may be. */
    int n = 10;
    parallel_for_each(va.extent, [=](index<1> i) restrict(amp) {
        for (float x = va[i]; x < 1; x *= 2)
            va[i] += x;
    });
    parallel_for_each(va.extent, [=](index<1> i) restrict(amp) {
        if (va[i] > 1)
            return;
        for (int k = n; k >= 0; k -= 3)
            va[i] = va[i] > 2 ? sqrtf(va[i]) * 2 : 1;
    });
    printf("%g\n", b[N - 1]);
    return b[N - 1] != 10;
}
A
printf '/* caf\351 \355\240\200 \360\237\230\200 */' >>use.ampc # Latin-1, a surrogate, and UTF-8
$AMPCC -O2 -o use use.ampc
export AMPC_NO_ZERO_COPY=1
status 0 ./use
cp out plain
AMPC_REPORT=run.html status 0 ./use
cmp out plain || fails "another output"
[ ! -s err ] || { cat err; fails "a report prints"; }
none run.html.*.tmp
iconv -f UTF-8 -t UTF-8 run.html >/dev/null || fails "no UTF-8"
has run.html "$(printf '/* caf\\ufffd \\ufffd\\ufffd\\ufffd \360\237\230\200 */')"
# Its data: spans, rows, kernels with what ran, the generated text and the source.
sed -n '/id="data">$/,/^<\/script>$/p' run.html | sed '1d;$d' >data.json
jq -e '.strings as $s | [.spans[] | select(.[2] == 0)] | length == 9 and all(.[1] > 0)' data.json >/dev/null || fails "spans of kernels"
jq -e '[.rows[] | select(.[3] == 0)] | length == 5 and ([.[][0]] | sort == [1, 1, 1, 1, 5])' data.json >/dev/null || fails "rows of kernels"
jq -e '.kernels | length == 5 and all(.said | length > 0)' data.json >/dev/null || fails "kernels"
# Operations of all launches: additions of the first; a product and a sum in each of 64 rounds; two in each of 4 rounds, at the most.
jq -e '[.rows[] | select(.[3] == 0)] | sort_by(.[8]) | map(.[11]) == [500000, 100000, 524288, -1, 800000]' data.json >/dev/null ||
    { jq -c '.rows[]' data.json; fails "operations"; }
jq -e '.kernels | sort_by(.line) | map(.most) == [false, false, false, false, true] and (.[3].no_work | test("how often.*use.ampc:25"))' data.json \
    >/dev/null || { jq -c '.kernels[]' data.json; fails "unknown operations"; }
jq -e '.modules[0].source | contains("__kernel")' data.json >/dev/null || fails "no generated text"
jq -e '.files[] | select(.name == "use.ampc") | .text | contains("</script> is no end")' data.json >/dev/null || fails "no source"
jq -e '.devices | length == 1 and all(.copy > 0 and .single > 0 or .emulated)' data.json >/dev/null || fails "roofs"
[ "$(grep -c '</script>' run.html)" = 3 ] || fails "the data end the page"
! grep -qE '(src|href)="?(https?:)?//' run.html || fails "the page needs a network"
# Measured once: then it is kept.
AMPC_REPORT=r.%p.html AMPC_VERBOSE=1 status 0 ./use
lacks err "measuring what"
[ "$(ls r.[0-9]*.html | wc -l)" = 1 ] || fails "no page with the process's number"
# A file that cannot be: a line, and the program goes on.
AMPC_REPORT=$PWD/no/r.html status 0 ./use
has err "cannot write the report"
# The page is in the library: alone in a folder, with nothing of ampc in reach. Its parts have their licence with them.
mkdir alone
mv use alone
AMPC_REPORT=x.html status 0 env -C alone PATH=/bin ./use
[ -s alone/x.html ] || fails "no page of a program that stands alone"
has alone/x.html "Permission to use, copy, modify"
mv alone/use .
# An error ends the program: the page is there.
cat >stop.ampc <<'A'
#include <stdlib.h>
int main(void)
{
    int a[8];
    array_view<int, 1> v(8, a);
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { if (i[0] == 3) abort(); v[i] = 1; });
    v.synchronize();
}
A
$AMPCC -O2 -o stop stop.ampc
AMPC_REPORT=stop.html status 134 ./stop
has stop.html "</html>"
# Nothing was launched.
cat >idle.ampc <<'A'
int main(void) { accelerator_view v = accelerator().default_view; v.wait(); return 0; }
A
$AMPCC -o idle idle.ampc
AMPC_REPORT=idle.html status 0 ./idle
browses run.html
drawn 12
# The time line, the table of kernels, points under roofs, transfers by line, what the optimiser did, texts line by line.
counted 1 '<rect class="mark kernel"'
counted 1 '<rect class="mark upload"'
counted 1 '<rect class="mark download"'
counted 1 '<rect class="mark wait"'
counted 5 '<tr class="mark"><td><a href="#kernel-'
counted 4 '<circle class="mark kernel"'
counted 2 'class="roof mark"'
counted 1 '<td>use.ampc:13</td><td>synchronize()</td><td>from the accelerator</td>'
counted 1 '<td>use.ampc:11</td><td>a launch</td><td>to the accelerator</td>'
counted 10 'class="row mapped"'
counted 20 'class="row unused'
grep -qE "work-items do blocks of [0-9]+ x 32 threads" dom || fails "the text that ran is not named"
has dom "use.ampc:11"
lacks dom ">The program's own"
browses stop.html
drawn 1
# A unit with one kernel.
counted 2 'class="row mapped"'
lacks dom ">The program's own"
[ ! -e idle.html ] || browses idle.html
