#!/bin/sh
# Views and arrays as parameters of amp functions in other files.
. "$TESTS/driver/lib.sh"

cat >views.h <<'C'
struct pair {
    int a, b;
};
void set(array<int, 1> &a, index<1> i, int x) restrict(amp);
int get(const array<int, 1> &a, index<1> i) restrict(amp);
int column(array_view<const int, 2> v, int i) restrict(amp);
array_view<struct pair> same(array_view<struct pair> v) restrict(amp);
extent<2> size_of(array_view<const int, 2> v) restrict(cpu, amp);
C
cat >main.ampc <<'C'
#include <stdio.h>
#include "views.h"
int main(void)
{
    enum { N = 10 };
    int out[N], m[4][N], wrong = 0;
    struct pair p[N];
    for (int i = 0; i < 4 * N; i++)
        m[i / N][i % N] = i;
    for (int i = 0; i < N; i++)
        p[i] = (struct pair){i, 2 * i};
    array<int, 1> a(N);
    array_view<int> v(N, out);
    array_view<int, 2> w(m);
    array_view<struct pair> pairs(p);
    parallel_for_each(v.extent, [=, &a](index<1> i) restrict(amp) {
        array_view<struct pair> shared = same(pairs);
        set(a, i, i[0] * 2);
        shared[i].a += shared[i].b;
        v[i] = get(a, i) + column(w, i[0]) + size_of(w)[0] * 1000;
    });
    for (int i = 0; i < N; i++) {
        wrong += v(i) != 2 * i + N + i + 4000;
        wrong += pairs(i).a != 3 * i;
    }
    wrong += size_of(w)[1] != N;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
C
cat >other.ampc <<'C'
#include "views.h"
void set(array<int, 1> &a, index<1> i, int x) restrict(amp) { a[i] = x; }
int get(const array<int, 1> &a, index<1> i) restrict(amp) { return a[i]; }
int column(array_view<const int, 2> v, int i) restrict(amp) { return v(1, i); }
array_view<struct pair> same(array_view<struct pair> v) restrict(amp) { return v; }
extent<2> size_of(array_view<const int, 2> v) restrict(cpu, amp) { return v.extent; }
C
status 0 $AMPCC main.ampc other.ampc -o prog
status 0 ./prog
has out 'wrong 0'
