#!/bin/sh
# Algorithms get functions of other files, which call others, and functions in which an assert fails; in the emulator, too, and where kernels are
# checked.
. "$TESTS/driver/lib.sh"
cat >f.ampc <<'A'
float twice(float a) restrict(amp) { return 2 * a; }
float longer(float a, float b) restrict(amp) { return twice(a) > twice(b) ? a : b; }
A
cat >m.ampc <<'A'
#include <amp_algorithms.h>
#include <assert.h>
#include <stdio.h>
float longer(float a, float b) restrict(amp);
float twice(float a) restrict(amp);
static float four(float a) restrict(amp) { return twice(twice(a)); }
static inline float checked(float a, float b) restrict(cpu, amp) { assert(a < 50000); return a + b; }
static float x[100000], y[100000];
static void report(ampc_error code, const char *text, const char *file, int line, void *user)
{
    (void)code, (void)user;
    printf("%s:%d: %s\n", file, line, text);
}
int main(void)
{
    for (int i = 0; i < 100000; i++)
        x[i] = i;
    ampc_set_error_handler(report, 0);
    array_view<float> v(100000, x), w(100000, y);
    printf("%g\n", amp_algorithms::reduce(v, longer));
    amp_algorithms::transform(v, w, four);
    printf("%g\n", w[5]);
    printf("%g\n", amp_algorithms::reduce(v.section(0, 10), checked));
    printf("%g\n", amp_algorithms::reduce(v, checked));
    amp_algorithms::scan_inclusive(v, w.section(0, 100));
    printf("%g\n", amp_algorithms::reduce(v.section(0, 10)));
}
A
cat >expected <<'A'
99999
20
45
m.ampc:24: m.ampc:7: assertion 'a < 50000' failed in a kernel, index (0)
0
m.ampc:25: scan_inclusive(): a view of 100000 elements and one of 100
45
A
status 0 $AMPCC $SANITIZE -Wall -Wextra -Werror -o m m.ampc f.ampc
for variable in AMPC_CHECK=0 AMPC_CHECK=1 AMPC_DEVICE=emulator; do
    (export "$variable"; status 0 ./m; sed 's/index ([0-9]*)/index (0)/' out | diff - expected) || fails "with $variable"
done

# Without the host code of functions there is an error in the emulator.
status 0 $AMPCC $SANITIZE --no-emulator -o m m.ampc f.ampc
AMPC_DEVICE=emulator status 0 ./m
has out 'reduce(): the emulator cannot call the function: its file was compiled with --no-emulator'

# An argument that nobody declared is for cc to report.
cat >unknown.ampc <<'A'
static float larger(float a, float b) restrict(amp) { return a > b ? a : b; }
float most(void)
{
    return amp_algorithms::reduce(nothing, 0, larger);
}
A
status 1 $AMPCC -fsyntax-only unknown.ampc
has err undeclared
