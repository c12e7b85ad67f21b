#!/bin/sh
# A program that launches without ever waiting: what the driver keeps of launches that are not done has an end.
. "$TESTS/driver/lib.sh"
case $BUILD in */asan | */tsan) echo "sanitizers keep what is freed"; exit 77 ;; esac
cat >many.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <string.h>
/* In kB. */
static long resident(void)
{
    long kb = 0;
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            sscanf(line + 6, "%ld", &kb);
    if (f)
        fclose(f);
    return kb;
}
int main(void)
{
    enum { FIRST = 6000, ALL = 30000 };
    static int a[64];
    long before = 0;
    array_view<int> v(64, a);
    for (int k = 0; k < ALL; k++) {
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
        if (k == FIRST)
            before = resident();
    }
    long more = resident() - before;
    v.synchronize();
    printf("%d, %ld kB more\n", a[63], more);
    return a[63] != ALL || more > 5000;
}
A
$AMPCC -O1 -o many many.ampc
status 0 ./many
AMPC_NO_ZERO_COPY=1 status 0 ./many
AMPC_DEVICE=emulator status 0 ./many
