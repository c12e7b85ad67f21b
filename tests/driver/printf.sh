#!/bin/sh
# printf of kernels prints what C's prints: every conversion with its flags, widths, precisions and lengths.
. "$TESTS/driver/lib.sh"
cat >lines.h <<'C'
P("%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|%+.0d|\n", i, -i, i, i, -i, i, i, i, -i, i, z)
P("%u|%10u|%-10u|%010u|%.12u|%#o|%o|%x|%X|%#x|%#X|%#010x|%-#10x|%.0x|%#.0o|\n", u, u, u, u, u, u, u, u, u, u, u, u, u, zu_, zu_)
P("%ld|%20ld|%-20ld|%+ld|%020ld|%lu|%lx|%#lo|%llx|%lld|%llu|%jd|%zu|%td|%ji|%zx|\n", l, l, l, l, l, ul, ul, ul, ul2, ll, ul2, l, sz, l, l, sz)
P("%hhd|%hhu|%hhx|%hd|%hu|%hx|%ho|%+hhd|%5hhd|\n", i, i, i, i, i, i, i, i, i)
P("%c|%5c|%-5c|%c%c|\n", c, c, c, c, 'z')
P("%f|%.0f|%#.0f|%.1f|%10.3f|%-10.3f|%+f|% f|%010.2f|%.10f|%F|\n", d, d, d, d, d, d, d, d, -d, d, d)
P("%e|%.0e|%#.0e|%.3e|%15.4e|%-15.4e|%+e|%E|%.12e|\n", d, d, d, d, d, d, d, d, d)
P("%g|%.0g|%#g|%.3g|%15.4g|%-15.4g|%+g|%G|%.17g|%g|%g|%g|\n", d, d, d, d, d, d, d, d, d, big, tiny, 100000.0)
P("%a|%.0a|%.3a|%A|%20a|%-20a|%+a|%#.0a|%020a|%.13a|\n", d, d, d, d, d, d, d, d, d, d)
P("%f|%5f|%-8f|%+f|%08f|%F|%e|%G|%a|%A|% f|\n", inf, inf, inf, inf, inf, inf, inf, inf, inf, inf, inf)
P("%f|%5f|%-8f|%+f|%08f|%F|%e|%G|%a|%A|\n", -inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf)
P("%f|%10f|%-8f|%+f|%F|%e|%G|%a|\n", na, na, na, na, na, na, na, na)
P("%f|%g|%e|%a|%.0f|%+.1f|%05.1f|\n", nz, nz, nz, nz, nz, nz, nz)
P("%f|%g|%e|%.9g|%a|%.20g|\n", f, f, f, f, f, f)
P("%.30f|%.25e|%.40g|\n", d, d, d)
P("%f|%e|%g|\n", big, big, big)
P("%f|%e|%g|%a|\n", tiny, tiny, tiny, tiny)
P("%s|%10s|%-10s|%.2s|%10.2s|%-10.2s|%s|\n", "abc", "abc", "abc", "abc", "abc", "abc", "")
P("%%|%d%%|100%%\n", i)
P("%*d|%-*d|%.*d|%*.*f|%0*d|\n", 6, i, 6, i, 4, i, 9, 2, d, 8, i)
P("%f|%d|%s|%c|%g\n", d, i, "mixed \\ \"q\"", c, f)
P("%d %d %d %d\n", b, sh, sc, uc)
P("%.0f|%.0f|%.0f|%.0f|%.1f|%.2f|\n", 0.5, 1.5, 2.5, 3.5, 0.25, 1.005)
P("%.1e|%.15g|%.16g|%.2a|\n", 9.99e5, 0.1, 0.1, 1.999)
P("%-05d|%+ d|%-+5d|%0-8.2f|%+05d|% 05d|\n", i, i, i, d, i, i)
P("%100d|%.50d|\n", i, i)
P("plain \a\t\v\f text \001\n")
P("%p|%20p|%-20p|%p|\n", (void *)0, none, none, none == &i ? &i : none)
P("%d|%s\n", i++, "evaluated", b++)
P("%d %d\n", i, b)
C
cat >both.ampc <<'C'
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#define P(...) printf(__VA_ARGS__);
#define VALUES                                                                                                 \
    int i = 1234567 + k, z = k, b = k + 1, *none = k ? &i : 0;                                                 \
    unsigned u = 4000000000u + k, zu_ = k;                                                                     \
    long l = -1234567890123L + k;                                                                              \
    unsigned long ul = 0xfedcba9876543210UL + k;                                                               \
    long long ll = 123456789012345LL + k;                                                                      \
    unsigned long long ul2 = 18446744073709551615ULL - k;                                                      \
    size_t sz = 99999999999UL + k;                                                                             \
    char c = 'q';                                                                                              \
    double d = 3.14159265358979 * (k + 1), inf = INFINITY, na = NAN, nz = -0.0 * (k + 1);                      \
    double big = 1.7e308, tiny = 4.9e-324;                                                                     \
    float f = 0.1f + k;                                                                                        \
    short sh = -5;                                                                                             \
    signed char sc = -7;                                                                                       \
    unsigned char uc = 200;
int main(int argc, char **argv)
{
    int zero[1] = {0};
    array_view<int> v(1, zero);
    (void)argv;
    if (argc > 1) {
        parallel_for_each(v.extent, [=](index<1> x) restrict(amp) {
            int k = v[x];
            VALUES
#include "lines.h"
        });
        v.synchronize();
    } else {
        int k = v(0);
        VALUES
#include "lines.h"
    }
}
C
status 0 $AMPCC -w both.ampc -o both
status 0 ./both
mv out host
status 0 ./both kernel
cmp host out || { diff host out; fails 'a kernel prints something else'; }

# A pointer that is not null prints as a number.
cat >pointer.ampc <<'C'
#include <stdio.h>
int main(void)
{
    int zero[1] = {0};
    array_view<int> v(1, zero);
    parallel_for_each(v.extent, [=](index<1> x) restrict(amp) {
        int k = v[x], *p = &k, *q = k ? p : &v[x], *r = k ? q : 0;
        printf("%p %p %p %p\n", (void *)p, (void *)q, (void *)r, (void *)&v[x]);
    });
    v.synchronize();
}
C
status 0 $AMPCC pointer.ampc -o pointer
status 0 ./pointer
grep -Eq '^0x[0-9a-f]+ 0x[0-9a-f]+ \(nil\) 0x[0-9a-f]+$' out || { cat out; fails 'these are no pointers'; }
