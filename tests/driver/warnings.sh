#!/bin/sh
# Which warnings are given: -W options and pragmas on our ids, which cc never sees.
. "$TESTS/driver/lib.sh"
cat >cast.ampc <<'A'
void f(const int *p) restrict(amp)
{
    *(int *)p = 1;
}
A
# gives KIND OPTION...: what is said about the cast.
gives() {
    kind=$1
    shift
    code=0
    [ "$kind" != error ] || code=1
    status $code $AMPCC -Wall -c "$@" cast.ampc
    if [ "$kind" = nothing ]; then
        [ ! -s err ] || { cat err; fails "messages: $*"; }
    else
        has err "$kind: casting const away"
        lacks err 'unrecognized'
    fi
}
gives warning
gives warning -Wamp-const-cast
gives nothing -Wno-amp-const-cast
gives nothing -Wno-amp-const-cast -Werror
gives nothing -w -Werror=amp-const-cast
gives error -Werror
gives error -Werror=amp-const-cast
gives error -Wno-amp-const-cast -Werror=amp-const-cast
gives warning -Werror -Wno-error=amp-const-cast
gives warning -Werror -Wno-error=amp-const-cast -Wamp-const-cast
gives nothing -Werror=amp-const-cast -Wno-amp-const-cast
gives nothing -Wno-amp-const-cast -Wperformance
gives warning -Wno-performance -Wno-error=performance
gives warning -Werror=performance

# Errors stay errors.
status 1 $AMPCC -c -Wno-amp-call bad.ampc
has err "'amp-call' is an error and stays one"
has err '[amp-call]'
status 1 $AMPCC -c -Wno-error=amp-call bad.ampc
has err "'amp-call' is an error and stays one"
status 1 $AMPCC -c -Wamp-call -Werror=amp-call bad.ampc
lacks err 'stays one'

# What is not ours is cc's.
status 1 $AMPCC -c -Wamp-no-such-id cast.ampc
has err '-Wamp-no-such-id'
status 0 $AMPCC -c -Wno-amp-const-cast -Wperformance sum.ampc -o sum.o
[ ! -s err ]
echo 'int plain;' >plain.c
status 0 $AMPCC -c -Wno-amp-const-cast -Wperformance -Werror plain.c
[ ! -s err ]

# The pragmas are ours too, in code with and without AMP.
printf '#pragma GCC diagnostic ignored "-Wamp-const-cast"\n' >quiet.h
{ echo '#include "quiet.h"'; cat cast.ampc; } >quiet.ampc
status 0 $AMPCC -Wall -Werror -c quiet.ampc
[ ! -s err ]
printf '#include "quiet.h"\nint x;\n#pragma GCC diagnostic ignored "-Wperformance"\n' >plain.ampc
status 0 $AMPCC -Wall -Werror -c plain.ampc
[ ! -s err ]
printf '#pragma GCC diagnostic ignored "-Wno-such-id"\n' >cc.ampc
status 0 $AMPCC -Wall -c cc.ampc
has err 'cc.ampc:1:32: warning: '

# An id with a slip of the pen, which gcc takes without a word after -Wno-.
status 0 $AMPCC -fsyntax-only -Wno-view-rac -Winvalid-pch sum.ampc
has err "ampcc: warning: '-Wno-view-rac' is none of ampcc's; did you mean 'view-race'?"
lacks err pch
status 0 $AMPCC -fsyntax-only -Wno-view-rac -fdiagnostics-format=json sum.ampc
jq -e 'length == 1 and .[0].kind == "warning"' err >/dev/null
# What is told before the work begins stands in the same document, and alone when there is no work.
status 1 $AMPCC -fsyntax-only -Wno-view-rac -fdiagnostics-format=json sum.ampc no-such.ampc
jq -e 'length >= 2 and .[0].kind == "warning" and .[1].kind == "error"' err >/dev/null
TMPDIR=$PWD/no-such status 1 $AMPCC -c -fdiagnostics-format=json sum.ampc
jq -e 'length == 1 and .[0].kind == "error"' err >/dev/null
