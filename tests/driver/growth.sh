#!/bin/sh
# What the compiler makes, and the memory it takes, grow as the unit does: four times as many launches, functions, views or
# statements are at most some five times as much. Before, a thousand launches took 6 GB, and so did a chain of a thousand functions.
. "$TESTS/driver/lib.sh"
# unit KIND N: a unit with N of them.
unit() {
    awk -v kind="$1" -v n="$2" '
        function launch(body) {
            return "    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int x = v[i]; " body " v[i] = x; });\n"
        }
        BEGIN {
            for (k = 0; k < n; k++) {
                if (kind == "launches")
                    host = host launch("x += " k ";")
                else if (kind == "functions")
                    before = before "void g" k "(array_view<int> v)\n{\n" launch("x += " k ";") "}\n"
                else if (kind == "views")
                    host = host "    array_view<int> w" k "(64, a);\n" launch("x += w" k "[0];")
                else if (kind == "chain")
                    before = before "int f" k "(int x) restrict(amp) { return " (k ? "f" (k - 1) "(x) + 1" : "x") "; }\n"
                else if (kind == "nested")
                    lines = "        if (x > " k ") {\n" lines "        }\n"
                else if (kind == "members") {
                    before = before (k ? "" : "struct s {\n") "int m" k ";\n" (k == n - 1 ? "};\n" : "")
                    lines = lines (k ? "" : "struct s q;\n") "q.m" k " = x; x += q.m" k ";\n"
                } else if (kind == "called")
                    before = before "int f" k "(int *p) restrict(amp) { return *p + " k "; }\n"
                else
                    lines = lines "        if (x > " k ") x -= " k ";\n"
                if (kind == "called")
                    lines = lines "x += f" k "(&x);\n"
            }
            if (kind == "chain")
                lines = "x = f" (n - 1) "(x);"
            print "#include <amp.h>\n" before "int main(void)\n{\n    int a[64] = {0};\n    array_view<int> v(64, a);"
            print (host ? host : launch(lines)) "    v.synchronize();\n    return a[0];\n}"
        }' >"$1$2.ampc"
}
for kind in launches functions views chain called statements nested members; do
    for n in 100 400; do
        unit $kind $n
        status 0 $AMPCC -w --emit=c -o "$kind$n.c" "$kind$n.ampc"
    done
    small=$(wc -c <"${kind}100.c") large=$(wc -c <"${kind}400.c")
    [ "$large" -le $((small * 5)) ] || fails "$kind: $small bytes become $large"
done
# A thousand launches, and a chain of a thousand functions, in a fraction of a gigabyte; sanitizers need more by themselves.
case $BUILD in */asan | */tsan) exit 0 ;; esac
for kind in launches chain views; do
    unit $kind 1000
    (ulimit -v 400000 && status 0 $AMPCC -w --emit=c -o out.c "${kind}1000.ampc") || fails "$kind: too much memory"
done
# The library composes a long chain of functions of another unit, too.
sed '/^#include/,$!d' chain400.ampc | sed '/^int main/,$d' >lib.ampc
{ echo '#include <amp.h>'; echo 'int f399(int x) restrict(amp);'; sed '/^int main/,$!d' chain400.ampc; } |
    sed 's/return a\[0\]/return a[0] != 399/' >use.ampc
status 0 $AMPCC -w -o use use.ampc lib.ampc
status 0 ./use
AMPC_DEVICE=emulator status 0 ./use
