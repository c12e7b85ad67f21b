#!/bin/sh
# With a clone in the place of every kernel and amp function (AMPC_TREE=clone) the compiler says and writes the same.
cd "$TESTS/.."
here=$OLDPWD
for f in tests/codegen/*.ampc samples/*.ampc; do
    flags=$(sed -n 's,^// flags: *,,p' "$f")
    for what in cl c; do
        "$AMPCC" --emit=$what $flags -o "$here/plain" "$f" 2>"$here/plain.err"
        AMPC_TREE=clone,verify "$AMPCC" --emit=$what $flags -o "$here/clone" "$f" 2>"$here/clone.err"
        cmp "$here/plain" "$here/clone"
        cmp "$here/plain.err" "$here/clone.err"
    done
done
for f in tests/diag/*.ampc; do
    flags=$(sed -n 's,^// flags: *,,p' "$f")
    "$AMPCC" -fsyntax-only -Wperformance -Itests/diag/include $flags "$f" >"$here/plain" 2>&1 || true
    AMPC_TREE=clone,verify "$AMPCC" -fsyntax-only -Wperformance -Itests/diag/include $flags "$f" >"$here/clone" 2>&1 || true
    cmp "$here/plain" "$here/clone"
done
