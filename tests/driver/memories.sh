#!/bin/sh
# Pointers of kernels: one memory is a type of OpenCL's, several are one pointer that says which. Only what has to be is such.
. "$TESTS/driver/lib.sh"
cat >one.ampc <<'C'
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
status 0 $AMPCC --emit=cl one.ampc -o one.cl
lacks one.cl ampc_x_any
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
status 0 $AMPCC -c mixed.ampc
