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
status 0 $AMPCC --dump=tree chain.ampc
[ "$(wc -c <out)" -lt 8000000 ]
awk 'BEGIN { printf "int f(int x) { "; for (i = 0; i < 20000; i++) printf "if (x) "; print "return 1; return 0; }" }' >nest.ampc
status 1 $AMPCC -fsyntax-only nest.ampc

# So for all that is long without brackets: only what is inside something else counts.
repeat() {
    awk -v n="$1" -v text="$2" -v between="$3" 'BEGIN { for (i = 0; i < n; i++) { t = text; gsub(/#/, i, t); printf "%s%s", i ? between : "", t } }'
}
{
    echo 'struct list { struct list *next; int x; };'
    echo 'struct chain { struct chain (*then)(void); int x; };'
    echo 'static struct chain go(void) { struct chain c = {go, 1}; return c; }'
    echo 'static int sum(int x) restrict(cpu, amp) {' "return $(repeat 10000 x ' + '); }"
    echo 'static int cases(int x) restrict(cpu, amp) { switch (x) {' "$(repeat 10000 'case #:' ' ') return 1; } return 2; }"
    echo 'static int and(int x) restrict(cpu, amp) {' "return $(repeat 10000 'x == 1' ' && '); }"
    echo 'static int commas(int x) restrict(cpu, amp) { int y = 0;' "$(repeat 10000 'y += x' ', '); return y; }"
    echo 'static int choice(int x) {' "return $(repeat 5200 'x == # ? 2 * #' ' : ') : 3; }"
    echo 'static int assign(int x) { int y;' "$(repeat 10000 y ' = ') = x; return y; }"
    echo 'static int labels(void) {' "$(repeat 10000 'l#:' ' ') return 4; }"
    echo 'static int members(struct list *l) {' "return l$(repeat 10000 '->next' '')->x; }"
    echo 'static int calls(void) {' "return go()$(repeat 4000 '.then()' '').x; }"
    cat <<'C'
int main(void)
{
    struct list l = {&l, 5};
    int a[3] = {1, 9999, 10000};
    array_view<int> v(3, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sum(v[i]) + cases(v[i]) + and(v[i]) + commas(v[i]); });
    return !(v(0) == 20002 && v(1) == 199980001 && v(2) == 200000002 && choice(5199) == 10398 && choice(-1) == 3 && assign(6) == 6 &&
             labels() == 4 && members(&l) == 5 && calls() == 1);
}
C
} >long.ampc
status 0 $AMPCC -o long long.ampc
AMPC_DEVICE=emulator status 0 ./long
# Where the stack is too small for that, a message says so.
status 1 sh -c "ulimit -s 8192; $AMPCC -fsyntax-only long.ampc"
has err 'error: expression of more than'

# Structs of two of the one before: what they hold is known, and not looked for in each.
{
    echo 'struct s0 { };'
    awk 'BEGIN { for (i = 1; i < 60; i++) printf "struct s%d { struct s%d x, y; };\n", i, i - 1 }'
    echo 'void f(array_view<int> v)'
    echo '{ struct s59 one; (void)one; parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }); }'
} >pairs.ampc
status 0 timeout 20 $AMPCC --emit=c pairs.ampc

# Thousands of syntax errors.
awk 'BEGIN { for (i = 0; i < 6000; i++) printf "int f%d(int x) { return x + ; }\n", i }' >errors.ampc
status 1 timeout 20 $AMPCC -fsyntax-only errors.ampc
[ "$(grep -c 'error:' err)" -ge 6000 ]
