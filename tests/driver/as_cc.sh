#!/bin/sh
# ampcc does as cc: each row of the table is run with both, over the same plain C in files .c and .ampc (.X in the table), each in a folder of its own. The
# exit status, standard output, whether there are messages, and the names of all files afterwards are the same; nothing is left in TMPDIR.
. "$TESTS/driver/lib.sh"
[ -z "$SANITIZE" ] || { echo "cc links without the sanitizers"; exit 77; }

# makes FOLDER SUFFIX
makes() {
    rm -rf "$1"
    mkdir -p "$1/inc" "$1/out dir" "$1/tmp"
    cd "$1"
    printf '#include <stdio.h>\n#include "h.h"\nint other(int);\nint main(int n, char **v) { printf("%%d %%s\\n", other(N), n > 1 ? v[1] : ""); return 0; }\n' >"main.$2"
    printf '#include <stdio.h>\n#ifndef X\n#define X "none"\n#endif\nint main(void) { puts(X); return 0; }\n' >"one.$2"
    printf '#define N 40\n' >inc/h.h
    printf 'int other(int x) { return x + 1; }\n' >"other.$2"
    printf 'int other(int);\nint twice(int x) { return 2 * other(x); }\n' >"twice.$2"
    printf 'int plain(int x) { return x - 1; }\n' >plain.c
    printf 'extern "C" int other(int x) { int r = 0; for (int k : {x, 1}) r += k; return r; }\n' >cpp.cpp
    printf '#define K 7\n    .globl other\nother:\n    ret\n    .section .note.GNU-stack,"",@progbits\n' >asm.S
    printf '    .globl other\nother:\n    ret\n    .section .note.GNU-stack,"",@progbits\n' >raw.s
    printf 'int broken(\n' >"bad.$2"
    printf '#warning careful\nint main(void) { int unused; return 0; }\n' >"warn.$2"
    printf '#include "missing.h"\n' >"miss.$2"
    printf '#include <math.h>\nint main(int n, char **v) { return v ? sin(n) > 2 : 0; }\n' >"m.$2"
    printf -- '-DX="\\"in quotes\\"" -O1\n' >q.rsp
    printf -- "-DX='\"single one\"'\n@nested.rsp\n" >s.rsp
    printf -- '-o "out dir/prog" one.%s' "$2" >nested.rsp
    printf 'int main(void) { return 3; }\n' >"with space.$2"
    printf 'int main(void) { return 4; }\n' >"-dash.$2"
    cp "$BASE"/libother.a "$BASE"/libso.so "$BASE"/pre.o .
    cd ..
}

# does FOLDER COMPILER SUFFIX COMMAND: what is to be compared goes to FOLDER.state.
does() {
    makes "$1" "$3"
    (
        cd "$1"
        CC=$2 TMPDIR=$PWD/tmp sh -c "$(printf %s "$4" | sed "s/\.X\b/.$3/g")" >../stdout 2>../stderr </dev/null && status=0 || status=$?
        echo "status $status" >../status
        ls -A tmp >../left
    )
    suffixes='s/\.ampc\b/.X/g; s/\.c\b/.X/g'
    {
        cat status
        [ ! -s stderr ] || echo "messages"
        [ "$1" = cc ] || sed 's/^/left: /' left
        sed "$suffixes; s/^/stdout: /" stdout
        (cd "$1" && find . -type f | sed "$suffixes" | sort -u)
    } >"$1.state"
}

export BASE=$PWD/base
mkdir base
(cd base && echo 'int other(int x) { return x + 100; }' >lib.c && cc -c lib.c && ar rcs libother.a lib.o && cc -shared -fPIC -o libso.so lib.c &&
    echo 'int pre;' >pre.c && cc -c pre.c)
rows=0 differ=0
while IFS= read -r row; do
    case $row in '' | '#'*) continue ;; esac
    case $row in *c++*) command -v c++ >/dev/null || continue ;; esac
    rows=$((rows + 1))
    does cc cc c "$row"
    does ampcc "$AMPCC" ampc "$row"
    diff cc.state ampcc.state >difference && continue
    differ=$((differ + 1))
    echo "differs: $row"
    cat difference
    head -5 stderr
done <<'ROWS'
# What is made, and where.
$CC one.X && ./a.out
$CC -op one.X && ./p
$CC -c one.X twice.X plain.c
$CC -c -o "out dir/x.o" one.X && $CC -o "out dir/p" "out dir/x.o" && "out dir/p"
$CC -S one.X twice.X
$CC -S -o - twice.X | grep -c twice:
$CC -c -o - twice.X
$CC -E one.X -o e.i
$CC -E -P one.X | tail -1
$CC -fsyntax-only -o p one.X
$CC -S one.X -c
$CC -c one.X -o p twice.X
$CC -c "with space.X" ./-dash.X
$CC -o nodir/p one.X
$CC -c -o nodir/x.o one.X
$CC -c -o inc one.X
$CC -save-temps=obj -c one.X -o "out dir/z.o"
$CC -fstack-usage -g -gsplit-dwarf one.X -o "out dir/p"
$CC --coverage -Iinc main.X plain.c other.X -o p && ./p
$CC -r -o r.o other.X plain.c
# The output is no input.
$CC -o one.X one.X
$CC -c -o ./one.X one.X
$CC -o pre.o one.X pre.o
# Languages.
$CC -Iinc main.X other.X && ./a.out hi
$CC -Iinc main.X cpp.cpp -lstdc++ && ./a.out # c++
$CC -Iinc main.X -x c++ cpp.cpp -x none -lstdc++ && ./a.out # c++
$CC -Iinc main.X asm.S -o p
$CC -Iinc main.X raw.s pre.o -o p
$CC -Iinc -c main.X cpp.cpp raw.s # c++
$CC -Iinc main.X -x c other.X -x assembler raw.s -o p
printf 'int main(void) { return 5; }' | $CC -x c -; ./a.out
printf 'int main(void) { return 5; }' | $CC -x c -c -o s.o -
printf 'int x;' | $CC -
$CC -x nosuch one.X
$CC inc/h.h
$CC -x c-header inc/h.h
# Errors.
$CC
$CC -o p
$CC one.X -o
$CC one.X -I
$CC nosuch.X
$CC nosuch.o
$CC -c nosuch.X one.X
$CC one.X nosuch.o
$CC -c bad.X one.X
$CC bad.X -o p
$CC -c one.X miss.X twice.X
$CC -E miss.X
$CC -Wall -c warn.X
$CC -Wall -Werror -c warn.X
$CC -w -Wall -c warn.X
$CC -nosuch one.X
$CC -fnosuch -c one.X
$CC -Wno-nosuch -c one.X
$CC -std=nosuch -c one.X
$CC -Onosuch one.X
$CC one.X -lnosuch
$CC -Wl,--nosuch one.X
# Words.
$CC @q.rsp one.X && ./a.out
$CC @s.rsp && "out dir/prog"
$CC @missing.rsp one.X
$CC '-DX="$HOME `ls`"' one.X && ./a.out
$CC -D X='"a b"' one.X && ./a.out
$CC -UX -DX='"u"' one.X && ./a.out
$CC -include missing -c one.X
# Rules for make.
$CC -Iinc -MMD main.X other.X -o p && cat p-main.d
$CC -Iinc -MMD -c main.X -o "out dir/m.o" && cat "out dir/m.d"
$CC -Iinc -MM -MT foo -MQ 'a$b' -MP main.X
$CC -Iinc -MM -o x.d main.X && cat x.d
$CC -MM -MG miss.X
$CC -Iinc -MMD -MF - -c main.X
$CC -Iinc -MMD -MF /dev/stdout -c main.X
$CC -Iinc -MMD -fsyntax-only main.X
$CC -Iinc -MMD -S main.X
$CC -Wp,-MMD,w.d -Iinc -c main.X && cat w.d
# Libraries, in one step and in two.
$CC -Iinc main.X -L. -lother && ./a.out
$CC -Iinc -L. -lother main.X
$CC -Iinc main.X libother.a && ./a.out
$CC -Iinc main.X -L. -lso -Wl,-rpath,. && ./a.out
$CC -Iinc main.X -L. -Wl,-Bstatic -lother -Wl,-Bdynamic && ./a.out
$CC m.X
$CC m.X -lm && ./a.out
$CC -c m.X && $CC m.o
$CC -c m.X && $CC m.o -lm && ./a.out
$CC -static m.X -lm && ./a.out
$CC -static -c one.X && $CC -static one.o && ./a.out
$CC -no-pie -s one.X && ./a.out
$CC -shared -fPIC -Wl,-soname,libq.so.1 -o libq.so other.X && readelf -d libq.so | grep -c libq.so.1
$CC -nostdlib -shared -fPIC -o n.so other.X
$CC -flto -Iinc main.X other.X && ./a.out
$CC -Wl,-Map=map.txt one.X
# Queries.
$CC -dumpmachine
$CC -print-file-name=libc.so
ROWS
[ $rows -gt 60 ] && [ $differ = 0 ] || fails "$differ of $rows rows differ"
