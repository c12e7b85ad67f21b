#!/bin/sh
# Words and literals that are not the same in every standard: as cc has them, on the host and in kernels.
. "$TESTS/driver/lib.sh"
same() { # same FILE OPTION...: compiled by cc and by ampcc the program prints the same
    file=$1
    shift
    cp "$file.c" "$file.ampc"
    cc -w "$@" -o want "$file.c"
    ./want >want.txt
    status 0 $AMPCC -w "$@" -o got "$file.ampc"
    ./got >got.txt
    cmp want.txt got.txt || fails "$file with $*"
}

cat >names.c <<'C'
#include <stdio.h>
int typeof = 3, asm = 4;
struct s { int typeof, asm; };
static int f(int asm, int typeof) { return asm + 2 * typeof; }
int main(void)
{
    struct s x = {1, 2};
    __typeof__(typeof) y = 3;
    __asm__("");
    goto asm;
asm:
    printf("%d\n", typeof + asm + x.typeof + x.asm + f(asm, y));
    return 0;
}
C
for options in -std=c17 -std=c99 -ansi -fno-asm '-std=gnu89 -fno-asm'; do
    same names $options
done
cp names.c names.ampc
status 1 $AMPCC -c names.ampc
status 1 $AMPCC -std=c17 -fasm -c names.ampc

cat >old.c <<'C'
#include <stdio.h>
int inline = 3, restrict = 1;
static __inline int f(int inline) { return inline * restrict; }
int main(void) { printf("%d\n", inline + f(2) + restrict); return 0; }
C
same old -ansi
same old -std=c90

cat >kernel.ampc <<'A'
static int restrict = 2;
static int twice(int typeof) restrict(cpu, amp) { int asm = 2; return typeof * asm; }
int main(void)
{
    int a[4], inline = 1;
    array_view<int> v(4, a);
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int typeof = i[0]; v[i] = twice(typeof + inline); });
    return v(0) + v(1) + v(2) + v(3) + twice(restrict) != 24;
}
A
status 0 $AMPCC -std=c90 -o kernel kernel.ampc
status 0 ./kernel
AMPC_DEVICE=emulator status 0 ./kernel

# Raw strings.
cat >raw.c <<'C'
#include <stddef.h>
#include <stdio.h>
const char *a = R"(a "quoted" \n thing)", *b = R"xy(line 1
# 77 "other.c"
#pragma once
line 2 ??= ??/ \
)" )x" ")xy" "\n";
const wchar_t *c = LR"(wide\
)";
const unsigned short *e = (const void *)uR"(1
")";
const unsigned *f = (const void *)UR"(32")";
#define S(x) #x
int main(void)
{
    int R = 3, LR = 2; /* R"( */ // R"(
    printf("%s|%s|%ls|%s|%d %d|%s %d\n", a, b, c, u8R"(u8 " ' é)", e[2], f[2], "x" R"()" "\n", R + LR);
    printf("%d %s %s\n", __LINE__, S(R"(a"b)"), "R\"(" R"/*(*/ no )/*");
    return (int)sizeof LR"(é
)" - 3 * (int)sizeof(wchar_t);
}
C
for options in -std=gnu17 -std=gnu99 '-std=gnu17 -trigraphs' '-Wextra -C'; do
    same raw $options
done
cp raw.c raw.ampc
status 1 $AMPCC -std=c17 -c raw.ampc
printf '#define R "r"\nint f(void) { return sizeof R"(x)"; }\n' >macro.ampc
status 0 $AMPCC -std=c17 -c macro.ampc
printf 'const char *s = R"(\n\n)";\nint f(void) { return nothing; }\n' >line.ampc
status 1 $AMPCC -c line.ampc
has err line.ampc:4:
cat >raw_kernel.ampc <<'A'
static const char table[] = R"(\"
#)";
int main(void)
{
    int a[1];
    array_view<int> v(1, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        v[i] = table[1] + 1000 * table[2] + 1000000 * (int)sizeof table;
        printf(R"(%d \n%%)" "\n", v[i]);
    });
    v.synchronize();
    return a[0] != 5010034;
}
A
status 0 $AMPCC -o raw_kernel raw_kernel.ampc
AMPC_DEVICE=emulator status 0 ./raw_kernel
has out '5010034 \n%'
