#!/bin/sh
# The forms of messages.
. "$TESTS/driver/lib.sh"
status 1 $AMPCC -c -fdiagnostics-format=json bad.ampc
jq -e 'length == 1' err >/dev/null
[ "$(jq -r '.[0] | [.kind, .option, .locations[0].caret.file, .locations[0].caret.line, .locations[0].caret.column] | join(" ")' err)" = 'error amp-call bad.ampc 6 16' ]
status 1 $AMPCC -c -fdiagnostics-format=json badc.ampc
[ "$(jq -s 'length' err)" = 1 ]
[ "$(jq -r '.[0] | [.kind, .locations[0].caret.file, .locations[0].caret.line] | join(" ")' err)" = 'error badc.ampc 3' ]
status 0 $AMPCC -c -fdiagnostics-format=json sum.ampc
[ "$(jq -c . err)" = '[]' ]

status 1 $AMPCC -c -fdiagnostics-color=always bad.ampc
grep -q "$(printf '\033')\[01;31m" err
GCC_COLORS='error=34:locus=:junk:x=1:fixit-insert=7' status 1 $AMPCC -c -fdiagnostics-color=always bad.ampc
grep -q "^bad.ampc:6:16:$(printf '\033')\[m.*$(printf '\033')\[34m" err
grep -q "$(printf '\033')\[01m" err
status 1 $AMPCC -c -fdiagnostics-color=auto bad.ampc
! grep -q "$(printf '\033')" err

cat >two.ampc <<'A'
#include <stdlib.h>
void f(void) restrict(amp)
{
    rand();
    abs(1);
    srand(1);
    atoi(0);
}
A
status 1 $AMPCC -fsyntax-only -fmax-errors=2 two.ampc
[ "$(grep -c ' error: ' err)" = 2 ]
has err 'compilation terminated due to -fmax-errors=2.'

# cc's warnings, at the lines of the .ampc file; none that the generated text causes.
status 0 $AMPCC -Wall -Wextra -pedantic -Wshadow -Wconversion -c sum.ampc
[ ! -s err ] || { cat err; exit 1; }
cat >warn.ampc <<'A'
int f(int x)
{
    int unused;
    switch (x) {
    case 1:
        x++;
        /* fall through */
    case 2:
        x++;
    }
    return x;
}
A
status 0 $AMPCC -Wall -Wextra -c warn.ampc
has err 'warn.ampc:3:9: warning: '
lacks err fall
status 0 $AMPCC -w -Wall -c warn.ampc
[ ! -s err ]
status 1 $AMPCC -Wall -Werror -c warn.ampc
has err 'warn.ampc:3:9: error: '

# #line and headers.
printf '#line 70 "orig.y"\nvoid f(void) restrict(amp) { goto x; x:; }\n' >line.ampc
status 1 $AMPCC -fsyntax-only line.ampc
has err 'orig.y:70:'
printf '#include <stdlib.h>\nstatic int f(void) restrict(amp)\n{\n    return rand();\n}\n' >fault.h
printf '#include "fault.h"\n' >uses.ampc
status 1 $AMPCC -fsyntax-only uses.ampc
has err 'fault.h:4:12: error: '
