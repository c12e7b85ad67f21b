#!/bin/sh
# Which warnings are given: -W options and pragmas on our ids, which cc never sees.
. "$TESTS/driver/lib.sh"
cat >cast.ampc <<'A'
void f(const int *p) restrict(amp)
{
    *(int *)p = 1;
}
A
# gives KIND OPTION...: what is said about the cast.
gives() {
    kind=$1
    shift
    code=0
    [ "$kind" != error ] || code=1
    status $code $AMPCC -Wall -c "$@" cast.ampc
    if [ "$kind" = nothing ]; then
        [ ! -s err ] || { cat err; fails "messages: $*"; }
    else
        has err "$kind: casting const away"
        lacks err 'unrecognized'
    fi
}
gives warning
gives warning -Wamp-const-cast
gives nothing -Wno-amp-const-cast
gives nothing -Wno-amp-const-cast -Werror
gives nothing -w -Werror=amp-const-cast
gives error -Werror
gives error -Werror=amp-const-cast
gives error -Wno-amp-const-cast -Werror=amp-const-cast
gives warning -Werror -Wno-error=amp-const-cast
gives warning -Werror -Wno-error=amp-const-cast -Wamp-const-cast
gives nothing -Werror=amp-const-cast -Wno-amp-const-cast
gives nothing -Wno-amp-const-cast -Wperformance
gives warning -Wno-performance -Wno-error=performance
gives warning -Werror=performance

# Errors stay errors.
status 1 $AMPCC -c -Wno-amp-call bad.ampc
has err "'amp-call' is an error and stays one"
has err '[amp-call]'
status 1 $AMPCC -c -Wno-error=amp-call bad.ampc
has err "'amp-call' is an error and stays one"
status 1 $AMPCC -c -Wamp-call -Werror=amp-call bad.ampc
lacks err 'stays one'

# What is not ours is cc's.
status 1 $AMPCC -c -Wamp-no-such-id cast.ampc
has err '-Wamp-no-such-id'
status 0 $AMPCC -c -Wno-amp-const-cast -Wperformance sum.ampc -o sum.o
[ ! -s err ]
echo 'int plain;' >plain.c
status 0 $AMPCC -c -Wno-amp-const-cast -Wperformance -Werror plain.c
[ ! -s err ]

# The pragmas are ours too, in code with and without AMP.
printf '#pragma GCC diagnostic ignored "-Wamp-const-cast"\n' >quiet.h
{ echo '#include "quiet.h"'; cat cast.ampc; } >quiet.ampc
status 0 $AMPCC -Wall -Werror -c quiet.ampc
[ ! -s err ]
printf '#include "quiet.h"\nint x;\n#pragma GCC diagnostic ignored "-Wperformance"\n' >plain.ampc
status 0 $AMPCC -Wall -Werror -c plain.ampc
[ ! -s err ]
printf '#pragma GCC diagnostic ignored "-Wno-such-id"\n' >cc.ampc
status 0 $AMPCC -Wall -c cc.ampc
has err 'cc.ampc:1:32: warning: '

# A misspelt id, which gcc accepts silently after -Wno-.
status 0 $AMPCC -fsyntax-only -Wno-view-rac -Winvalid-pch sum.ampc
has err "ampcc: warning: '-Wno-view-rac' is none of ampcc's; did you mean 'view-race'?"
lacks err pch
status 0 $AMPCC -fsyntax-only -Wno-view-rac -fdiagnostics-format=json sum.ampc
jq -e 'length == 1 and .[0].kind == "warning"' err >/dev/null
# What is reported before the work begins stands in the same document, and alone when there is no work.
status 1 $AMPCC -fsyntax-only -Wno-view-rac -fdiagnostics-format=json sum.ampc no-such.ampc
jq -e 'length >= 2 and .[0].kind == "warning" and .[1].kind == "error"' err >/dev/null
status 1 $AMPCC -c -fdiagnostics-format=json -o no/such/x.o sum.ampc
jq -e 'length == 1 and .[0].kind == "error"' err >/dev/null

# An element that is only named comes to the host, which is what the statement is for.
cat >named.ampc <<'A'
#include <stdio.h>
struct point {
    int x, y;
};
#define SYNCHRONIZE(view) view(0)
int main(void)
{
    int a[4] = {1, 2, 3, 4}, b[2][2] = {{5, 6}, {7, 8}}, n = 0, value;
    struct point p[2] = {{1, 2}, {3, 4}};
    array_view<int> v(4, a);
    array_view<const int> c(4, a);
    array_view<int, 2> w(2, 2, &b[0][0]);
    array_view<struct point> s(2, p);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        v[i] += 10;
        w(i[0] / 2, i[0] % 2) += 10;
        if (i[0] < 2)
            s[i].x++;
    });
    v(1), v(3);
    w(1, 1);
    w[1][0], w[index<2>(0, 0)];
    (w(0, 1));
    SYNCHRONIZE(v);
    for (v[0]; n < 1; v(2), n++)
        c(0);
    s(0), s(1).x;
    (s(0)).y;
    v.section(0, 1)[0];
    n && v(1);
    n ? v(1) : w(0, 0);
    value = (v(1), ({ v(1); w(1, 1); }));
    if (n)
        v(0);
    else
        w(0, 1);
    printf("%d %d %d %d %d\n", a[0], a[3], b[1][1], p[0].x, value);
    return 0;
}
A
for cc in cc clang; do
    links_by $cc || continue
    status 0 $AMPCC --cc="$cc $SANITIZE" -Wall -Wextra -o named named.ampc
    [ ! -s err ] || { cat err; fails "messages with $cc"; }
    status 0 ./named
    has out '11 14 18 2 18'
done
# What is computed from it is not.
status 0 $AMPCC -Wall -c -x ampc - <<'A'
void f(int *p)
{
    array_view<int> v(4, p);
    v(1) + 1;
}
A
has err 'not used'
# Warnings that few ask for are about the program, not about what is made of it.
cat >rare.ampc <<'A2'
#include <stdlib.h>
static float b[4];
int rare(int n, float *p)
{
    accelerator_list all = accelerator::get_all();
    array_view<float> v(n, p), w(n), x(b);
    array<float> a(n);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = w[i] + x(0); });
    v.synchronize();
    free(p);
    return all.size() && all[n].supports_double_precision && !all[0].is_emulated;
}
A2
status 0 $AMPCC -Wlong-long -Wbad-function-cast -Wtraditional-conversion -c rare.ampc
[ ! -s err ] || { cat err; fails "warnings about generated text"; }
if command -v clang >/dev/null; then
    status 0 $AMPCC --cc=clang -Wcomma -Wused-but-marked-unused -c rare.ampc
    [ ! -s err ] || { cat err; fails "clang's warnings about generated text"; }
fi
