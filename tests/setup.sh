#!/bin/sh
# Installs what the build (setup.sh demo) or the tests (setup.sh check) need and this machine lacks.
# On Debian with apt-get, as root or with sudo; elsewhere it says what is missing.
set -u

demo="gcc libc6-dev binutils flex bison libjansson-dev libxxhash-dev ocl-icd-opencl-dev opencl-headers pocl-opencl-icd"
check="$demo g++ pkg-config check clang-format jq zlib1g-dev libstb-dev liblua5.4-dev"
check="$check patch cmake ca-certificates bzip2 xz-utils"

case ${1:-} in
demo) packages=$demo ;;
check) packages=$check ;;
*)
    echo "usage: setup.sh demo|check" >&2
    exit 2
    ;;
esac

# Without apt-get the tools and headers themselves are looked for.
tools_check() {
    missing=
    for tool in cc ar flex bison; do
        command -v $tool >/dev/null 2>&1 || missing="$missing $tool"
    done
    if command -v cc >/dev/null 2>&1; then
        for header in jansson.h xxhash.h CL/cl.h; do
            echo "#include <$header>" | cc -E -x c - >/dev/null 2>&1 || missing="$missing <$header>"
        done
    fi
    if [ "$1" = check ]; then
        for tool in g++ clang-format jq pkg-config; do
            command -v $tool >/dev/null 2>&1 || missing="$missing $tool"
        done
        pkg-config --exists check 2>/dev/null || missing="$missing Check"
    fi
    if [ -n "$missing" ]; then
        echo "setup: this system has no apt-get; please install:$missing" >&2
        echo "setup: an OpenCL device driver (PoCL, for one) and the ICD loader are needed too" >&2
        exit 1
    fi
}

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v apt-get >/dev/null 2>&1; then
    tools_check "$1"
    exit 0
fi

missing=
for package in $packages; do
    installed "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
    sudo=
elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
else
    echo "setup: these packages are missing:$missing" >&2
    echo "setup: neither root nor sudo; as root: apt-get install$missing" >&2
    exit 1
fi
echo "setup: installing$missing"
$sudo apt-get -q update >/dev/null || echo "setup: apt-get update failed; trying with the lists at hand" >&2
# shellcheck disable=SC2086
if ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing >/dev/null; then
    echo "setup: apt-get could not install:$missing" >&2
    exit 1
fi
