/* ampc_ranks.h - what exists once per rank of indices and views: the types ampc_index1 to
 * ampc_index16 and ampc_view1 to ampc_view16 (index, extent and tiled_extent of a rank are one
 * struct; component 0 is the slowest), and the inline functions ampc__NAMEn of generated code over
 * them. An index<2> i and a view v of rank 2, v(i) read: *(float *)ampc__at2(v, AMPC_READ, i, ...).
 *
 * Included by ampc_gen.h alone, which declares what it calls.
 */
#ifndef AMPC_RANKS_H
#define AMPC_RANKS_H

/* Types and functions of rank N. */
#define AMPC__RANK(N)                                                                              \
    typedef struct ampc_index##N {                                                                 \
        int c[N];                                                                                  \
    } ampc_index##N;                                                                               \
    typedef struct ampc_view##N {                                                                  \
        ampc_view v;                                                                               \
        ampc_ptrdiff stride[N];                                                                    \
        int extent[N];                                                                             \
    } ampc_view##N;                                                                                \
    AMPC__ONLY_ADDRESS(3)                                                                          \
    AMPC__ALWAYS_INLINE ampc_view##N ampc__view##N(ampc_index##N e, ampc_size elem, const void *p, \
                                                   ampc_size avail, unsigned flags,                \
                                                   const char *file, int line)                     \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__view_init(&r.v, N, e.c, elem, p, avail, flags, file, line);                          \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE void ampc__release##N(ampc_view##N *v)                                            \
    {                                                                                              \
        ampc__view_release(&v->v);                                                                 \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__share##N(ampc_view##N v)                                       \
    {                                                                                              \
        ampc__view_retain(&v.v);                                                                   \
        return v;                                                                                  \
    }                                                                                              \
    AMPC__INLINE void *ampc__at##N(ampc_view##N v, unsigned access, ampc_index##N i,               \
                                   const char *file, int line)                                     \
    {                                                                                              \
        int k;                                                                                     \
        ampc_ptrdiff at = 0;                                                                       \
        if (__builtin_expect(!v.v.home || (__atomic_load_n(&v.v.home->host, __ATOMIC_ACQUIRE) &    \
                                           access) != access,                                      \
                             0))                                                                   \
            ampc__view_access(&v.v, access, file, line);                                           \
        for (k = 0; k < N; k++)                                                                    \
            at += i.c[k] * v.stride[k];                                                            \
        return v.v.host + at * (ampc_ptrdiff)v.v.elem;                                             \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__section##N(ampc_view##N v, ampc_index##N origin,               \
                                               ampc_index##N extent, const char *file, int line)   \
    {                                                                                              \
        ampc__view_section(&v.v, origin.c, extent.c, file, line);                                  \
        return v;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__from##N(ampc_view##N v, ampc_index##N origin,                  \
                                            const char *file, int line)                            \
    {                                                                                              \
        ampc__view_section(&v.v, origin.c, 0, file, line);                                         \
        return v;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__first##N(ampc_view##N v, ampc_index##N extent,                 \
                                             const char *file, int line)                           \
    {                                                                                              \
        ampc__view_section(&v.v, 0, extent.c, file, line);                                         \
        return v;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__shape##N(ampc_view1 v, ampc_index##N extent, const char *file, \
                                             int line)                                             \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__view_shape(&r.v, N, &v.v, extent.c, file, line);                                     \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__array##N(                                                      \
        ampc_index##N e, ampc_size elem, const void *p, ampc_size avail, ampc__queue on,           \
        ampc__queue associated, unsigned flags, const char *file, int line)                        \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__array_init(&r.v, N, e.c, elem, p, avail, on, associated, flags, file, line);         \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__array_range##N(                                                \
        ampc_index##N e, ampc_size elem, const void *p, const void *end, ampc__queue on,           \
        ampc__queue associated, unsigned flags, const char *file, int line)                        \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__array_init(&r.v, N, e.c, elem, 0, 0, on, associated, flags, file, line);             \
        if (r.v.home)                                                                              \
            ampc__copy_range(p, end, &r.v, file, line);                                            \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__texture##N(                                                    \
        ampc_index##N e, ampc_size elem, enum ampc__texel kind, const void *p, ampc_size bytes,    \
        const void *end, unsigned bits, ampc__queue on, ampc__queue associated, unsigned flags,    \
        const char *file, int line)                                                                \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__texture_init(&r.v, N, e.c, elem, kind, p, bytes, end, bits, on, associated, flags,   \
                           file, line);                                                            \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__clone_on##N(ampc_view##N v, ampc__queue on,                    \
                                                ampc__queue associated, unsigned flags,            \
                                                const char *file, int line)                        \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__array_clone_on(&r.v, N, &v.v, on, associated, flags, file, line);                    \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_view##N ampc__clone##N(ampc_view##N v, const char *file, int line)           \
    {                                                                                              \
        ampc_view##N r;                                                                            \
        ampc__array_clone(&r.v, N, &v.v, file, line);                                              \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE void *ampc__array_at##N(ampc_view##N v, unsigned access, ampc_index##N i,         \
                                         const char *file, int line)                               \
    {                                                                                              \
        if (v.v.home && !(v.v.flags & AMPC_VIEW_STAGING))                                          \
            ampc__array_refuse(file, line);                                                        \
        return ampc__at##N(v, access, i, file, line);                                              \
    }                                                                                              \
    AMPC__INLINE ampc_index##N ampc__extent##N(ampc_view##N v)                                     \
    {                                                                                              \
        int k;                                                                                     \
        ampc_index##N r;                                                                           \
        for (k = 0; k < N; k++)                                                                    \
            r.c[k] = v.extent[k];                                                                  \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_index##N ampc__all##N(int s)                                                 \
    {                                                                                              \
        int k;                                                                                     \
        ampc_index##N r;                                                                           \
        for (k = 0; k < N; k++)                                                                    \
            r.c[k] = s;                                                                            \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_index##N ampc__ints##N(const int *p)                                         \
    {                                                                                              \
        int k;                                                                                     \
        ampc_index##N r;                                                                           \
        for (k = 0; k < N; k++)                                                                    \
            r.c[k] = p[k];                                                                         \
        return r;                                                                                  \
    }                                                                                              \
    AMPC__INLINE int ampc__equal##N(ampc_index##N a, ampc_index##N b)                              \
    {                                                                                              \
        int k;                                                                                     \
        int same = 1;                                                                              \
        for (k = 0; k < N; k++)                                                                    \
            same &= a.c[k] == b.c[k];                                                              \
        return same;                                                                               \
    }                                                                                              \
    AMPC__INLINE int ampc__contains##N(ampc_index##N e, ampc_index##N i)                           \
    {                                                                                              \
        int k;                                                                                     \
        int in = 1;                                                                                \
        for (k = 0; k < N; k++)                                                                    \
            in &= i.c[k] >= 0 && i.c[k] < e.c[k];                                                  \
        return in;                                                                                 \
    }                                                                                              \
    AMPC__INLINE unsigned ampc__size##N(ampc_index##N e)                                           \
    {                                                                                              \
        int k;                                                                                     \
        unsigned n = 1;                                                                            \
        for (k = 0; k < N; k++)                                                                    \
            n *= (unsigned)e.c[k];                                                                 \
        return n;                                                                                  \
    }                                                                                              \
    AMPC__RANK_OP(N, add, +)                                                                       \
    AMPC__RANK_OP(N, sub, -)                                                                       \
    AMPC__RANK_OP(N, mul, *)                                                                       \
    AMPC__RANK_OP(N, div, /)                                                                       \
    AMPC__RANK_OP(N, mod, %)

/* a op b per component; generated code spreads an int operand with ampc__allN first. The *_to form
 * is the compound assignment (and prefix ++, --), the *_post form gives the old value. */
#define AMPC__RANK_OP(N, name, op)                                                                 \
    AMPC__INLINE ampc_index##N ampc__##name##N(ampc_index##N a, ampc_index##N b)                   \
    {                                                                                              \
        int k;                                                                                     \
        for (k = 0; k < N; k++)                                                                    \
            a.c[k] = a.c[k] op b.c[k];                                                             \
        return a;                                                                                  \
    }                                                                                              \
    AMPC__INLINE ampc_index##N ampc__##name##_to##N(ampc_index##N *a, ampc_index##N b)             \
    {                                                                                              \
        return *a = ampc__##name##N(*a, b);                                                        \
    }                                                                                              \
    AMPC__INLINE ampc_index##N ampc__##name##_post##N(ampc_index##N *a, ampc_index##N b)           \
    {                                                                                              \
        ampc_index##N old = *a;                                                                    \
        *a = ampc__##name##N(*a, b);                                                               \
        return old;                                                                                \
    }

AMPC__RANK(1)
AMPC__RANK(2)
AMPC__RANK(3)
#ifndef AMPC__FEW_RANKS /* from ampcc: the unit may do without the others, see driver/unit.c */
AMPC__RANK(4)
AMPC__RANK(5)
AMPC__RANK(6)
AMPC__RANK(7)
AMPC__RANK(8)
AMPC__RANK(9)
AMPC__RANK(10)
AMPC__RANK(11)
AMPC__RANK(12)
AMPC__RANK(13)
AMPC__RANK(14)
AMPC__RANK(15)
AMPC__RANK(16)
#endif

/* A row of a view of rank N, a view of rank M = N - 1. */
#define AMPC__ROW(N, M)                                                                            \
    AMPC__INLINE ampc_view##M ampc__row##N(ampc_view##N v, int i, const char *file, int line)      \
    {                                                                                              \
        int k;                                                                                     \
        ampc_view##M r;                                                                            \
        if (__builtin_expect(!v.v.home || (unsigned)i >= (unsigned)v.extent[0], 0)) {              \
            ampc__view_row(&r.v, &v.v, i, file, line);                                             \
            return r;                                                                              \
        }                                                                                          \
        r.v = v.v;                                                                                 \
        r.v.host += i * v.stride[0] * (ampc_ptrdiff)v.v.elem;                                      \
        r.v.rank = M;                                                                              \
        for (k = 0; k < M; k++) {                                                                  \
            r.stride[k] = v.stride[k + 1];                                                         \
            r.extent[k] = v.extent[k + 1];                                                         \
        }                                                                                          \
        return r;                                                                                  \
    }

AMPC__ROW(2, 1)
AMPC__ROW(3, 2)
#ifndef AMPC__FEW_RANKS
AMPC__ROW(4, 3)
AMPC__ROW(5, 4)
AMPC__ROW(6, 5)
AMPC__ROW(7, 6)
AMPC__ROW(8, 7)
AMPC__ROW(9, 8)
AMPC__ROW(10, 9)
AMPC__ROW(11, 10)
AMPC__ROW(12, 11)
AMPC__ROW(13, 12)
AMPC__ROW(14, 13)
AMPC__ROW(15, 14)
AMPC__ROW(16, 15)
#endif
#undef AMPC__FEW_RANKS

#endif
