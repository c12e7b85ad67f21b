#!/bin/sh
# Objects of ampcc: linked without the library they say what to add, with each linker; they are the same bytes from any folder, and
# through ccache; a cc that a signal ends is reported.
. "$TESTS/driver/lib.sh"
$AMPCC -c sum.ampc
for linker in bfd gold lld; do
    command -v ld.$linker >/dev/null || { echo "not tried: no ld.$linker"; continue; }
    status 1 cc $SANITIZE -fuse-ld=$linker -o sum sum.o
    has err 'ampc__link_with_ampcc_or_add_lampc'
done
if [ -z "$SANITIZE" ]; then # else the library asks for theirs
    cc -o sum sum.o "$BUILD/lib/libampc.a" -lm -ldl -pthread
    ./sum >out
    cc -o sum sum.o -L"$BUILD/lib" -lampc -lm -Wl,-rpath,"$BUILD/lib"
    ./sum >out
fi
# Plain C asks for nothing.
printf 'int main(void) { return 0; }\n' >plain.ampc
$AMPCC -c plain.ampc
nm plain.o >names
lacks names ampc_
cc $SANITIZE plain.o

# The same bytes.
mkdir -p 'here' 'some where/else/tmp'
cp sum.ampc here
cp sum.ampc 'some where/else'
(cd here && $AMPCC -g -O2 "-ffile-prefix-map=$PWD=/src" -c sum.ampc && $AMPCC -g -O2 "-ffile-prefix-map=$PWD=/src" -o prog sum.ampc)
(cd 'some where/else' && export TMPDIR="$PWD/tmp" && $AMPCC -g -O2 "-ffile-prefix-map=$PWD=/src" -c sum.ampc &&
    $AMPCC -g -O2 "-ffile-prefix-map=$PWD=/src" -o prog sum.ampc)
cmp here/sum.o 'some where/else/sum.o'
cmp here/prog 'some where/else/prog'
printf '#include <stdio.h>\nint main(void) { return puts(__DATE__ " " __TIME__) < 0; }\n' >date.ampc
SOURCE_DATE_EPOCH=0 $AMPCC -o date date.ampc
[ "$(./date)" = 'Jan  1 1970 00:00:00' ] || fails SOURCE_DATE_EPOCH
if command -v ccache >/dev/null; then
    $AMPCC -g -O2 -c -o direct.o sum.ampc
    for k in 1 2; do
        CCACHE_DIR=$PWD/ccache $AMPCC --cc="ccache cc $SANITIZE" -g -O2 -c -o cached.o sum.ampc
        cmp direct.o cached.o
    done
    CCACHE_DIR=$PWD/ccache ccache -s | grep -qE 'Hits: *[1-9]|cache hit.* [1-9]' || fails "ccache: no hit"
fi

# Many at a time.
for k in 1 2 3 4; do
    $AMPCC -O1 -c -o "j$k.o" sum.ampc &
done
wait
for k in 1 2 3 4; do cmp j1.o "j$k.o"; done

printf '#!/bin/sh\ncase " $* " in *" -c "*) kill -SEGV $$ ;; esac\nexec cc "$@"\n' >dies
chmod +x dies
status 4 $AMPCC --cc=./dies -c -o died.o sum.ampc
has err "'./dies' was ended by signal 11"
none died.o
