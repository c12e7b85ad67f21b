#!/bin/sh
# An installed ampcc finds its headers and library.
. "$TESTS/driver/lib.sh"
case $BUILD in */asan) echo "only the usual build is installed"; exit 77 ;; esac
make -s -C "$TESTS/.." BUILD="$BUILD" PREFIX="$PWD/prefix" install >log 2>&1 || { cat log; exit 1; }
prefix=$PWD/prefix
[ -x "$prefix/bin/ampcc" ]
"$prefix/bin/ampcc" -o prog sum.ampc
./prog | grep -q 'sum 56'
# Plain C against the library.
printf '#include <ampc.h>\nint main(void) { return AMPC_VERSION == 0; }\n' >c.c
cc -o c c.c $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs ampc)
./c
