# lib.sh - sourced by the tests of this folder; each runs in an empty folder with $AMPCC and $TESTS set.

# fails MESSAGE...: ends the test.
fails() {
    echo "failed: $*"
    exit 1
}

# has FILE TEXT: the file contains the text.
has() { grep -qF -e "$2" "$1" || { cat "$1"; fails "$1 does not contain '$2'"; }; }
# lacks FILE TEXT
lacks() { ! grep -qF -e "$2" "$1" || { cat "$1"; fails "$1 contains '$2'"; }; }
# none FILE...: the files do not exist.
none() { for f; do [ ! -e "$f" ] || fails "$f exists"; done; }
# status N COMMAND...: the command ends with N; its output is in out and err.
status() {
    want=$1
    shift
    got=0
    "$@" >out 2>err || got=$?
    [ "$got" = "$want" ] || { cat out err; fails "exit status $got instead of $want: $*"; }
}
# kernels_as_they_are: PoCL compiles kernels without optimising them from here on, in a fraction of the time, for what they compute; other drivers compile as
# ever. In the folder of tests/run's programs that do so, as other tests want optimised ones.
kernels_as_they_are() { export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable POCL_CACHE_DIR="$BUILD/pocl-plain"; }
# host_as_it_is: cc does not optimise the host's code from here on, which is most of a program's translation; tests/exec has the same programs with it.
# kernels_alone: that, and there is no code for the emulator.
host_as_it_is() { export AMPC_CC="$TESTS/path/cc-plain"; }
kernels_alone() {
    host_as_it_is
    AMPCC="$AMPCC --no-emulator"
}
# long: all is tried that there is (make check-long), not only one of several that differ in numbers.
long() { [ -n "${LONG:-}" ]; }
# some N WORD...: the first N words, or all of them.
some() {
    least=$1
    shift
    for word; do
        [ $least -gt 0 ] || long || break
        least=$((least - 1))
        echo "$word"
    done
}
# links_by CC: that compiler is there, and links with the library, which may have been built for cc's sanitizers.
links_by() { command -v "$1" >/dev/null && { [ -z "$SANITIZE" ] || [ "$1" != clang ]; }; }
# browses PAGE: Chromium shows it without an error; what its scripts made of it is in dom. Ends the test as skipped without Chromium.
browses() {
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
        { echo "skipped: the pages are not looked at, as there is no Chromium (Debian: apt-get install chromium)"; exit 77; }
    "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --window-size=1320,2000 --enable-logging=stderr \
        --virtual-time-budget=10000 --dump-dom "file://$PWD/$1" >dom 2>browser.log || { cat browser.log; fails "the browser"; }
    ! grep CONSOLE browser.log || fails "messages of $1 in the browser's console"
}
# drawn N: at least so many marks.
drawn() {
    marks=$(sed -n 's/.*<body data-drawn="\([0-9]*\)".*/\1/p' dom)
    [ "${marks:-0}" -ge "$1" ] || fails "${marks:-no} marks instead of $1"
}
# counted N TEXT: the page has the text so many times, or more often.
counted() { [ "$(grep -oF -e "$2" dom | wc -l)" -ge "$1" ] || fails "'$2' is on the page less than $1 times"; }

# A program with a kernel, one that has an error in AMP code, one that cc refuses.
cat >sum.ampc <<'A'
#include <stdio.h>
int main(void)
{
    int a[8];
    array_view<int, 1> v(8, a);
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * 2; });
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += v(k);
    printf("sum %d\n", sum);
    return sum != 56;
}
A
cat >bad.ampc <<'A'
#include <stdlib.h>
void f(int *a, int n)
{
    array_view<int, 1> v(n, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        v[i] = rand();
    });
}
A
cat >badc.ampc <<'A'
int g(void)
{
    return undeclared;
}
A

# needs_binaries COMMAND...: ends the test as skipped where the device that the command uses is not asked for binaries (PoCL 6 with LLVM 18).
needs_binaries() {
    AMPC_VERBOSE=1 AMPC_CACHE_DIR=$PWD/asked "$@" >asked.out 2>&1 || :
    if grep -q "is not asked for a program's binary" asked.out; then echo "skipped: the driver's compiler may end the process over binaries"; exit 77; fi
}
