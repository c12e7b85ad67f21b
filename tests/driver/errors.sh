#!/bin/sh
# Errors: where they are, what they leave behind, exit statuses.
. "$TESTS/driver/lib.sh"
status 1 $AMPCC -c bad.ampc
has err 'bad.ampc:6:16: error: '
has err '[amp-call]'
has err '    6 |         v[i] = rand();'
has err '      |                ^'
none bad.o

# The error of cc, at the user's line; the old output stays as it was.
echo old >badc.o
status 1 $AMPCC -c badc.ampc
has err "badc.ampc:3:12: error: "
[ "$(cat badc.o)" = old ]
ls >files
lacks files .ampcc

status 1 $AMPCC -o prog sum.ampc bad.ampc
none prog
status 1 $AMPCC --emit=cl bad.ampc
none bad.cl
status 1 $AMPCC --emit=c bad.ampc
none bad.c
status 1 $AMPCC -MMD -c bad.ampc
none bad.d

# Every file of a line is looked at.
status 1 $AMPCC -c bad.ampc badc.ampc sum.ampc
has err bad.ampc:6
has err badc.ampc:3
[ -f sum.o ]

status 1 $AMPCC
has err 'ampcc: fatal error: no input files'
status 1 $AMPCC nofile.ampc
has err 'ampcc: error: nofile.ampc: No such file or directory'
has err 'ampcc: fatal error: no input files'
status 1 $AMPCC -c sum.ampc bad.ampc -o x.o
has err "cannot specify '-o'"
none x.o
status 1 $AMPCC -x klingon sum.ampc
has err klingon
status 1 $AMPCC sum.ampc -o
has err "missing argument to '-o'"
status 1 $AMPCC -fdiagnostics-format=xml sum.ampc
has err xml
status 1 $AMPCC -E -DX= nosuch.ampc

status 1 $AMPCC --cc=/no/such/cc sum.ampc
has err "cannot run '/no/such/cc'"
AMPC_CC=nosuchcc status 1 $AMPCC sum.ampc
has err "cannot run 'nosuchcc'"
AMPC_CC='env cc' status 0 $AMPCC -c sum.ampc

status 1 $AMPCC -c sum.ampc -o no/such/dir/x.o
has err "cannot write 'no/such/dir/x.o'"
status 1 $AMPCC -o no/such/dir/x sum.ampc
if [ "$(id -u)" != 0 ]; then
    mkdir closed
    chmod 555 closed
    status 1 $AMPCC -c sum.ampc -o closed/x.o
    has err "cannot write 'closed/x.o'"
fi
# TMPDIR that is not there, as with cc: the next one.
status 0 env TMPDIR=/no/such/tmp $AMPCC -c sum.ampc
mkdir other-tmp
status 0 env TMPDIR=/no/such/tmp TMP=$PWD/other-tmp $AMPCC '-###' -c sum.ampc
has err other-tmp/ampcc-
status 0 $AMPCC -c sum.ampc -o /dev/null
[ -c /dev/null ]

# Link errors.
echo 'int missing(void); int main(void) { return missing(); }' >undef.ampc
status 1 $AMPCC -o undef undef.ampc
has err missing
none undef

# Nothing is left in the temporary folder.
mkdir tmp
TMPDIR=$PWD/tmp $AMPCC -o prog sum.ampc
TMPDIR=$PWD/tmp $AMPCC -o prog bad.ampc 2>err || true
[ -z "$(ls tmp)" ]
