// every type specifier of GNU C
_Bool b;
char c; signed char sc; unsigned char uc; char signed cs;
short s; short int si; signed short int ssi; unsigned short us; int short unsigned isu;
int i; signed sg; unsigned u; unsigned int ui; __signed__ int si2; __signed si3;
long l; long int li; unsigned long ul; long unsigned lu; long long ll; long int long lil; unsigned long long int ull;
float f; double d; long double ld; double long dl;
float _Complex fc; _Complex double dc; __complex__ long double ldc; _Complex int ic; __complex__ cc;
__int128 x128; unsigned __int128 u128;
_Float32 f32; _Float64 f64; _Float128 f128; _Float32x f32x; _Float64x f64x; __float128 ff128; _Float16 f16;
_Decimal32 d32; _Decimal64 d64; _Decimal128 d128;
__builtin_va_list va;
_Thread_local int t1; static __thread int t2; extern _Thread_local int t3;
const volatile int cv; int const ci = 1; int volatile *restrict const p = 0; __const int kc = 2; __volatile__ int kv;
_Atomic int a1; _Atomic(int) a2; int _Atomic a3; _Atomic(int *) *a4; int *_Atomic a5;
typeof(int) t4; typeof(1 + 1) t5; __typeof__(t4) *t6; __typeof(int *[3]) t7; const typeof(t5) t8;
_Alignas(16) int al1; _Alignas(double) char al2; int _Alignas(8) al3; static _Alignas(int) _Alignas(8) char al4;
inline int in(void) { return 0; }
static __inline__ int in2(void) { return 0; }
static __inline int in3(void) { return 0; }
_Noreturn void nr(void);
int fn(void)
{
    __auto_type x = 1;
    static const int y = 2;
    register int z = 3;
    auto int w = 4;
    return __real__ dc + __imag__ dc + __real x + __alignof__(int) + __alignof__(x) + _Alignof(double) + __alignof x + x + y + z + w;
}
