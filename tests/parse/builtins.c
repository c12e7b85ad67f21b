typedef float v4f __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));
typedef __builtin_va_list va;
struct s { int a; struct { int b[4]; } c; union { int d; }; };
int f(int n, ...)
{
    va ap;
    __builtin_va_start(ap, n);
    int x = __builtin_va_arg(ap, int) + *__builtin_va_arg(ap, int *);
    __builtin_va_end(ap);
    x += __builtin_offsetof(struct s, a) + __builtin_offsetof(struct s, c.b[2]) + __builtin_offsetof(struct s, d);
    x += __builtin_types_compatible_p(int, const int) + __builtin_types_compatible_p(char *, typeof(x));
    x += __builtin_choose_expr(1, 2, "x") + __builtin_constant_p(x) + __builtin_expect(x, 1);
    x += (int)__builtin_huge_val() + __builtin_has_attribute(f, noreturn) + __builtin_has_attribute(int, aligned (4));
    v4f v = __builtin_convertvector((v4i){1, 2, 3, 4}, v4f);
    __builtin_prefetch(&x, 0, 3);
    return x + (int)v[0];
}
__int128 i;
unsigned __int128 u;
__int128_t j;
__uint128_t k;
