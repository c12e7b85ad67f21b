#!/bin/sh
# What 'make install' installs is whole: programs, libraries, headers and ampc.pc work under DESTDIR and from any other place.
. "$TESTS/driver/lib.sh"
case $BUILD in */asan | */tsan) echo "only the usual build is installed"; exit 77 ;; esac
make -s -C "$TESTS/.." BUILD="$BUILD" PREFIX=/opt/ampc DESTDIR="$PWD/stage" install >log 2>&1 || { cat log; exit 1; }
cp -R stage/opt/ampc 'another place'
rm -r stage
prefix="$PWD/another place"
(cd "$prefix" && find . -type f -o -type l | LC_ALL=C sort) >files
for file in bin/ampcc libexec/ampc-devices lib/libampc.a lib/libampc.so lib/pkgconfig/ampc.pc \
    $(cd "$TESTS/../runtime" && ls amp*.h | sed 's,^,include/ampc/,'); do
    has files "./$file"
done
lacks files internal.h
! grep -rlI "$BUILD" "$prefix" || fails "the installed text files name the build folder"

"$prefix/bin/ampcc" -o prog sum.ampc
./prog | grep -q 'sum 56'
"$prefix/bin/ampcc" --devices | grep -q '^0: '

# Plain C against the library, both of them.
printf '#include <ampc.h>\nint main(void) { return ampc_version() != AMPC_VERSION || !ampc_accelerator_count(); }\n' >c.c
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
eval "cc -o c c.c $(pkg-config --cflags --libs ampc)"
LD_LIBRARY_PATH="$prefix/lib" ./c
eval "cc -o c c.c $(pkg-config --cflags ampc)" '"$prefix/lib/libampc.a"' -lOpenCL -lm -pthread
./c
