#!/bin/sh
# Chains of else-if as generators write them: tens of thousands of links on the host and in amp code; nesting has a limit.
. "$TESTS/driver/lib.sh"
chain() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%sif (x == %d) return %d;\n", i ? "else " : "", i, i + 1 }'
}
{
    echo 'int f(int x)'
    echo '{'
    chain 30000
    echo 'return 0; }'
    echo 'static int g(int x) restrict(amp)'
    echo '{'
    chain 30000
    echo 'return 0; }'
    echo 'void k(array_view<int> v)'
    echo '{ parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = g(v[i]); }); }'
} >chain.ampc
status 0 $AMPCC -fsyntax-only chain.ampc
status 0 $AMPCC --emit=cl -o chain.cl chain.ampc
[ "$(grep -c 'if (u_x == ' chain.cl)" = 30000 ]
awk 'BEGIN { printf "int f(int x) { "; for (i = 0; i < 20000; i++) printf "if (x) "; print "return 1; return 0; }" }' >nest.ampc
status 1 $AMPCC -fsyntax-only nest.ampc
