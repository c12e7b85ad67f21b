#!/bin/sh
# The host's table of arguments says which views a kernel only reads: r1, r2 ... of the programs, not w1, w2 ..., which
# may be members of objects.
. "$TESTS/driver/lib.sh"
# flags PROGRAM COUNT: of its views, of which there are so many.
flags() {
    "$AMPCC" --emit=c -o writes.c "$1"
    sed -n 's/^ *{"\([^"]*\)", [0-9]*, AMPC__ARG_VIEW, 1, \(.*\)},$/\1 \2/p' writes.c >views
    [ "$(grep -c . views)" = "$2" ] || fails "$(cat views)"
    while read -r name flags; do
        case ${name##*.} in
        r*) [ "$flags" = AMPC_VIEW_CONST ] || fails "$name counts as written" ;;
        w*) [ "$flags" = 0 ] || fails "$name counts as read only" ;;
        *) fails "$name" ;;
        esac
    done <views
}
flags "$TESTS/codegen/kernel_writes.ampc" 16
flags "$TESTS/driver/writes.ampc" 19
