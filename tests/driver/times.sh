#!/bin/sh
# --time-report: the phases of the front end.
. "$TESTS/driver/lib.sh"
status 0 $AMPCC --time-report -fsyntax-only sum.ampc
[ "$(grep -cE '^ampcc: (parsing|types|checks|code) +[0-9.]+ ms +[0-9]+ %$' err)" = 4 ]
A=$TESTS/../samples/matmul.ampc
status 0 $AMPCC --time-report -fsyntax-only "$A"
[ "$(awk '/ checks /{ print $3 < 250 }' err)" = 1 ] || { cat err; fails 'the checks take too long'; }
