#!/bin/sh
# setup.sh demo|check|ci installs what the build, the tests, or all tests, with editors and a browser, need and this machine lacks: on Debian
# with apt-get, as root or with sudo;
# elsewhere it says what is missing. setup.sh build only looks for what the build needs, and names the command that installs it.
set -u
. "$(dirname "$0")/progress.sh"

demo="gcc libc6-dev binutils flex bison libjansson-dev libxxhash-dev ocl-icd-opencl-dev opencl-headers pocl-opencl-icd"
check="$demo g++ pkg-config check clang-format jq zlib1g-dev libstb-dev liblua5.4-dev"
check="$check openmpi-bin libopenmpi-dev mpich libmpich-dev"
check="$check python3-minimal gdb patch cmake ninja-build meson mandoc ca-certificates bzip2 xz-utils"
# Without these single tests are left out; what the system's release does not have is left out, too.
more="vim neovim emacs-nox elpa-eglot libkf5syntaxhighlighting-tools chromium clang valgrind oclgrind zsh groff"
command -v npm >/dev/null 2>&1 || more="$more npm"

case ${1:-} in
build | demo) packages=$demo ;;
check) packages=$check ;;
ci) packages="$check $more" ;;
*)
    echo "usage: setup.sh build|demo|check|ci" >&2
    exit 2
    ;;
esac

# Sets 'missing' to the tools and headers that are not here, looked for by themselves. FLEX, BISON and CC may name others.
tools_find() {
    missing=
    cc=${CC:-cc}
    for tool in "${cc%% *}" ar ld objcopy "${FLEX:-flex}" "${BISON:-bison}"; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
    for header in jansson.h xxhash.h CL/cl.h CL/cl_icd.h; do
        echo "#include <$header>" | $cc -E -x c - >/dev/null 2>&1 || missing="$missing <$header>"
    done
    if [ "$1" != demo ] && [ "$1" != build ]; then
        for tool in g++ clang-format jq pkg-config; do
            command -v $tool >/dev/null 2>&1 || missing="$missing $tool"
        done
        pkg-config --exists check 2>/dev/null || missing="$missing Check"
    fi
}

# The command that installs what the build needs, by the package managers that we know.
install_command() {
    if command -v apt-get >/dev/null 2>&1; then
        echo "apt-get install ${demo% pocl*}"
    elif command -v dnf >/dev/null 2>&1; then
        echo "dnf install gcc binutils flex bison jansson-devel xxhash-devel ocl-icd-devel opencl-headers"
    elif command -v pacman >/dev/null 2>&1; then
        echo "pacman -S gcc binutils flex bison jansson xxhash ocl-icd opencl-headers"
    fi
}

if [ "$1" = build ]; then
    tools_find build
    [ -n "$missing" ] || exit 0
    echo "make: ampcc cannot be built, since these are missing:$missing" >&2
    command=$(install_command)
    [ -z "$command" ] || echo "make: install them (as root) by: $command" >&2
    exit 1
fi

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v apt-get >/dev/null 2>&1; then
    tools_find "$1"
    [ -n "$missing" ] || exit 0
    echo "setup: this system has no apt-get; please install:$missing" >&2
    echo "setup: an OpenCL device driver (PoCL, for one) is needed too" >&2
    exit 1
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
wanted=$missing
missing=
for package in $wanted; do
    case " $more " in *" $package "*) apt-cache show "$package" >/dev/null 2>&1 || continue ;; esac
    missing="$missing $package"
done

# apt-get says how far it is: dlstatus:1:20.5:Retrieving ...
status=$(mktemp) || exit 1
trap 'rm -f "$status"' EXIT
{
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends -o APT::Status-Fd=1 install $missing
    echo $? >"$status"
} | while IFS=: read -r kind _ percent text; do
    case $kind in
    dlstatus) progress "[${percent%.*} %] downloading: $text" ;;
    pmstatus) progress "[${percent%.*} %] $text" ;;
    esac
done
progress_end
if [ "$(cat "$status")" != 0 ]; then
    echo "setup: apt-get could not install:$missing" >&2
    exit 1
fi
