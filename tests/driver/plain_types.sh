#!/bin/sh
# Plain functions are compiled by the user's options, beside AMP too; what generated code needs of types that meet is asked for there alone.
. "$TESTS/driver/lib.sh"
cat >f.c <<'C'
int f(int *a, float *b) { *a = 1; *b = 2; return *a; }
C
cat f.c - >unit.ampc <<'C'
#include <amp.h>
using namespace concurrency;
int g(array_view<int> a, array_view<float> b) { a(0) = 1; b(0) = 2; return a(0); }
void k(array_view<int> a, array_view<float> b)
{
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 1; b[i] = 2; a[i] += 1; });
}
C
cp f.c plain.ampc
# body FILE: the instructions of f in assembler.
body() { sed -n '/^f:/,/\bret\b/p' "$1" | grep -v '^[[:space:]]*\.' | grep -v '^\.' | sed 's/[[:space:]]*#.*//'; }
# like_cc CC FILE LEVEL: f is what it is without ampcc.
like_cc() {
    status 0 "$1" "$3" -S -o cc.s f.c
    status 0 $AMPCC --cc="$1" "$3" -S -o ampcc.s "$2"
    body cc.s >want
    body ampcc.s >got
    [ -s want ] || fails "no f in the assembler of $1"
    diff want got || fails "$1 $2 $3"
}
like_cc cc plain.ampc -O2
status 0 $AMPCC -v -c plain.ampc
lacks err no-strict-aliasing
if command -v clang >/dev/null 2>&1; then
    like_cc clang plain.ampc -O2
    status 0 $AMPCC --cc=clang -v -c unit.ampc
    has err -fno-strict-aliasing
fi
# gcc from 12 on: by attributes and a pragma.
if echo __GNUC__ __clang__ | cc -E -P -x c - | grep -q '^1[2-9] __clang__'; then
    like_cc cc unit.ampc -O2
    like_cc cc unit.ampc -O3
    status 0 $AMPCC -v -c unit.ampc
    lacks err -fno-strict-aliasing
    status 0 $AMPCC --emit=c -o unit.c unit.ampc
    has unit.c 'pragma GCC optimize'
fi
# Pointers to elements are the user's types for cc, whatever attributes the elements have.
cat >pointers.ampc <<'C'
#include <amp.h>
using namespace concurrency;
enum colour { RED };
struct pair { int a, b; };
#define TAKES(name, type)                                                                                                   \
    void take_##name(type *p);                                                                                              \
    void give_##name(array_view<type> v);                                                                                   \
    void give_##name(array_view<type> v) { type *p = &v[1]; take_##name(p); take_##name(&v[0]); take_##name(&v(0)); }
TAKES(bool, _Bool)
TAKES(char, char)
TAKES(unsigned_char, unsigned char)
TAKES(short, short)
TAKES(long_long, long long)
TAKES(float, float)
TAKES(double, double)
TAKES(colour, enum colour)
TAKES(pair, struct pair)
C
for cc in cc clang; do
    command -v $cc >/dev/null 2>&1 || continue
    status 0 $AMPCC --cc=$cc -Wall -Wextra -Werror -c pointers.ampc
done
