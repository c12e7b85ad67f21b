#!/bin/sh
# --explain-kernel --html: which threads touch which elements, as a page that a browser draws.
. "$TESTS/driver/lib.sh"
cat >k.ampc <<'A'
#include <amp.h>
enum { TS = 16 };
/* </script> is no end of the page's data. */
void f(const float *in, float *out, const int *list, int n)
{
    array_view<const float, 2> a(n, n, in);
    array_view<float, 2> b(n, n, out);
    array_view<const int> at(n, list);
    b.discard_data();
    parallel_for_each(b.extent.tile<TS, TS>(), [=](tiled_index<TS, TS> t) restrict(amp) {
        tile_static float block[TS][TS];
        int row = t.local[0], col = t.local[1];
        block[row][col] = a[t.global];
        b(t.tile[1] * TS + row, t.tile[0] * TS + col) = block[col][row];
    });
    parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b(i[1], i[0]) = a(at[i[0]], i[1]); });
}
A
printf '/* caf\351 and\0a byte */' >>k.ampc # Latin-1
status 0 $AMPCC --explain-kernel --html -O2 k.ampc
[ ! -s out ] || fails "words on standard output"
none k.html.* k.o a.out
[ -s k.html ] || fails "no k.html"
sed -n '/id="data">$/{n;p}' k.html >data.json
# The tiled kernel: 256 threads read a, store to block and read it by columns, which conflicts and races; two of these by name.
jq -e '.kernels[0] | .dims == [16, 16] and .tiled and ([.accesses[] | select(.text == "a[t.global]")] | length == 1 and .[0].cost.cost == 2
    and .[0].cost.least == 2 and (.[0].at | length == 256 and .[17] == [17, 2, 1, 1]))' data.json >/dev/null || fails "the read of a"
jq -e '.kernels[0].accesses[] | select(.text == "block[col][row]") | .kind == "read" and .cost.cost == 8 and .at[1] == [1, 2, 64] and
    .cost.parts[2] == 0 and .epoch == 0' data.json >/dev/null || fails "the conflict"
jq -e '.kernels[0].races | length == 1 and .[0].object == "block" and .[0].line == 14 and .[0].first_line == 13' data.json >/dev/null || fails "the race"
jq -e '[.messages[] | select(.message | contains("no barrier parts this"))] | length == 1' data.json >/dev/null || fails "the message"
# The other one: 32 segments by columns; what is loaded decides the rows of a.
jq -e '.kernels[1] | .tiled == false and ([.accesses[] | select(.kind == "write")][0].cost | .cost == 32 and .least == 1) and
    ([.accesses[] | select(.text | startswith("a("))][0].known == false) and (.words | contains("on CPUs"))' data.json >/dev/null ||
    { jq -c '.kernels[1]' data.json; fails "the second kernel"; }
jq -e '.source | contains("</script> is no end") and endswith("/* caf\ufffd and a byte */")' data.json >/dev/null || fails "no source"
[ "$(grep -c '</script>' k.html)" = 3 ] || fails "the data end the page"
# One of them; another name; a line without one.
status 0 $AMPCC --explain-kernel --html -O2 -o one.html k.ampc:12
sed -n '/id="data">$/{n;p}' one.html | jq -e '.kernels | length == 1 and .[0].line == 10' >/dev/null || fails "one kernel"
status 1 $AMPCC --explain-kernel --html -o none.html k.ampc:3
has err "no kernel is launched on line 3 of 'k.ampc'"
none none.html
status 1 $AMPCC --html -c k.ampc
has err "'--html' belongs to '--explain-kernel'"
# A barrier that not all threads reach is an error: the page shows it, and its kernel.
cat >bad.ampc <<'A'
#include <amp.h>
void f(array_view<float> b)
{
    parallel_for_each(b.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
        tile_static float sum[32];
        if (t.local[0] < 4)
            t.barrier.wait();
        sum[t.local[0]] = 1;
        b[t.global] = sum[0];
    });
}
A
status 1 $AMPCC --explain-kernel --html bad.ampc
sed -n '/id="data">$/{n;p}' bad.html | jq -e '.messages | any(.option == "-Wbarrier-divergent" or (.message | contains("reaches this wait")))' \
    >/dev/null || fails "the divergence"
browses k.html
drawn 600
# Threads and elements as grids, the first 32 in the colours of their banks, crosses at the race.
counted 512 '<g class="cell">'
counted 64 'fill="hsl('
counted 2 'class="race mark"'
counted 1 'thread 0, 1, bank 16'
has dom "bank conflict of 8 ways"
has dom "A race for 'block': thread 0, 1 in line 14 and thread 1, 0 in line 13"
has dom "32 transactions, where 1 would do"
browses bad.html
drawn 60
has dom "not every thread of the tile reaches this wait"
has dom "4 of 32 threads reach this wait"
has dom "thread 4 does not come here"
