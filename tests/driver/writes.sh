#!/bin/sh
# The host's table of arguments says which views a kernel only reads: r1, r2 ... of the program, not w1, w2 ...
. "$TESTS/driver/lib.sh"
"$AMPCC" --emit=c -o writes.c "$TESTS/codegen/kernel_writes.ampc"
sed -n 's/^ *{"\([rw][0-9]*\)", [0-9]*, AMPC__ARG_VIEW, 1, \(.*\)},$/\1 \2/p' writes.c >views
[ "$(grep -c . views)" = 16 ] || fails "$(cat views)"
while read -r name flags; do
    case $name in
    r*) [ "$flags" = AMPC_VIEW_CONST ] || fails "$name counts as written" ;;
    w*) [ "$flags" = 0 ] || fails "$name counts as read only" ;;
    esac
done <views
