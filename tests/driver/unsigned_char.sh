#!/bin/sh
# Kernels have the plain char of the host compiler, whatever its options say.
. "$TESTS/driver/lib.sh"
cat >char.ampc <<'C'
#include <limits.h>
static const char table[] = {(char)200, 'a', '\xff'};
struct text { char c; short s; };
static int widened(char c) restrict(cpu, amp) { return c; }
int main(void)
{
    char bytes[4] = {(char)200, 1, 2, 3};
    int a[8] = {0};
    array_view<char> b(4, bytes);
    array_view<int> v(8, a);
    parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
        struct text t = {(char)-1, 0};
        t.c >>= 1;
        v(0) = b(0);
        v(1) = table[0] + table[2];
        v(2) = '\xfe';
        v(3) = widened((char)v(0));
        v(4) = t.c;
        v(5) = CHAR_MIN;
        v(6) = (char)300 < (char)200;
        v(7) = sizeof(char) + _Generic((char)1, unsigned char: 10, signed char: 20, char: 30) + _Generic(b(0), char: 1, default: 2);
        b(1) = (char)(b(0) / 2);
    });
    int want[8] = {bytes[0], table[0] + table[2], '\xfe', widened(bytes[0]), (char)((char)-1 >> 1), CHAR_MIN, (char)300 < (char)200, 32};
    int bad = 0;
    for (int k = 0; k < 8; k++)
        bad += v(k) != want[k];
    return bad + (b(1) != (char)((char)200 / 2)) + (CHAR_MIN != MINIMUM);
}
C
status 0 $AMPCC -DMINIMUM=0 -funsigned-char char.ampc -o prog
status 0 ./prog
status 0 $AMPCC -DMINIMUM=-128 -fsigned-char char.ampc -o prog
status 0 ./prog
