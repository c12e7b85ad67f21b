#!/bin/sh
# -M and its family, and a make build with one pattern rule.
. "$TESTS/driver/lib.sh"
mkdir inc
echo '#define VALUE 5' >inc/value.h
printf '#include <stdio.h>\n#include "value.h"\nint main(void) { return VALUE - 5; }\n' >p.ampc

status 0 $AMPCC -Iinc -MMD -c p.ampc
[ "$(cat p.d)" = 'p.o: p.ampc inc/value.h' ]
status 0 $AMPCC -Iinc -MMD -MP -c -o sub.o p.ampc
has sub.d 'sub.o: p.ampc inc/value.h'
has sub.d 'inc/value.h:'
status 0 $AMPCC -Iinc -MD -MF deps -MT 'a target' -c p.ampc
has deps 'a target: p.ampc'
has deps stdio.h
status 0 $AMPCC -Iinc -MMD -MQ '$x' -MF q.d -c p.ampc
has q.d '$$x: p.ampc'
status 0 $AMPCC -Iinc -MM p.ampc
[ "$(cat out)" = 'p.o: p.ampc inc/value.h' ]
status 0 $AMPCC -Iinc -M p.ampc
has out stdio.h
status 0 $AMPCC -Iinc -MM -MF m.d p.ampc
[ "$(cat m.d)" = 'p.o: p.ampc inc/value.h' ]
rm -f ./*.d
status 0 $AMPCC -Iinc -MMD p.ampc -o prog
has prog.d 'p.ampc inc/value.h'

cat >Makefile <<'M'
CFLAGS = -O1 -Iinc -MMD
prog: p.o other.o
	$(AMPCC) -o $@ $^
%.o: %.ampc
	$(AMPCC) $(CFLAGS) -c -o $@ $<
%.o: %.c
	$(CC) $(CFLAGS) -c -o $@ $<
-include p.d other.d
M
echo 'int other;' >other.c
rm -f p.o prog
make AMPCC="$AMPCC" >log 2>&1 || { cat log; exit 1; }
./prog
make AMPCC="$AMPCC" >log 2>&1
has log 'up to date'
sleep 1
echo '#define VALUE 6' >inc/value.h
make AMPCC="$AMPCC" >log 2>&1
has log p.ampc
status 1 ./prog
