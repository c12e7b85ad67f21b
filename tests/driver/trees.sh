#!/bin/sh
# With a clone in the place of every kernel and amp function (AMPC_TREE=clone), and with every node of theirs made anew by its maker (AMPC_TREE=remake), the
# compiler says and writes the same: types, the host's C with the kernels' text in it, messages.
cd "$TESTS/.."
here=$OLDPWD
# says FILE TREE OPTION...: what the compiler says and writes with these options goes to FILE.
says() {
    file=$here/$1
    tree=$2
    shift 2
    got=0
    AMPC_TREE=$tree "$AMPCC" "$@" >"$file" 2>"$file.err" || got=$?
    echo "status $got" >>"$file.err"
}
# same TREES OPTION...: that is the same with each of TREES.
same() {
    trees=$1
    shift
    says plain verify "$@"
    for changed in $trees; do
        says "$changed" "$changed,verify" "$@"
        cmp "$here/plain" "$here/$changed"
        cmp "$here/plain.err" "$here/$changed.err"
    done
}
for f in tests/codegen/*.ampc samples/*.ampc; do
    flags=$(sed -n 's,^// flags: *,,p' "$f")
    same remake --dump=types $flags "$f"
    same "clone remake" --emit=c -o - $flags "$f"
done
for f in tests/diag/*.ampc; do
    same "clone remake" -fsyntax-only -Wperformance -Itests/diag/include $(sed -n 's,^// flags: *,,p' "$f") "$f"
done
