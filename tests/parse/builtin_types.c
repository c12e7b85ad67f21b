// Type names that compilers declare themselves: gcc 13 and later have __bf16, for which gcc 12's is an ordinary name.
#ifdef __x86_64__
#include <immintrin.h>
__float80 wide;
__builtin_ms_va_list *list;
#endif
__int128_t large(__uint128_t *p) { return (__int128_t)*p + sizeof(__uint128_t[2]); }
#if defined __x86_64__ && __GNUC__ >= 13
struct halves { __bf16 a, *b; };
__bf16 first(const __bf16 *p, struct halves h) { return p ? *(const __bf16 *)p : h.a; }
#else
int __bf16 = 2;
int first(void) { return __bf16 * 2; }
#endif
int second(int __bf16) { return __bf16 * 2; }
#if defined __BITINT_MAXWIDTH__ || (defined __x86_64__ && !defined __clang__ && __GNUC__ >= 14)
typedef _BitInt(7) small;
unsigned _BitInt(33) next(unsigned _BitInt(33) a) { return a + 1; }
struct narrow { const _BitInt(sizeof(int) * 4 + 1) *p; small s : 3; };
#endif
