#!/bin/sh
# The compiler names every place that a new kind of node, operation, type, argument or space needs: a copy of the sources gets one more
# member in each of these enums, and -Wswitch has to report every switch over them. It says nothing of one that has a default, or whose
# operand is an int.
case $BUILD in */asan) echo "run by the usual build"; exit 77 ;; esac
mkdir copy || exit 1
(cd "$TESTS/.." && tar cf - common lexer parser sema optimize codegen driver runtime/*.h) | tar xf - -C copy || exit 1
cd copy || exit 1
enums="expr_kind:EXPR stmt_kind:STMT decl_kind:DECL deriv_kind:DERIV spec_kind:SPEC op:OP amp_op:AMP amp_type:AMP_TYPE
    type_kind:TYPE symbol_kind:SYMBOL amp_construct_form:CONSTRUCT ampc__arg_kind:AMPC__ARG space:SPACE"
for e in $enums; do
    h=$(grep -lE "^enum ${e%:*} \{" parser/*.h sema/*/*.h codegen/*.h codegen/*/*.h runtime/ampc_gen.h)
    [ "$(echo "$h" | wc -w)" = 1 ] || { echo "enum ${e%:*} is declared in '$h'"; exit 1; }
    sed -i "s/^enum ${e%:*} {/& ${e#*:}_NEW_KIND,/" "$h"
done

# FILE:LINE PREFIX of every switch with a label of these enums, the innermost one of each label.
find . -name '*.c' | sed 's,^\./,,' | sort | xargs awk -v enums="$enums" '
    BEGIN {
        n = split(enums, e, /[ \n]+/)
        for (i = 1; i <= n; i++)
            known[substr(e[i], index(e[i], ":") + 1)] = 1
    }
    FNR == 1 { depth = 0 }
    match($0, /^ *switch \(/) { at[++depth] = FILENAME ":" FNR; margin[depth] = index($0, "s"); said[depth] = 0 }
    depth && match($0, /^ *case [A-Z][A-Z_0-9]*/) && !said[depth] {
        name = substr($0, RSTART, RLENGTH)
        sub(/^ *case /, "", name)
        prefix = name ~ /^AMP_TYPE_/ ? "AMP_TYPE" : name ~ /^AMPC__ARG_/ ? "AMPC__ARG" : substr(name, 1, index(name, "_") - 1)
        if (prefix in known)
            print at[depth], prefix
        said[depth] = 1
    }
    depth && match($0, /^ *}/) && index($0, "}") == margin[depth] { depth-- }' | sort >../switches
[ "$(wc -l <../switches)" -gt 50 ] || { cat ../switches; echo "these are not all"; exit 1; }

sed 's/:.*//' ../switches | sort -u | xargs -n 8 -P 2 cc -std=gnu11 -fsyntax-only -Wswitch -I. -I"$BUILD/gen" >../messages 2>&1 ||
    { cat ../messages; exit 1; }
sed -n 's/^\([^:]*:[0-9]*\):[0-9]*: warning: enumeration value [^A-Z]*\([A-Z_]*\)_NEW_KIND[^A-Z].*/\1 \2/p' ../messages | sort >../named
diff ../switches ../named || { echo "these switches are not checked by -Wswitch (<), or over an enum that they do not show (>)"; exit 1; }

# Among them are those of docs/INTERNALS.md, "How to add".
places() {
    kind=$1
    shift
    for f; do
        grep -q "^$f:[0-9]* $kind\$" ../named || { echo "$f: a new $kind is not named there"; exit 1; }
    done
}
places AMP codegen/host/host_amp.c codegen/kernel/kernel_amp.c sema/analysis/effects_expr.c sema/analysis/extent_most.c \
    sema/analysis/variance_expr.c sema/hostflow/host_flow.c sema/hostflow/outlived_flow.c sema/simulate/lockstep_amp.c
places EXPR codegen/host/host_expr.c codegen/kernel/kernel_expr.c parser/print.c sema/checks/bodies.c sema/typing/expr.c
places STMT codegen/host/host_stmt.c codegen/kernel/kernel_stmt.c sema/analysis/paths.c sema/checks/bodies.c sema/typing/stmt.c
places DECL codegen/host/host_decl.c sema/typing/decl.c
places SPACE codegen/kernel/kernel_extern.c codegen/kernel/kernel_helper.c codegen/kernel/kernel_type.c
places AMPC__ARG codegen/host/host_launch.c
