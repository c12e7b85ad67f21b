/* amp_short_vectors.h - C++ AMP's short vectors: int_2 ... int_4, uint, float, double, norm and
 * unorm, and the numbers norm and unorm themselves.
 *
 * In a translated unit they have C++ AMP's constructors, operators and swizzles
 * (sema/types/vector.h); for C these are the structures that functions of other units pass and
 * return. Those of two and four components are aligned to their size, at most to the 16 bytes that
 * malloc aligns to; those of three as one component. A norm is in [-1, 1], an unorm in [0, 1]: C
 * code that sets 'value' keeps to that. Example: `float_4 v = {1, 2, 3, 4};`. */
#ifndef AMPC_AMP_SHORT_VECTORS_H
#define AMPC_AMP_SHORT_VECTORS_H

typedef unsigned int uint;

typedef struct ampc_norm {
    float value;
} norm;
typedef struct ampc_unorm {
    float value;
} unorm;

#define AMPC__VECTORS(name, scalar, of_2, of_4)                                                    \
    typedef struct __attribute__((__aligned__(of_2))) ampc_##name##_2 {                            \
        scalar x, y;                                                                               \
    } name##_2;                                                                                    \
    typedef struct ampc_##name##_3 {                                                               \
        scalar x, y, z;                                                                            \
    } name##_3;                                                                                    \
    typedef struct __attribute__((__aligned__(of_4))) ampc_##name##_4 {                            \
        scalar x, y, z, w;                                                                         \
    } name##_4;
AMPC__VECTORS(int, int, 8, 16)
AMPC__VECTORS(uint, unsigned int, 8, 16)
AMPC__VECTORS(float, float, 8, 16)
AMPC__VECTORS(double, double, 16, 16)
AMPC__VECTORS(norm, norm, 8, 16)
AMPC__VECTORS(unorm, unorm, 8, 16)
#undef AMPC__VECTORS

#define NORM_ZERO ((norm)0.0f)
#define NORM_MIN ((norm)(-1.0f))
#define NORM_MAX ((norm)1.0f)
#define UNORM_ZERO ((unorm)0.0f)
#define UNORM_MIN ((unorm)0.0f)
#define UNORM_MAX ((unorm)1.0f)

/* For generated code: a number as the value of a norm, an unorm. */
static inline float ampc__norm(float v)
{
    v = v < -1.0f ? -1.0f : v;
    return v > 1.0f ? 1.0f : v;
}
static inline float ampc__unorm(float v)
{
    v = v < 0.0f ? 0.0f : v;
    return v > 1.0f ? 1.0f : v;
}

#endif
