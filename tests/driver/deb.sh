#!/bin/sh
# 'make deb' makes packages that lintian has nothing to say of; unpacked anywhere, or installed in a system with nothing else
# (PACKAGES=FOLDER: a root folder made by debootstrap), they compile and run a sample. It takes minutes, so it has to be asked for: PACKAGES=1.
[ -n "${PACKAGES:-}" ] || { echo "not asked for: PACKAGES=1, or a root folder"; exit 77; }
for tool in dpkg-buildpackage dh lintian; do
    command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
. "$TESTS/driver/lib.sh"
make -s -C "$TESTS/.." BUILD="$PWD/b" deb >log 2>&1 || { tail -n 40 log; fails "make deb"; }
lintian --allow-root --fail-on error,warning b/deb/*.changes >said 2>&1 || { cat said; fails "lintian"; }

# Unpacked.
rm b/deb/*dbgsym*
for package in b/deb/*.deb; do dpkg-deb -x "$package" root; done
status 0 root/usr/bin/ampcc -O2 -o sum sum.ampc
./sum | grep -q 'sum 56'
for package in ampcc libampc0 libampc-dev vim-ampc ampc-doc; do
    ls b/deb/${package}_*.deb >/dev/null || fails "no package $package"
done

# Installed where there is nothing but a minimal system; its driver of OpenCL is taken away, its loader too.
[ "$PACKAGES" != 1 ] || exit 0
cp b/deb/*.deb "$PACKAGES/tmp"
mount -t proc proc "$PACKAGES/proc"
mount -t sysfs sysfs "$PACKAGES/sys" # PoCL asks it for the processors
trap 'umount "$PACKAGES/proc" "$PACKAGES/sys"' EXIT
chroot "$PACKAGES" sh -e <<'C' >log 2>&1 || { tail -n 30 log; fails "in $PACKAGES"; }
export DEBIAN_FRONTEND=noninteractive LC_ALL=C HOME=/tmp
apt-get -q -y install --no-install-recommends /tmp/*.deb
cd /tmp
ampcc --version
ampcc -O2 /usr/share/doc/ampc/samples/tile_sum.ampc -o tile_sum -lm
./tile_sum 2>said | tee out
grep 'results agree' out
grep 'libOpenCL.so.1: cannot open shared object file' said
printf '#include <ampc.h>\nint main(void) { return !ampc_accelerator_count(); }\n' >c.c
cc -o c c.c -I/usr/include/ampc -lampc && ./c
apt-get -q -y install --no-install-recommends ocl-icd-libopencl1
./tile_sum 2>said
grep 'no OpenCL device was found: kernels' said
apt-get -q -y install --no-install-recommends pocl-opencl-icd
./tile_sum 2>said
grep "no OpenCL" said && exit 1
apt-get -q -y purge ampcc libampc0 libampc-dev vim-ampc ampc-doc pocl-opencl-icd ocl-icd-libopencl1
C
tail -n 3 log
