#!/bin/sh
# Functions of other files that take and return pointers into any memory, and end the thread.
. "$TESTS/driver/lib.sh"
cat >other.ampc <<'C'
#include <assert.h>
#include <stdlib.h>
static const int primes[] = {2, 3, 5, 7, 11};
const int *prime(int k) restrict(amp) { return &primes[k]; }
int checked(int a) restrict(amp) { assert(a < 5000); return a * 2; }
int *second(int *a, int *b) restrict(amp) { return b; }
int *either(int *a, int *b, int c) restrict(amp) { return c ? a : b; }
int sum4(const int *a, const int *b, const int *c, int *d) restrict(amp) { *d += 1; return *a + *b + *c + *d; }
void quit(int k) restrict(amp) { if (k == 77) abort(); }
void next(index<1> &i, int *p) restrict(amp) { i += *p; }
int *place(void) restrict(amp) { tile_static int here[2]; return here; }
C
cat >main.ampc <<'C'
#include <stdio.h>
const int *prime(int) restrict(amp);
int checked(int a) restrict(amp);
int *second(int *a, int *b) restrict(amp);
int *either(int *a, int *b, int c) restrict(amp);
int sum4(const int *a, const int *b, const int *c, int *d) restrict(amp);
void quit(int k) restrict(amp);
void next(index<1> &i, int *p) restrict(amp);
int *place(void) restrict(amp);
static int local2(int k, int *p) restrict(amp) { return checked(k) + checked(*p); }
int main(int argc, char **argv)
{
    int a[64], bad = 0;
    (void)argv;
    for (int i = 0; i < 64; i++) a[i] = i;
    int q = argc > 1 ? 64 : 0;
    array_view<int> v(64, a);
    parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        int k = t.global[0], x = k + 1, y = 5;
        const int *pr = k & 1 ? prime(k % 5) : &x;
        int r = *pr + checked(k);
        *second(&x, &v[k]) += 100;
        *either(&x, &v[k], k & 1) += 1000;
        int *m = k % 3 ? &x : &v[k];
        *either(m, &y, k & 2) += 7;
        r += sum4(&x, m, pr, &v[k]);
        index<1> ids[2] = {index<1>(k), index<1>(3)};
        next(ids[1], m);
        int *h = place();
        if (t.local[0] == 0) *h = k;
        t.barrier.wait();
        quit(k + q);
        r += *h + ids[1][0] + local2(k, m);
        v[k] = r + x + y;
    });
    for (int k = 0; k < 64; k++) {
        int x = k + 1, y = 5, vk = k, pp[] = {2,3,5,7,11};
        const int *pr = k & 1 ? &pp[k % 5] : &x;
        int r = *pr + k * 2;
        vk += 100;
        *(k & 1 ? &x : &vk) += 1000;
        int *m = k % 3 ? &x : &vk;
        *(k & 2 ? m : &y) += 7;
        vk += 1; r += x + *m + *pr + vk;
        r += k / 4 * 4 + 3 + *m + 2 * k + 2 * *m;
        r += x + y;
        if (v(k) != r) bad++, printf("%d: %d %d\n", k, v(k), r);
    }
    return bad;
}
C
status 0 $AMPCC -Wall -Wextra -Werror main.ampc other.ampc -o prog
status 0 ./prog
