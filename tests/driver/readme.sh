#!/bin/sh
# What README.md shows is so: its program and output, its messages, its Makefile, its commands.
. "$TESTS/driver/lib.sh"
readme=$TESTS/../README.md
export PATH="$(dirname "$AMPCC"):$PATH"

# block LANGUAGE N: the N-th block of code in that language; "text" is an indented one.
block() {
    awk -v language="$1" -v wanted="$2" '
        language != "text" && $0 == "```" language { if (++n == wanted) on = 1; next }
        /^```/ { on = 0 }
        language == "text" && /^    / && !inside { n++; inside = 1 }
        !/^    / { inside = 0 }
        language == "text" ? inside && n == wanted : on' "$readme"
}

# The program, built and run as the page says; its mistake.
block c 1 >add.ampc
grep -q parallel_for_each add.ampc || fails "no program"
grep -qF '$ build/bin/ampcc -O2 -o add add.ampc && ./add' "$readme" || fails "no command"
$AMPCC -O2 -Wall -Wextra -Werror -o add add.ampc
[ "$(./add | sed 's/ $//')" = "7 9 11 13 15" ] && grep -q '^    7 9 11 13 15$' "$readme" || fails "another output"
# says FILE: what ampcc says of it is on the page, to the letter.
says() {
    $AMPCC -c "$1" 2>said || true
    sed -n "/^    $1:[0-9]/,/^\$/p" "$readme" | sed 's/^    //; /^$/,$d' >shown
    diff shown said || fails "another message about $1"
}
mkdir wrong
sed '4s/^$/static int weight(int x) { return 2 * x; }/; s/va\[i\] + vb\[i\]/weight(va[i])/' add.ampc >wrong/add.ampc
cat >wrong/turn.ampc <<'A'
void turn(int *a)
{
    array_view<int> v(1024, a);
    parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static int s[64];
        s[t.local[0]] = v[t.global];
        v[t.global] = s[63 - t.local[0]];
    });
}
A
cd wrong
says add.ampc
says turn.ampc
cd ..

# The Makefile and the CMakeLists.txt, with another source in plain C.
mkdir make
sed 's/int main(void)/int kernels(void)/' sum.ampc >make/kernels.ampc
printf 'int kernels(void);\nint main(void) { return kernels(); }\n' >make/main.c
if command -v pkg-config >/dev/null; then
    block make 1 >make/Makefile
    (unset MAKEFLAGS AMPCC && export PKG_CONFIG_PATH="$BUILD/lib/pkgconfig" && command make -s -C make CFLAGS=-O2 prog)
    make/prog | grep -q 'sum 56'
fi
if command -v cmake >/dev/null && [ -z "$SANITIZE" ]; then
    { printf 'cmake_minimum_required(VERSION 3.20)\nproject(prog C)\n'; block cmake 1; } >make/CMakeLists.txt
    (unset AMPCC && cmake -S make -B cmake && cmake --build cmake) >log 2>&1 || { cat log; fails cmake; }
    cmake/prog | grep -q 'sum 56'
fi

# Options and variables exist.
$AMPCC --help >help
for option in $(grep -o '`--\?[a-zA-Z][-a-zA-Z]*[=`]' "$readme" | tr -d '`=' | sort -u); do
    has help "$option"
done
for variable in $(grep -o 'AMPC_[A-Z_]*' "$readme" | sort -u); do
    grep -q "$variable" "$TESTS/../docs/ENVIRONMENT.md" || fails "$variable is not in ENVIRONMENT.md"
done

# Without flex, make names the command that installs it.
status 2 make -C "$TESTS/.." FLEX=no-such-flex BUILD="$PWD/none" all
has err 'these are missing: no-such-flex'
