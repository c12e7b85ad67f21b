#!/bin/sh
# Amp functions and kernels in several units of one program.
. "$TESTS/driver/lib.sh"

cat >shared.h <<'C'
struct point {
    float x, y;
};
float scale(float x) restrict(amp);
extern int dual(int x) restrict(cpu, amp);
struct point middle(struct point a, const struct point b) restrict(amp);
float total(const float *p, int n) restrict(amp);
void put(array_view<int> v, index<1> i, int) restrict(amp);
void shift(index<2> &i, const index<2> &by) restrict(amp);
index<2> turned(index<2> i) restrict(amp);
void bump(int *p, int *q) restrict(amp);
double precise(double x) restrict(amp);
const int *largest(int n, const int *p) restrict(amp);
unsigned char narrow(_Bool b, signed char c, long long d) restrict(amp);
void fill(array_view<int> v);
int _x24cash(int x) restrict(amp);
int $cash(int x) restrict(amp);
int größe(int x) restrict(amp);
int paired(int x) restrict(amp);
static inline int inlined(int x) restrict(amp) { return x + 1; }
inline int only_inline(int x) restrict(amp) { return x * 2; }
C
cat >first.ampc <<'C'
#include <amp.h>
#include <stdio.h>
#include "shared.h"
struct hidden { int a; };
static float helper(float x) restrict(amp) { return x * 100; }
static const int table[] = {7, 8};
static const float constants[] = {1, 2, 4};
int paired(int x) { return x + 1000; } /* the host's own version */
int kernel_line(void)
{
    int n = 0;
    array_view<int> v(1, &n);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { 
        v[i] = inlined(only_inline(20)) + $cash(1) * 100 + _x24cash(1) * 1000 + größe(1) + paired(2);
    });
    return v(0);
}
int main(void)
{
    enum { N = 100 };
    float a[N];
    int b[N], c[N] = {0}, wrong = 0;
    double d[N];
    array_view<float> v(N, a);
    array_view<int> w(N, b), u(N, c);
    array_view<double> precisely(N, d);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        struct hidden h = {table[1]};
        struct point p = {1, 2}, q = {3, 6}, m = middle(p, q);
        float t[3] = {1, 2, 3};
        int k = 5, l = 1;
        index<2> x(1, 2);
        shift(x, index<2>(10, 20));
        x = turned(x);
        v[i] = scale((float)i[0]) + helper(1) + m.x * m.y + total(t, 3) + total(constants, 3);
        put(w, i, i[0]);
        bump(&k, &l);
        bump(&w[i], &k);
        bump(&k, &u[i]);
        const int *at = largest(2, table);
        int pair[2] = {9, 4};
        k += *at - 8 + *largest(2, pair) - 9;
        w[i] += k + l + dual(3) + h.a + x[0] * 100 + x[1];
        u[i] += narrow(2, -1, 1LL << 40);
        precisely[i] = precise(i[0]);
    });
    for (int i = 0; i < N; i++) {
        float f = (2 * i + 1) + 100 + 8 + 6 + 7;
        int g = (i + 10 + 3) + 1 + 8 + 2 + 10 + 8 + 22 * 100 + 11;
        wrong += v(i) != f;
        wrong += w(i) != g;
        wrong += u(i) != 1 + (unsigned char)(1 - 1 + (1LL << 40 >> 38));
        wrong += precisely(i) != i / 3.0;
    }
    fill(w);
    for (int i = 0; i < N; i++)
        wrong += w(i) != dual(i) + 11;
    wrong += kernel_line() != 41 + 200 + 3000 + 4 + 5;
    wrong += paired(1) != 1001;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
C
cat >second.ampc <<'C'
#include <amp.h>
#include "shared.h"
int deeper(int x) restrict(amp);
struct hidden { char text[3]; double d; };
static float helper(float x) restrict(amp) { return x * 2; }
static const int table[] = {1, 2, 3};
float scale(float x) restrict(amp) { return helper(x) + 1; }
int dual(int x) restrict(cpu, amp) { return x + 7; }
struct point middle(struct point a, const struct point b) restrict(amp)
{
    struct point r = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return r;
}
float total(const float *p, int n) restrict(amp)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
void put(array_view<int> v, index<1> i, int x) restrict(amp)
{
    struct hidden h = {{1}, 3};
    v[i] = deeper(x) + (int)h.d;
}
int kernel_line(void);
void fill(array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = dual(i[0]) + deeper(1); });
}
C
cat >third.ampc <<'C'
#include <amp.h>
#include "shared.h"
static int helper(int x) restrict(amp) { return x + 3; }
int deeper(int x) restrict(amp) { return helper(dual(x)); }
void shift(index<2> &i, const index<2> &by) restrict(amp) { i = i + by; }
index<2> turned(index<2> i) restrict(amp) { return index<2>(i[1], i[0]); }
void bump(int *p, int *q) restrict(amp)
{
    *p += 1;
    *q += 1;
}
const int *largest(int n, const int *p) restrict(amp)
{
    const int *at = p;
    for (int i = 1; i < n; i++)
        if (p[i] > *at)
            at = p + i;
    return at;
}
double precise(double x) restrict(amp) { return x / 3; }
int $cash(int x) restrict(amp) { return x + 1; }
int _x24cash(int x) restrict(amp) { return x + 2; }
int größe(int x) restrict(amp) { return x + 3; }
int paired(int x) restrict(amp) { return x + 3; }
unsigned char narrow(_Bool b, signed char c, long long d) restrict(amp)
{
    return (unsigned char)(b + c + (d >> 38));
}
C
status 0 $AMPCC first.ampc second.ampc third.ampc -o all
status 0 ./all
has out 'wrong 0'

# As make does it, and from a library.
status 0 $AMPCC -O2 -c first.ampc
status 0 $AMPCC -O2 -c second.ampc
status 0 $AMPCC -O2 -fPIC -c third.ampc
status 0 $AMPCC first.o second.o third.o -o parts
status 0 ./parts
ar rcs libpoints.a second.o third.o
status 0 $AMPCC first.o -L. -lpoints -o library
status 0 ./library
has out 'wrong 0'

# A unit's own text alone.
status 0 $AMPCC --emit=cl second.ampc -o second.cl
has second.cl '__kernel void fill_'
has second.cl 'int ampc_x__deeper(int a0, __local struct ampc_x_tiles *t, struct ampc_x_stop *s);'

# What is missing is named by the linker, twice defined functions too.
status 1 $AMPCC first.o second.o -o missing
has err 'ampc__amp_function_deeper'
lacks err 'ampc__amp_function_scale'
none missing
sed 's/helper(dual(x))/x/' third.ampc >again.ampc
status 1 $AMPCC first.o second.o third.o again.ampc -o twice
has err 'multiple definition'
has err 'ampc__amp_function_deeper'

# Functions that only host code or nobody calls need nothing.
echo 'int nowhere(int x) restrict(amp); int main(void) { return 0; }' >unused.ampc
status 0 $AMPCC unused.ampc -o unused
