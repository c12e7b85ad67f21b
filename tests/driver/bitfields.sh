#!/bin/sh
# Bit-fields with attributes, qualifiers alone and __extension__, in the forms that cc takes.
. "$TESTS/driver/lib.sh"
cat >forms.txt <<'F'
int a : 3 __attribute__((packed)), b : 4 __attribute__((aligned(8))); unsigned : 0 __attribute__((aligned(4)));
__extension__ int a : 3; __extension__ unsigned long long b : 40 __attribute__((packed));
const a : 3; volatile b : 5;
const volatile a : 3, : 2, b : 5;
__attribute__((packed)) int a : 3; int __attribute__((aligned(4))) b : 30;
int __attribute__((packed)) a : 3; const __attribute__((packed)) b : 30;
int a : 3; int : 0; int __attribute__((packed)) : 3; int b : 2;
short a : 3; int b : 17; __attribute__((aligned(2))) int : 5;
__extension__ __extension__ unsigned a : 1, b : 31 __attribute__((packed)) __attribute__((aligned(2)));
char c; __attribute__((__mode__(__DI__))) int a : 3; int b : 7;
int a : 3 __attribute__((packed)) __attribute__((unused)), : 3 __attribute__((unused)), b : 7;
signed a : 3; unsigned b : 4; long : 0;
enum e a : 3 __attribute__((packed)); enum e b : 2, : 0;
T a : 3; const T b : 4 __attribute__((packed, aligned(2))); T : 3;
unsigned T : 3; int a : 2, b : 3;
T a : sizeof(T) __attribute__((packed)), b : (T)3; T;
int a : 1 ? 3 : 4 __attribute__((packed)); int b : 2 + 3;
union { int a : 3 __attribute__((packed)); char q; }; struct { const b : 3; };
int a : 3;; int b : 2; ;
int a : 3 __attribute__((packed)), b : 2
volatile __attribute__((packed)) a : 3; __attribute__((packed)) const b : 4;
char a : 3, : 0, b : 4; __extension__ struct { int z : 3 __attribute__((packed)); } y[0];
__typeof__(int) a : 3 __attribute__((packed)); __typeof__(1u) b : 4;
_Bool a : 1 __attribute__((packed)), b : 1; __attribute__((aligned(8))) _Bool : 0;
int (a) : 3 __attribute__((packed)); int (b) : 4;
__const a : 3; __volatile__ b : 4;
__attribute__(()) int a : 3 __attribute__((,packed,)); int b : 3 __attribute__((__packed__,,));
int a : 3 __attribute__((packed)), *q __attribute__((aligned(16))), b : 5;
F
{
    cat <<'C'
int printf(const char *, ...);
typedef int T;
enum e { E, F };
#define SHOW(t) { struct t x; unsigned char *p = (void *)&x; unsigned j; for (j = 0; j < sizeof x; j++) p[j] = 0; \
    x.a = -1; x.b = 1; printf("%d %d:", (int)sizeof x, (int)__alignof__(struct t)); \
    for (j = 0; j < sizeof x; j++) printf("%02x", p[j]); printf("\n"); }
C
    n=0
    while IFS= read -r form; do
        n=$((n + 1))
        echo "struct s$n { $form }; struct p$n { char z; $form } __attribute__((packed));"
    done <forms.txt
    echo 'int main(void) {'
    for k in $(seq 28); do echo "SHOW(s$k) SHOW(p$k)"; done
    echo 'return 0; }'
} >forms.c
cp forms.c forms.ampc
ran=0
for o in -std=gnu89 -std=gnu99 -std=c11 -std=gnu17; do
    cc -w $o -o want forms.c 2>cc.txt || continue # without implicit int, from gcc 14 on
    ran=$((ran + 1))
    ./want >want.txt
    status 0 $AMPCC -w $o -o got forms.ampc
    status 0 ./got
    cmp out want.txt || fails "$o"
done
[ $ran -gt 0 ] || { cat cc.txt; fails "cc took none"; }
