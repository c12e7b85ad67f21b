#!/bin/sh
# With every node of kernels and amp functions made anew by its maker (AMPC_TREE=remake) types, texts and messages are the same.
cd "$TESTS/.."
here=$OLDPWD
same() { # what the plain compiler says and writes with these options, and the other
    AMPC_TREE=verify "$AMPCC" "$@" >"$here/plain" 2>"$here/plain.err" || true
    AMPC_TREE=remake,verify "$AMPCC" "$@" >"$here/made" 2>"$here/made.err" || true
    cmp "$here/plain" "$here/made"
    cmp "$here/plain.err" "$here/made.err"
}
for f in tests/codegen/*.ampc samples/*.ampc; do
    flags=$(sed -n 's,^// flags: *,,p' "$f")
    same --dump=types $flags "$f"
    same --emit=c -o - $flags "$f"
done
for f in tests/diag/*.ampc; do
    same -fsyntax-only -Wperformance -Itests/diag/include $(sed -n 's,^// flags: *,,p' "$f") "$f"
done
