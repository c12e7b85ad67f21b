#!/bin/sh
# -g: lines and names of the .ampc file; a debugger stops there.
. "$TESTS/driver/lib.sh"
status 0 $AMPCC -g -O0 -c sum.ampc
objdump --dwarf=info sum.o >info
grep -q 'DW_AT_name.*: sum.ampc$' info || fails "the unit is not named sum.ampc"
objdump --dwarf=decodedline sum.o >lines
for line in 5 7 9 10 11; do
    grep -qE "^sum.ampc +$line +" lines || { cat lines; fails "no code at line $line"; }
done
