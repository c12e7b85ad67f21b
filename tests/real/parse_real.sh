#!/bin/sh
# The front end takes every header of the C library, OpenCL's, Lua's, zlib's, and stb's libraries with their implementations, wherever cc takes it.
# The libraries' are included many at a time; where they cannot be together, in halves of them, down to each on its own.
. "$TESTS/real/fetch.sh"

# The headers of a Debian package, as they are included.
headers_of() {
    dpkg -L "$1" 2>/dev/null | sed -n 's|^/usr/include/\(x86_64-linux-gnu/\|aarch64-linux-gnu/\)*\(.*\.h\)$|\2|p'
}

failed=0
checked=0
# check NAME: unit.c passes, or cc refuses it too.
check() {
    checked=$((checked + 1))
    $AMPCC -fsyntax-only -w -DCL_TARGET_OPENCL_VERSION=300 -x ampc unit.c >out 2>&1 && return 0
    cc -fsyntax-only -w -x c unit.c 2>/dev/null || return 0
    echo "$1"
    head -n 5 out
    failed=1
}

# together HEADER...: these headers pass.
together() {
    for header; do echo "#include <$header>"; done >unit.c
    [ $# -gt 1 ] || { check "$1"; return; }
    if $AMPCC -fsyntax-only -w -DCL_TARGET_OPENCL_VERSION=300 -x ampc unit.c >out 2>&1; then
        checked=$((checked + $#))
        return
    fi
    n=$(($# / 2))
    half=
    while [ $n -gt 0 ]; do
        half="$half $1"
        shift
        n=$((n - 1))
    done
    together $half
    together "$@"
}

for package in libc6-dev opencl-c-headers liblua5.4-dev zlib1g-dev; do
    headers=$(headers_of $package)
    [ -n "$headers" ] || echo "$package is not installed, its headers are left out"
    for some in $(echo "$headers" | grep -v '^finclude/' | paste -sd ',,,,,,,,,,,,,,,\n'); do
        together $(echo "$some" | tr , ' ')
    done
done

[ -d /usr/include/stb ] || echo "libstb-dev is not installed, its headers are left out"
for file in /usr/include/stb/*.h; do
    [ -f "$file" ] || continue
    name=$(basename "$file" .h)
    upper=$(echo "$name" | tr '[:lower:]' '[:upper:]')
    {
        for header in assert stdio stdlib stddef string math; do echo "#include <$header.h>"; done
        printf '#define %s_IMPLEMENTATION\n#define %s_DEFINE\n' "$upper" "$upper"
        echo "#include <stb/$name.h>"
    } >unit.c
    check "stb/$name.h"
done

[ $checked -gt 0 ] || skip "none of the headers is installed"
echo "$checked headers"
exit $failed
