#!/bin/sh
# The forms of messages.
. "$TESTS/driver/lib.sh"
status 1 $AMPCC -c -fdiagnostics-format=json bad.ampc
jq -e 'length == 1' err >/dev/null
[ "$(jq -r '.[0] | [.kind, .option, .locations[0].caret.file, .locations[0].caret.line, .locations[0].caret.column] | join(" ")' err)" = 'error amp-call bad.ampc 6 16' ]
cp err json
status 1 $AMPCC -c -fdiagnostics-format=json-stderr bad.ampc # GCC 13's name
cmp err json
status 1 $AMPCC -c -fdiagnostics-format=sarif-stderr bad.ampc
has err '2.1.0'
status 1 $AMPCC -c -fdiagnostics-format=json badc.ampc
[ "$(jq -s 'length' err)" = 1 ]
[ "$(jq -r '.[0] | [.kind, .locations[0].caret.file, .locations[0].caret.line] | join(" ")' err)" = 'error badc.ampc 3' ]
status 0 $AMPCC -c -fdiagnostics-format=json sum.ampc
[ "$(jq -c . err)" = '[]' ]

# One array for the run: several files, cc's errors about C, the linker's, the driver's.
printf 'int far(void); int main(void) { return far(); }\n' >far.c
status 1 $AMPCC -c -fdiagnostics-format=json bad.ampc sum.ampc badc.ampc none.ampc
[ "$(jq -c '[.[] | .locations[0].caret.file]' err)" = '["bad.ampc","badc.ampc",null]' ]
[ "$(jq -r '.[2].message' err)" = 'ampcc: none.ampc: No such file or directory' ]
status 1 $AMPCC -fdiagnostics-format=json -fmax-errors=1 -fdiagnostics-generate-patch badc.ampc far.c -o far
[ "$(jq length err)" = 1 ]
status 1 $AMPCC -fdiagnostics-format=json far.c -o far
[ "$(jq -c '[.[0].locations, .[-1].kind]' err)" = '[[],"error"]' ]
status 1 $AMPCC -fdiagnostics-format=sarif far.c -o far
jq -e '.runs[0].results | length > 1' err >/dev/null
name=$(printf 'b\377d.ampc')
printf 'void f(array_view<int> v) restrict(amp) { v[0] = rand("\377"); }\n' >"$name"
status 1 $AMPCC -c -fdiagnostics-format=json "$name"
[ "$(jq -r '.[0].locations[0].caret.file' err)" = "$(printf 'b\357\277\275d.ampc')" ]

# gcc's JSON is one line (gcc 12) or many (gcc 14), and what linkers and assemblers say is before, between and behind.
cat >many <<'A'
#!/bin/sh
rc=0
cc "$@" 2>said || rc=$?
case " $* " in
*" -E "*) cat said >&2 ;;
*=json*) (echo 'as: [before]'; jq . said; echo '[between]'; jq -c . said | tr -d '\n'; echo 'as: behind') >&2 ;;
*) cat said >&2 ;;
esac
exit $rc
A
chmod +x many
printf 'int g(void)\n{\n    return one + "[\\n]";\n}\n' >twice.ampc
status 1 $AMPCC --cc="$PWD/many" -c -fdiagnostics-format=json twice.ampc
cc -c -x c twice.ampc -fdiagnostics-format=json -o none.o 2>plain || true
once=$(jq length plain)
[ "$(jq -r '[.[] | .locations[0].caret.line // .message] | unique | join(" ")' err)" = '3 [between] as: [before] as: behind' ]
[ "$(jq length err)" = $((2 * once + 3)) ]

# A cc without gcc's JSON: its text is read.
if command -v clang >/dev/null; then
    cat >some.ampc <<'A'
#pragma ampc diagnostic ignored "-Wview-race"
int f(array_view<int> v)
{
    /* ü */ int unused, colour = 1;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[0] = i[0]; });
    return color;
}
A
    status 1 $AMPCC --cc=clang -Wall -Werror=unused -fmax-errors=3 -c -fdiagnostics-format=json some.ampc far.c
    [ "$(jq -c '.[] | [.kind, .option, (.locations[0], .children[0].locations[0] | .caret["line", "byte-column", "display-column"])]' err)" = \
        '["error",null,6,12,12,4,26,25]' ]
    status 1 $AMPCC --cc=clang -c -fdiagnostics-format=sarif some.ampc
    [ "$(jq -r '.runs[0].results[0].message.text' err)" = "use of undeclared identifier 'color'; did you mean 'colour'?" ]
    status 1 $AMPCC --cc=clang -c -fdiagnostics-generate-patch -fdiagnostics-format=text -fmax-errors=1 some.ampc
    lacks err clang:
    lacks err view-race
fi

status 1 $AMPCC -c -fdiagnostics-color=always bad.ampc
grep -q "$(printf '\033')\[01;31m" err
GCC_COLORS='error=34:locus=:junk:x=1:fixit-insert=7' status 1 $AMPCC -c -fdiagnostics-color=always bad.ampc
grep -q "^bad.ampc:6:16:$(printf '\033')\[m.*$(printf '\033')\[34m" err
grep -q "$(printf '\033')\[01m" err
status 1 $AMPCC -c -fdiagnostics-color=auto bad.ampc
lacks err "$(printf '\033')"

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

# On a terminal, wide lines are cut around the place, wide characters and tabs counted.
if script -qec true /dev/null >/dev/null 2>&1; then # there may be no pseudo-terminals
    printf 'void f(array_view<int> v) { /* %s\t */ v.extents[0] = 1; /* %s */ }\n' "$(printf '%060d' 0 | sed 's/0/漢/g')" "$(printf '%090d' 0)" >wide.ampc
    COLUMNS=60 script -qec "$AMPCC -fdiagnostics-color=never -fsyntax-only wide.ampc" /dev/null | tr -d '\r' >wide
    has wide 'v.extents[0] ='
    [ "$(sed -n 's/^    1 | //p' wide | sed 's/漢/xx/g' | awk '{ print (length($0) > 52) }')" = 0 ]
    at=$(sed -n 's/^\(    1 | .*\)extents.*/\1/p' wide | sed 's/漢/xx/g' | wc -c)
    [ "$(sed -n 's/\^.*//p' wide | wc -c)" = "$at" ]
    [ "$(sed -n 's/extent$//p' wide | wc -c)" = "$at" ]
fi

# What the environment says of colours counts unless an option does, and cc gets them too.
escape=$(printf '\033')
CLICOLOR_FORCE=1 status 1 $AMPCC -c bad.ampc badc.ampc
[ "$(grep -c "error.*$escape" err)" -ge 2 ]
NO_COLOR=1 CLICOLOR_FORCE=1 status 1 $AMPCC -c bad.ampc
lacks err "$escape"
CLICOLOR_FORCE=0 NO_COLOR= status 1 $AMPCC -c bad.ampc
lacks err "$escape"
NO_COLOR=1 status 1 $AMPCC -fdiagnostics-color -c bad.ampc
has err "$escape"
NO_COLOR=1 status 1 $AMPCC -fdiagnostics-color=auto -c bad.ampc
lacks err "$escape"
NO_COLOR=1 status 0 $AMPCC -### -fsyntax-only sum.ampc
has err -fdiagnostics-color=never
CLICOLOR=0 status 0 $AMPCC -### -fsyntax-only sum.ampc
has err -fdiagnostics-color=never
status 0 env -u NO_COLOR -u CLICOLOR -u CLICOLOR_FORCE $AMPCC -### -fsyntax-only sum.ampc
lacks err -fdiagnostics-color
