#!/bin/sh
# 'make install' and 'make uninstall': PREFIX from the command line or the environment, DESTDIR, a strict umask; programs, libraries, headers and ampc.pc
# work from any place; what was linked starts by itself; nothing is left.
. "$TESTS/driver/lib.sh"
case $BUILD in */asan | */tsan) echo "only the usual build is installed"; exit 77 ;; esac
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX LIB
tree() { (cd "$1" && find . -type f -o -type l | LC_ALL=C sort); }
make() { command make -s -C "$TESTS/.." BUILD="$BUILD" "$@" >log 2>&1 || { cat log; fails "make $*"; }; }

(umask 077 && make PREFIX=/opt/ampc DESTDIR="$PWD/stage" install)
[ -z "$(find stage/opt/ampc ! -type l ! -perm -444)" ] || { find stage ! -perm -444; fails "files that others cannot read"; }
cp -R stage/opt/ampc 'another place'
prefix="$PWD/another place"
tree "$prefix" >files
for file in bin/ampcc libexec/ampc-devices lib/libampc.a lib/libampc.so lib/pkgconfig/ampc.pc share/doc/ampc/LICENSE \
    $(cd "$TESTS/../runtime" && ls amp*.h | sed 's,^,include/ampc/,'); do
    has files "./$file"
done
lacks files internal.h
! grep -rlI "$BUILD" "$prefix" || fails "the installed text files name the build folder"

# The same by environment variables, into a place of its own, with the library elsewhere; and away again.
export PREFIX="$PWD/own" LIB=lib64
make install
tree own | sed 's,/lib64/,/lib/,' | diff files - || fails "PREFIX from the environment installs something else"
own/bin/ampcc -o prog sum.ampc
./prog | grep -q 'sum 56'
make uninstall
[ -z "$(tree own)" ] || { tree own; fails "files are left"; }
[ -z "$(ls own)" ] || { find own; fails "folders are left"; }
unset PREFIX LIB
make PREFIX=/opt/ampc DESTDIR="$PWD/stage" uninstall
[ -z "$(tree stage)" ] || { tree stage; fails "files are left"; }

"$prefix/bin/ampcc" -o prog sum.ampc
./prog | grep -q 'sum 56'
"$prefix/bin/ampcc" --devices | grep -q '^0: '
ln -s "$prefix/bin/ampcc" linked
./linked --version | grep -q '^devices:.* 0: '

# Plain C against the library, both of them: programs start without further ado.
printf '#include <ampc.h>\nint main(void) { return ampc_version() != AMPC_VERSION || !ampc_accelerator_count(); }\n' >c.c
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
eval "cc -o c c.c $(pkg-config --cflags --libs ampc)"
./c
eval "cc -o c c.c $(pkg-config --cflags ampc)" '"$prefix/lib/libampc.a"' -lm -pthread
./c
lacks "$prefix/lib/pkgconfig/ampc.pc" OpenCL
