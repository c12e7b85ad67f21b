#!/bin/sh
# Pragmas that change macros: what a unit asks behind them is as with cc, or there is an error at the pragma.
. "$TESTS/driver/lib.sh"
# as_cc LINE OPTION...: tests.ampc runs as with cc, or is refused once at LINE; never another meaning.
as_cc() {
    line=$1
    shift
    cp asks.c asks.ampc
    cc -w "$@" -o want asks.c
    ./want >want.txt
    if $AMPCC -w "$@" -o got asks.ampc 2>err; then
        ./got >got.txt
        cmp want.txt got.txt || fails "another meaning"
    else
        has err "asks.ampc:$line: this pragma changes '__"
        [ "$(grep -c error: err)" = 1 ]
    fi
}
cat >asks.c <<'C'
int printf(const char *, ...);
#pragma GCC push_options
#pragma GCC optimize("Ofast")
#ifdef __FAST_MATH__
int fast = 1;
#else
int fast = 0;
#endif
#pragma GCC pop_options
int main(void) { return !printf("%d\n", fast); }
C
as_cc 3
as_cc 3 -Ofast
case $(uname -m) in x86_64) ;; *) exit 0 ;; esac
cat >asks.c <<'C'
int printf(const char *, ...);
#pragma GCC target("avx2")
#if defined(__AVX2__) && 1
int vector = 1;
#else
int vector = 0;
#endif
int main(void) { return !printf("%d\n", vector); }
C
as_cc 2
status 0 $AMPCC -mavx2 -o got asks.ampc
status 0 ./got
has out 1
cat >vector.h <<'C'
#ifdef __AVX2__
int vector = 1;
#else
int vector = 0;
#endif
C
cat >asks.c <<'C'
int printf(const char *, ...);
#pragma GCC target("avx2")
#include "vector.h"
int main(void) { return !printf("%d\n", vector); }
C
as_cc 2
sed -i 's/^#include/#pragma GCC reset_options\n#include/' asks.ampc
status 0 $AMPCC -o got asks.ampc
# What is not asked, or does not change, is no reason.
cat >asks.ampc <<'C'
#pragma GCC target("avx2")
#include <immintrin.h>
#ifdef __linux__
int twice(int x) { return _mm256_extract_epi32(_mm256_add_epi32(_mm256_set1_epi32(x), _mm256_set1_epi32(x)), 5); }
#endif
#pragma GCC reset_options
#ifdef __AVX2__
#error
#endif
int main(void) { return 0; }
C
status 0 $AMPCC -o got asks.ampc
status 0 ./got
