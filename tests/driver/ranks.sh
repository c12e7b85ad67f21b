#!/bin/sh
# Units without ranks above 3 are read without those of ampc_gen.h; the others are read again, and say the same once.
. "$TESTS/driver/lib.sh"
cat >five.ampc <<'A'
#include <amp.h>
#warning read
int main(void)
{
    int a[32] = {0};
    array_view<int, 5> v(extent<5>(2, 2, 2, 2, 2), a);
    parallel_for_each(v.extent, [=](index<5> i) restrict(amp) { v[i] = i[4] + 1; });
    v.synchronize();
    return a[30] != 1 || a[31] != 2;
}
A
sed 's/extent<5>(2, 2, 2, 2, 2)/32/; s/<int, 5>/<int>/; s/index<5>/index<1>/; s/i\[4\] + 1/i[0] % 2 + 1/' five.ampc >one.ampc
for unit in one five; do
    $AMPCC -v -MD -MF $unit.d -o $unit $unit.ampc 2>log || fails "$unit: $(grep error log)"
    [ "$(grep -c 'warning: #warning read' log)" = 1 ] || fails "$unit: not one warning"
    grep -q amp.h $unit.d || fails "$unit: no dependences"
    grep -c '^ cc .*-E .*-include ampc_gen.h' log >$unit.runs
    AMPC_DEVICE=emulator ./$unit || fails "$unit: wrong"
done
[ "$(cat one.runs five.runs | paste -sd,)" = 1,2 ] || fails "read $(cat one.runs five.runs) times"
# What cannot be read twice is read with all.
$AMPCC -w -x ampc -o piped - <five.ampc && AMPC_DEVICE=emulator ./piped || fails "standard input"
# A name of a higher rank in the program's own C, and an error, which is reported once.
echo 'int f(void) { ampc_index7 i = {{1, 2}}; return i.c[1]; }' >named.ampc
status 0 $AMPCC -c named.ampc
echo 'int f(void) { return missing; }' >wrong.ampc
status 1 $AMPCC -c wrong.ampc
[ "$(grep -c 'error:' err)" = 1 ] || { cat err; fails "not one error"; }
