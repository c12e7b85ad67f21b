/* ampc_emulated.h - OpenCL C's keywords and functions as macros, for the emulator's kernels, which
 * are host C.
 *
 * ampcc alone reads this, before the kernels' text of a unit (codegen/kernel/kernel_emulated.c),
 * and expands the macros in both (driver/expand.c, which knows no more than what is here); what is
 * left goes behind the unit's host C. It has only macros, which are equal to no name of the user's;
 * names that they declare begin with ampc__. Declarations here would be lost: they belong in
 * ampc_gen.h. Nothing here needs C99 or a header. */
#ifndef AMPC_EMULATED_H
#define AMPC_EMULATED_H

/* ---- Memory and types ---- */

#define __global
#define __local
#define __private
#define __constant const

#ifdef __CHAR_UNSIGNED__
#define char ampc__schar
#define uchar ampc__uchar
#else
#define uchar unsigned char
#endif
#define ushort unsigned short
#define uint unsigned int
#define ulong unsigned long
#define half _Float16

#define AMPC__BITS(from, to, x)                                                                    \
    __extension__({                                                                                \
        union {                                                                                    \
            from ampc__from;                                                                       \
            to ampc__to;                                                                           \
        } ampc__v = {x};                                                                           \
        ampc__v.ampc__to;                                                                          \
    })
#define as_float(x) AMPC__BITS(uint, float, x)
#define as_double(x) AMPC__BITS(ulong, double, x)
#define as_uint(x) AMPC__BITS(float, uint, x)
#define as_ulong(x) AMPC__BITS(double, ulong, x)

/* The address of an object that is accessed by pointers to larger types, so that cc does not
 * warn. */
#define AMPC__ADDRESS(x)                                                                           \
    __extension__({                                                                                \
        __typeof__(&(x)) ampc__p = &(x);                                                           \
        __asm__("" : "+r"(ampc__p));                                                               \
        ampc__p;                                                                                   \
    })

/* ---- Threads and tiles ---- */

#define get_global_id(k) ampc__emulator_id(AMPC__GLOBAL_ID, (unsigned)(k))
#define get_local_id(k) ampc__emulator_id(AMPC__LOCAL_ID, (unsigned)(k))
#define get_group_id(k) ampc__emulator_id(AMPC__GROUP_ID, (unsigned)(k))

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(flags) ampc__emulator_barrier()
#define mem_fence(flags) __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* ---- Atomics ---- */

/* What the compilers have predefined: ampcc expands the text itself. */
#define __ATOMIC_RELAXED 0
#define __ATOMIC_SEQ_CST 5

#define atomic_add(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define atomic_sub(p, v) __atomic_fetch_sub(p, v, __ATOMIC_RELAXED)
#define atomic_inc(p) __atomic_fetch_add(p, 1, __ATOMIC_RELAXED)
#define atomic_dec(p) __atomic_fetch_sub(p, 1, __ATOMIC_RELAXED)
#define atomic_and(p, v) __atomic_fetch_and(p, v, __ATOMIC_RELAXED)
#define atomic_or(p, v) __atomic_fetch_or(p, v, __ATOMIC_RELAXED)
#define atomic_xor(p, v) __atomic_fetch_xor(p, v, __ATOMIC_RELAXED)
#define atomic_min(p, v) AMPC__CHOOSE(p, v, <)
#define atomic_max(p, v) AMPC__CHOOSE(p, v, >)
#define atomic_xchg(p, v)                                                                          \
    __extension__({                                                                                \
        __typeof__(&*(p)) ampc__p = (p);                                                           \
        __typeof__(*ampc__p) ampc__new = (v), ampc__old;                                           \
        __atomic_exchange(ampc__p, &ampc__new, &ampc__old, __ATOMIC_RELAXED);                      \
        ampc__old;                                                                                 \
    })
#define atomic_cmpxchg(p, want, v)                                                                 \
    __extension__({                                                                                \
        __typeof__(&*(p)) ampc__p = (p);                                                           \
        __typeof__(*ampc__p) ampc__seen = (want);                                                  \
        __atomic_compare_exchange_n(ampc__p, &ampc__seen, v, 0, __ATOMIC_RELAXED,                  \
                                    __ATOMIC_RELAXED);                                             \
        ampc__seen;                                                                                \
    })
#define AMPC__CHOOSE(p, v, less)                                                                   \
    __extension__({                                                                                \
        __typeof__(&*(p)) ampc__p = (p);                                                           \
        __typeof__(*ampc__p) ampc__new = (v),                                                      \
                             ampc__seen = __atomic_load_n(ampc__p, __ATOMIC_RELAXED);              \
        while (ampc__new less ampc__seen &&                                                        \
               !__atomic_compare_exchange_n(ampc__p, &ampc__seen, ampc__new, 0, __ATOMIC_RELAXED,  \
                                            __ATOMIC_RELAXED)) {                                   \
        }                                                                                          \
        ampc__seen;                                                                                \
    })

#define atom_add atomic_add
#define atom_sub atomic_sub
#define atom_inc atomic_inc
#define atom_dec atomic_dec
#define atom_and atomic_and
#define atom_or atomic_or
#define atom_xor atomic_xor
#define atom_min atomic_min
#define atom_max atomic_max
#define atom_xchg atomic_xchg
#define atom_cmpxchg atomic_cmpxchg

/* ---- Integers ---- */

#define AMPC__LESSER(x, y, less)                                                                   \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        __auto_type ampc__y = (y);                                                                 \
        ampc__y less ampc__x ? ampc__y : ampc__x;                                                  \
    })
#define min(x, y) AMPC__LESSER(x, y, <)
#define max(x, y) AMPC__LESSER(x, y, >)
#define clamp(x, low, high) min(max(x, low), high)
#define abs(x)                                                                                     \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        ampc__x < 0 ? 0 - (unsigned long)ampc__x : (unsigned long)ampc__x;                         \
    })
#define popcount(x) __builtin_popcountl((unsigned long)(x))
#define clz(x)                                                                                     \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        ampc__x ? __builtin_clzl(ampc__x) - (64 - 8 * (int)sizeof ampc__x)                         \
                : 8 * (int)sizeof ampc__x;                                                         \
    })

/* ---- Mathematics ---- */

/* A function of C's for the type of x, as the overloaded ones of OpenCL. (Versions of clang-format
 * differ about _Generic.) */
/* clang-format off */
#define AMPC__TYPED(name, x) _Generic((x) + 0, float: name##f, default: name)
/* clang-format on */
#define AMPC__CALL(name, x)                                                                        \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        AMPC__TYPED(name, ampc__x)(ampc__x);                                                       \
    })
#define AMPC__CALL2(name, x, y)                                                                    \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        __auto_type ampc__y = (y);                                                                 \
        AMPC__TYPED(name, ampc__x)(ampc__x, ampc__y);                                              \
    })
#define AMPC__CALL3(name, x, y, z)                                                                 \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        __auto_type ampc__y = (y);                                                                 \
        __auto_type ampc__z = (z);                                                                 \
        AMPC__TYPED(name, ampc__x)(ampc__x, ampc__y, ampc__z);                                     \
    })
#define acos(x) AMPC__CALL(__builtin_acos, x)
#define asin(x) AMPC__CALL(__builtin_asin, x)
#define atan(x) AMPC__CALL(__builtin_atan, x)
#define atan2(y, x) AMPC__CALL2(__builtin_atan2, y, x)
#define cos(x) AMPC__CALL(__builtin_cos, x)
#define sin(x) AMPC__CALL(__builtin_sin, x)
#define tan(x) AMPC__CALL(__builtin_tan, x)
#define acosh(x) AMPC__CALL(__builtin_acosh, x)
#define asinh(x) AMPC__CALL(__builtin_asinh, x)
#define atanh(x) AMPC__CALL(__builtin_atanh, x)
#define cosh(x) AMPC__CALL(__builtin_cosh, x)
#define sinh(x) AMPC__CALL(__builtin_sinh, x)
#define tanh(x) AMPC__CALL(__builtin_tanh, x)
#define exp(x) AMPC__CALL(__builtin_exp, x)
#define exp2(x) AMPC__CALL(__builtin_exp2, x)
#define exp10(x) AMPC__CALL(ampc__exp10, x)
#define expm1(x) AMPC__CALL(__builtin_expm1, x)
#define frexp(x, p) AMPC__CALL2(__builtin_frexp, x, p)
#define ilogb(x) AMPC__CALL(__builtin_ilogb, x)
#define ldexp(x, n) AMPC__CALL2(__builtin_ldexp, x, n)
#define log(x) AMPC__CALL(__builtin_log, x)
#define log10(x) AMPC__CALL(__builtin_log10, x)
#define log1p(x) AMPC__CALL(__builtin_log1p, x)
#define log2(x) AMPC__CALL(__builtin_log2, x)
#define logb(x) AMPC__CALL(__builtin_logb, x)
#define modf(x, p) AMPC__CALL2(__builtin_modf, x, p)
#define cbrt(x) AMPC__CALL(__builtin_cbrt, x)
#define fabs(x) AMPC__CALL(__builtin_fabs, x)
#define hypot(x, y) AMPC__CALL2(__builtin_hypot, x, y)
#define pow(x, y) AMPC__CALL2(__builtin_pow, x, y)
#define sqrt(x) AMPC__CALL(__builtin_sqrt, x)
#define erf(x) AMPC__CALL(__builtin_erf, x)
#define erfc(x) AMPC__CALL(__builtin_erfc, x)
#define lgamma(x) AMPC__CALL(__builtin_lgamma, x)
#define tgamma(x) AMPC__CALL(__builtin_tgamma, x)
#define ceil(x) AMPC__CALL(__builtin_ceil, x)
#define floor(x) AMPC__CALL(__builtin_floor, x)
#define rint(x) AMPC__CALL(__builtin_rint, x)
#define round(x) AMPC__CALL(__builtin_round, x)
#define trunc(x) AMPC__CALL(__builtin_trunc, x)
#define fmod(x, y) AMPC__CALL2(__builtin_fmod, x, y)
#define remainder(x, y) AMPC__CALL2(__builtin_remainder, x, y)
#define remquo(x, y, p) AMPC__CALL3(__builtin_remquo, x, y, p)
#define copysign(x, y) AMPC__CALL2(__builtin_copysign, x, y)
#define nextafter(x, y) AMPC__CALL2(__builtin_nextafter, x, y)
#define fdim(x, y) AMPC__CALL2(__builtin_fdim, x, y)
#define fmax(x, y) AMPC__CALL2(__builtin_fmax, x, y)
#define fmin(x, y) AMPC__CALL2(__builtin_fmin, x, y)
#define fma(x, y, z) AMPC__CALL3(__builtin_fma, x, y, z)
#define rsqrt(x) AMPC__CALL(ampc__rsqrt, x)
#define sinpi(x) AMPC__CALL(ampc__sinpi, x)
#define cospi(x) AMPC__CALL(ampc__cospi, x)
#define tanpi(x) AMPC__CALL(ampc__tanpi, x)
#define sincos(x, cosine)                                                                          \
    __extension__({                                                                                \
        __auto_type ampc__x = (x);                                                                 \
        *(cosine) = AMPC__TYPED(__builtin_cos, ampc__x)(ampc__x);                                  \
        AMPC__TYPED(__builtin_sin, ampc__x)(ampc__x);                                              \
    })

#define native_cos cos
#define native_divide ampc__fdividef
#define native_exp exp
#define native_exp2 exp2
#define native_log log
#define native_log10 log10
#define native_log2 log2
#define native_recip ampc__rcpf
#define native_rsqrt rsqrt
#define native_sin sin
#define native_sqrt sqrt
#define native_tan tan

#define isnan(x) __builtin_isnan(x)
#define isinf(x) (__builtin_isinf(x) != 0)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) (__builtin_signbit(x) != 0)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)

#define printf __builtin_printf

#endif
