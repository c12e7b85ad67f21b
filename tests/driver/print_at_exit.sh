#!/bin/sh
# What a kernel prints appears although main returns right after the launch, while the driver may still compile.
cat >p.ampc <<'C'
#include <stdio.h>
using namespace concurrency;
int main(void)
{
    long big = 1L << 40;
    char c = 'x';
    printf("host\n");
    parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
        printf("%d %5.2f %ld %c %s %lld %zu %x %%\n", i[0], 3.14159, big, c, "text", (long long)big, sizeof(long), 255u);
        if (i == index<1>(0))
            printf("%f\n", 1.5f);
    });
}
C
$AMPCC -o p p.ampc || exit 1
cat >expected <<'E2'
host
0  3.14 1099511627776 x text 1099511627776 8 ff %
1.500000
E2
for i in 1 2 3; do
    ./p >out || { echo "exit status $?"; exit 1; }
    diff expected out || exit 1
done
