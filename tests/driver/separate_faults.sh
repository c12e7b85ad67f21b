#!/bin/sh
# Amp functions of other units that do not fit: each is named at the launch.
. "$TESTS/driver/lib.sh"

# unit BODY: main.ampc, with a kernel of that body; TOP stands in front.
unit() {
    cat >main.ampc <<C
$TOP
int main(void)
{
    int a[64] = {0};
    array_view<int> v(64, a);
    parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) { $1 });
    return v(0);
}
C
}
# refused TEXT...: the program says so when it runs.
refused() {
    status 0 $AMPCC main.ampc other.ampc -o prog
    status 134 ./prog
    for text; do has err "$text"; done
}

# A declaration that is not the definition's.
TOP='float f(int a) restrict(amp);'
unit 'v[t] = (int)f(1);'
echo 'float f(float a) restrict(amp) { return a; }' >other.ampc
refused "main.ampc:6 calls the amp function 'f' as 'float (int)'" "other.ampc:1 defines it as 'float (float)'"

TOP='struct s { int a, b; }; int f(struct s s) restrict(amp);'
unit 'struct s s = {1, 2}; v[t] = f(s);'
echo 'struct s { int a; float b; }; int f(struct s s) restrict(amp) { return s.a; }' >other.ampc
refused "'f'" 'with a type of other contents'

# Recursion through two files.
TOP='int f(int a) restrict(amp); int g(int a) restrict(amp) { return f(a); }'
unit 'v[t] = g(1);'
cat >other.ampc <<'C'
int g(int a) restrict(amp);
static int way(int a) restrict(amp) { return g(a); }
int f(int a) restrict(amp)
{
    return way(a);
}
C
refused "amp code cannot recurse: 'f' -> 'g' -> 'f'"

# Within the file: no kernel of that file reaches it, so nobody has said so before.
TOP='int f(int a) restrict(amp);'
unit 'v[t] = f(1);'
cat >other.ampc <<'C'
int f(int a) restrict(amp);
static int way(int a) restrict(amp) { return f(a); }
int f(int a) restrict(amp) { return way(a); }
C
refused "calls the amp function 'f'" 'it recurses'

# tile_static variables without tiles, also one file further.
cat >other.ampc <<'C'
int deep(int a) restrict(amp);
int f(int a) restrict(amp) { return deep(a); }
C
echo 'int deep(int a) restrict(amp) { tile_static int x[4]; x[a] = a; return x[a]; }' >deep.ampc
cat >main.ampc <<'C'
int f(int a) restrict(amp);
int main(void)
{
    int a[8] = {0};
    array_view<int> v(8, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(1); });
    return v(0);
}
C
status 0 $AMPCC main.ampc other.ampc deep.ampc -o prog
status 134 ./prog
has err 'the kernel at main.ampc:6 has no tiles'
has err "'deep' (deep.ampc:1)"

# What one function of a unit asks for when it is refused is there for the next.
TOP='struct pair { int a, b; }; int good(int n, struct pair p) restrict(amp);'
unit 'struct pair p = {1, 10}; v[t] = good(t.local[0] & 1, p);'
cat >other.ampc <<'C'
static const int table[2] = {1, 2};
struct pair { int a, b; };
int refused(int n, struct pair p) restrict(amp)
{
    while (n < 100 && ({ int s = 0; for (int k = 0; k < 2; k++) s += table[k]; s; }) < n)
        n++;
    return n + p.a;
}
int good(int n, struct pair p) restrict(amp) { return table[n] + p.b; }
C
status 0 $AMPCC main.ampc other.ampc -o prog
AMPC_DEVICE=emulator status 11 ./prog
status 11 ./prog

# So many references that not every combination of memories has a version.
TOP='int f(index<1> &a, index<1> &b, index<1> &c, index<1> &d, index<1> &e) restrict(amp);'
unit 'index<1> k; v[t] = f(k, k, k, k, k);'
cat >other.ampc <<'C'
int f(index<1> &a, index<1> &b, index<1> &c, index<1> &d, index<1> &e) restrict(amp) { return a[0] + b[0] + c[0] + d[0] + e[0]; }
C
refused "calls the amp function 'f'" 'private, private, private, private, private memory'

# assert and abort of another file, in a function that another file calls.
TOP='int f(int a) restrict(amp);'
unit 'v[t] = f(t.global[0]);'
cat >other.ampc <<'C'
#include <assert.h>
static int positive(int a) restrict(amp) { assert(a != 42); return a; }
int g(int a) restrict(amp) { return positive(a) + 1; }
C
cat >middle.ampc <<'C'
#include <stdlib.h>
int g(int a) restrict(amp);
int f(int a) restrict(amp) { if (a == 43) abort(); return g(a - 1); }
C
status 0 $AMPCC main.ampc middle.ampc other.ampc -o prog
status 134 ./prog
has err 'in a kernel, index (43)'
sed 's/a == 43/a == 64/; s/abort();/return 0;/' middle.ampc >calm.ampc
sed 's/a != 42/a != 63/' other.ampc >calm2.ampc
status 0 $AMPCC main.ampc calm.ampc calm2.ampc -o prog
status 0 ./prog
