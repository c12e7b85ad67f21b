#!/bin/sh
# With a clone in the place of every kernel and amp function (AMPC_TREE=clone), and with every node of theirs made anew by its maker (AMPC_TREE=remake), the
# compiler says and writes the same: types, the host's C with the kernels' text in it, messages.
cd "$TESTS/.."
here=$OLDPWD
[ -n "$SANITIZE" ] || ! [ -x "$BUILD/tests/path/cc-once" ] || export AMPC_CC="$BUILD/tests/path/cc-once"
# says FILE TREE OPTION...: what the compiler says and writes with these options goes to FILE.
says() {
    file=$here/$1
    tree=$2
    shift 2
    got=0
    AMPC_TREE=$tree "$AMPCC" "$@" >"$file" 2>"$file.err" || got=$?
    echo "status $got" >>"$file.err"
}
# same TREES OPTION...: that is the same with TREES, one behind the other; where it is not, what differs with each of them is shown.
same() {
    trees=$1
    shift
    says plain verify,freeze "$@"
    says changed "$trees,verify" "$@"
    ! cmp -s "$here/plain" "$here/changed" || ! cmp -s "$here/plain.err" "$here/changed.err" || return 0
    for tree in $(echo "$trees" | tr , ' '); do
        says "$tree" "$tree,verify" "$@"
        diff "$here/plain" "$here/$tree" || echo "$tree: $*"
        diff "$here/plain.err" "$here/$tree.err" || echo "$tree: $*"
    done
    exit 1
}
for f in tests/codegen/*.ampc samples/*.ampc; do
    flags=$(sed -n 's,^// flags: *,,p' "$f")
    same remake --dump=types $flags "$f"
    same clone,remake --emit=c -o - $flags "$f"
done
for f in $(grep -l '^// flags:' tests/diag/*.ampc); do
    same clone,remake -fsyntax-only -fmax-errors=0 -fdiagnostics-color=never -Wperformance -Itests/diag/include $(sed -n 's,^// flags: *,,p' "$f") "$f"
done
# The others many at a time.
set -- $(grep -L '^// flags:' tests/diag/*.ampc)
while [ $# -gt 0 ]; do
    files=$1
    shift
    for n in 1 2 3 4 5 6 7 8 9; do
        files="$files${1:+ $1}"
        [ $# = 0 ] || shift
    done
    same clone,remake -fsyntax-only -fmax-errors=0 -fdiagnostics-color=never -Wperformance -Itests/diag/include $files
done
