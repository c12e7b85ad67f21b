#!/bin/sh
# A pointer variable of a kernel points into one kind of memory; a second one is refused where it comes in.
. "$TESTS/driver/lib.sh"
cat >fine.ampc <<'C'
static int get(const int *p) restrict(amp) { const int *q = p; return *q; }
static int *first(int *a, int *b, int c) restrict(amp) { if (c) return a; return b; }
void f(array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        int a = 1, b = 2, *p, *q = &a, *r = 0;
        p = i[0] ? &a : &b;
        r = &v[i];
        v[i] = *p + get(&a) + get(&v[i]) + *first(&a, &b, 1) + *first(&v[i], &v[i], 0) + *r + *q;
    });
}
C
status 0 $AMPCC -c fine.ampc
cat >mixed.ampc <<'C'
static int *first(int *a, int *b, int c) restrict(amp) { if (c) return a; return b; }
void f(array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        int a = 1, *p = &a;
        if (i[0])
            p = &v[i];
        int *q = i[0] ? &a : &v[i];
        v[i] = *p + *q + *first(&a, &v[i], 1);
    });
}
C
status 1 $AMPCC -c mixed.ampc
has err "mixed.ampc:7:17: error: pointer 'p' into private and into global memory is not supported in a kernel; use a variable for each"
has err "mixed.ampc:8:18: error: two pointers into different memories"
has err "mixed.ampc:1:82: error: returning pointers into different memories"
