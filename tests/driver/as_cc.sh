#!/bin/sh
# ampcc does as cc: each row of the table is run with both, over the same plain C in files .c and .ampc (.X in the table; -x X is their language), each in a
# folder of its own. The exit status, standard output, whether there are messages, and the names, permissions and links of all files afterwards are the
# same; nothing is left in TMPDIR. With --cc=clang it does as clang, or as cc, in the sections without 'cc:'. Rows that say 'as' run that command without root's rights.
. "$TESTS/driver/lib.sh"
[ -z "$SANITIZE" ] || { echo "cc links without the sanitizers"; exit 77; }

AS=
[ "$(id -u)" != 0 ] || AS='setpriv --reuid=65534 --regid=65534 --clear-groups'
OTHERS=1 # others can run ampcc
$AS "$AMPCC" -dumpmachine >/dev/null 2>&1 || OTHERS=
CLANG=$(command -v clang || true)
export AS OTHERS CLANG
python3 -B "$TESTS/driver/as_cc.py" <<'ROWS'
# What is made, and where.
$CC one.X && ./a.out
$CC -op one.X && ./p
$CC -c one.X twice.X plain.c
$CC -c -o "out dir/x.o" one.X && $CC -o "out dir/p" "out dir/x.o" && "out dir/p"
$CC -S one.X twice.X
$CC -S -o - twice.X | grep -c twice:
$CC -c -o - twice.X | wc -l | sed 's/[1-9].*/object/'
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
$CC -O2 -fprofile-generate one.X -o p && ./p && $CC -O2 -fprofile-use -Werror=missing-profile one.X -o p # gcc
$CC -O2 -fprofile-generate -c one.X -o "out dir/x.o" && $CC --coverage "out dir/x.o" && ./a.out && $CC -O2 -fprofile-use -Werror=missing-profile -c one.X -o "out dir/x.o" # gcc
$CC -O2 -fsave-optimization-record -c one.X # gcc
$CC -da -c one.X # gcc
# Long names.
$CC --output=p --define-macro=X='"="' one.X && ./p
$CC --output "out dir/p" --define-macro X='"="' --include-directory=inc --include stdio.h one.X && "out dir/p"
$CC --compile --optimize=2 --debug --include-directory inc --write-user-dependencies main.X
$CC --assemble --no-warnings --save-temps one.X
$CC --user-dependencies --include-directory=inc main.X
$CC --preprocess --no-line-commands --output=e.i one.X
$CC --shared -fPIC --for-linker=-soname --for-linker libq.so.1 -o libq.so other.X && readelf -d libq.so | grep -c libq.so.1
$CC --language=c++ cpp.cpp --language none -c one.X # c++
$CC --static --verbose one.X && ./a.out
$CC one.X --output
# The output is no input.
$CC -o one.X one.X
$CC -c -o ./one.X one.X
$CC -o pre.o one.X pre.o
# Files that are there keep their permissions and links where cc keeps them.
umask 077; $CC -MMD one.X -o p; $CC -c one.X; $CC -S one.X; $CC -E one.X -o e.i
umask 002; $CC -MMD one.X -o p; $CC -c one.X; $CC -S one.X
echo old >p; echo old >o.o; echo old >s.s; chmod 640 p o.o s.s; $CC one.X -o p; $CC -c one.X -o o.o; $CC -S one.X -o s.s
: >p; : >o.o; : >s.s; chmod 600 p o.o s.s; $CC one.X -o p; $CC -c one.X -o o.o; $CC -S one.X -o s.s
echo old >a; ln a p; ln a o.o; ln a s.s; $CC one.X -o p; $CC -c one.X -o o.o; $CC -S one.X -o s.s
echo old >a; ln -s a p; ln -s a o.o; ln -s a s.s; $CC one.X -o p; $CC -c one.X -o o.o; $CC -S one.X -o s.s # gcc
mkdir d; ln -s d/p p; ln -s d/o o.o; ln -s d/s s.s; $CC one.X -o p; $CC -c one.X -o o.o; $CC -S one.X -o s.s # gcc
mkdir d; echo old >d/s.s; echo old >d/p; echo old >d/m; chmod 666 d/*; chmod 555 d; as $CC -S one.X -o d/s.s; as $CC one.X -o d/p; as $CC -MMD -MF d/m -S one.X -o d/s.s
mkdir d; echo old >d/s.s; chmod 777 d; chmod 444 d/s.s; as $CC -S one.X -o d/s.s || rm -f d/s.s; echo old >d/p; chmod 444 d/p; as $CC one.X -o d/p # gcc
mkdir d; chmod 555 d; as $CC -c one.X -o d/x.o; as $CC one.X -o d/p
$CC -S one.X -o /dev/null; $CC -c one.X -o /dev/null; $CC one.X -o /dev/null
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
printf 'int main(void) { return 5; }' | $CC -x X -; ./a.out
printf 'int main(void) { return 5; }' | $CC -x X -c -
printf 'int main(void) { return 5; }' | $CC -x X -MMD -S -
printf 'int main(void) { return 5; }' | $CC -x X -o p - && ./p
printf '#include "h.h"\nint main(void) { return N; }' | $CC -Iinc -x X -E -P -
printf '#include "h.h"\nint main(void) { return N; }' | $CC -Iinc -x X -MM -
printf '#include "h.h"\nint main(void) { return N; }' | $CC -x X -c -
printf 'int x = __LINE__; const char *f = __FILE__;' | $CC -x X -E -P -
cat other.X | $CC -Iinc main.X -x X - && ./a.out
cat other.X | $CC -Iinc -x X main.X - -o p && ./p
cat bad.X | $CC -x X -c -
$CC -x nosuch one.X
$CC inc/h.h
$CC -x c-header inc/h.h
# Errors, cc:
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
# Words, cc:
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
$CC -fuse-ld=bfd -static-libgcc one.X && ./a.out
$CC -no-pie -s one.X && ./a.out
$CC -shared -fPIC -Wl,-soname,libq.so.1 -o libq.so other.X && readelf -d libq.so | grep -c libq.so.1
$CC -nostdlib -shared -fPIC -o n.so other.X
$CC -flto -Iinc main.X other.X && ./a.out
$CC -Wl,-Map=map.txt one.X
# Queries, cc:
$CC -dumpmachine
$CC -print-file-name=libc.so
ROWS
