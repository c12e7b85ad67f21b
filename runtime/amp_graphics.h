/* amp_graphics.h - what C++ AMP's <amp_graphics.h> has beside textures, which are in the compiler:
 * samplers, and what texture_view<const T, N>::sample and gather_red, _green, _blue and _alpha
 * call.
 *
 * A sampler says how an element is made of a texture at a place: coordinates go from 0 to 1 over
 * the texture, x along the last dimension; elements' centres are at (k + 0.5) / n. In amp code
 * these are amp functions like a program's own, so samples are the same in the emulator and on all
 * devices, but where a device's own images sample. C programs without kernels get nothing from
 * here.
 *
 *     sampler s(filter_linear, address_clamp);
 *     parallel_for_each(e, [=](index<2> i) restrict(amp) { a[i] = v.sample(s, float_2(0.5f)); });
 */
#ifndef AMPC_AMP_GRAPHICS_H
#define AMPC_AMP_GRAPHICS_H

#include <amp_short_vectors.h>

#ifdef __AMPC__

typedef enum filter_mode {
    filter_point = 0,    /* the element at the place */
    filter_linear = 0x15 /* between the two, four or eight around it */
} filter_mode;
#define filter_unknown ((filter_mode)(-1))

typedef enum address_mode {
    address_wrap = 1, /* what is outside: the texture again and again */
    address_mirror,   /* the same, every other time reversed */
    address_clamp,    /* the element at the edge */
    address_border    /* the border's colour */
} address_mode;
#define address_unknown ((address_mode)(-1))

typedef struct ampc_sampler {
    enum filter_mode filter_mode;
    enum address_mode address_mode;
    float_4 border_color;
} sampler;

/* What sampler's constructors become, by the number of arguments: of one, the values tell filters
 * from addresses. */
static inline sampler ampc__sampler_3(filter_mode f, address_mode a, float_4 border)
{
    sampler s = {f, a, border};
    return s;
}
static inline sampler ampc__sampler_copy(sampler s)
{
    return s;
}
static inline sampler ampc__sampler_0(void)
{
    return ampc__sampler_3(filter_linear, address_clamp, float_4(0.0f));
}
static inline sampler ampc__sampler_1(int mode)
{
    int is_address = mode >= (int)address_wrap && mode <= (int)address_border;
    return ampc__sampler_3(is_address ? filter_linear : (filter_mode)mode,
                           is_address ? (address_mode)mode : address_clamp, float_4(0.0f));
}
static inline sampler ampc__sampler_2(filter_mode filter, address_mode address)
{
    return ampc__sampler_3(filter, address, float_4(0.0f));
}
static inline sampler ampc__sampler_border(address_mode address, float_4 border)
{
    return ampc__sampler_3(filter_linear, address, border);
}

/* Of v.sample<filter, address>(place). */
static inline sampler ampc__sampler_of(filter_mode filter, address_mode address) restrict(amp)
{
    sampler s;
    s.filter_mode = filter;
    s.address_mode = address;
    s.border_color = float_4(0.0f);
    return s;
}

/* Where a coordinate is in a dimension: between two elements, below 0 the border, and how far
 * from the first one. */
struct ampc__place {
    int low, high;
    float part;
};

static inline int ampc__texel_at(int i, int n, address_mode mode) restrict(amp)
{
    if (mode == address_wrap) {
        i %= n;
        return i < 0 ? i + n : i;
    }
    if (mode == address_mirror) {
        i %= 2 * n;
        i = i < 0 ? i + 2 * n : i;
        return i < n ? i : 2 * n - 1 - i;
    }
    if (mode == address_border)
        return i < n ? i : -1;
    return i < 0 ? 0 : i < n ? i : n - 1;
}

static inline struct ampc__place ampc__texel_place(float x, int n, filter_mode filter,
                                                   address_mode mode) restrict(amp)
{
    struct ampc__place p;
    float at = x * (float)n - (filter == filter_point ? 0.0f : 0.5f);
    /* not a number, too, becomes one that an int can hold */
    at = __builtin_fminf(__builtin_fmaxf(at, -1e9f), 1e9f);
    float low = __builtin_floorf(at);
    p.low = p.high = ampc__texel_at((int)low, n, mode);
    p.part = 0.0f;
    if (filter != filter_point) {
        p.high = ampc__texel_at((int)low + 1, n, mode);
        p.part = at - low;
    }
    return p;
}

static inline float_4 ampc__texel_mix(float_4 a, float_4 b, float part) restrict(amp)
{
    return part > 0.0f ? a + (b - a) * part : a;
}

static inline float ampc__texel_component(float_4 v, int k) restrict(amp)
{
    return k == 0 ? v.x : k == 1 ? v.y : k == 2 ? v.z : v.w;
}

/* ampc__texelN_T is what an image does in its place, where the device has images
 * (codegen/kernel/kernel_image.c). For elements T, whose name ends the functions' and whose
 * component is S: 'wide' is the element t as a float_4, 'made' a T of the float_4 r; 'four' what
 * gathering gives. */
#define AMPC__SAMPLED(T, wide, made, four, S)                                                      \
    static inline float_4 ampc__fetch1_##T(texture_view<const T, 1> v, int i,                      \
                                           float_4 border) restrict(amp)                           \
    {                                                                                              \
        if (i < 0)                                                                                 \
            return border;                                                                         \
        T t = v(i);                                                                                \
        return wide;                                                                               \
    }                                                                                              \
    static inline float_4 ampc__fetch2_##T(texture_view<const T, 2> v, int i, int k,               \
                                           float_4 border) restrict(amp)                           \
    {                                                                                              \
        if (i < 0 || k < 0)                                                                        \
            return border;                                                                         \
        T t = v(i, k);                                                                             \
        return wide;                                                                               \
    }                                                                                              \
    static inline float_4 ampc__fetch3_##T(texture_view<const T, 3> v, int i, int k, int l,        \
                                           float_4 border) restrict(amp)                           \
    {                                                                                              \
        if (i < 0 || k < 0 || l < 0)                                                               \
            return border;                                                                         \
        T t = v(i, k, l);                                                                          \
        return wide;                                                                               \
    }                                                                                              \
    static inline float_4 ampc__texel1_##T(texture_view<const T, 1> v, sampler s,                  \
                                           float at) restrict(amp)                                 \
    {                                                                                              \
        struct ampc__place x = ampc__texel_place(at, v.extent[0], s.filter_mode, s.address_mode);  \
        return ampc__texel_mix(ampc__fetch1_##T(v, x.low, s.border_color),                         \
                               ampc__fetch1_##T(v, x.high, s.border_color), x.part);               \
    }                                                                                              \
    static inline T ampc__sample1_##T(texture_view<const T, 1> v, sampler s,                       \
                                      float at) restrict(amp)                                      \
    {                                                                                              \
        float_4 r = ampc__texel1_##T(v, s, at);                                                    \
        return made;                                                                               \
    }                                                                                              \
    static inline float_4 ampc__line2_##T(texture_view<const T, 2> v, sampler s, int i,            \
                                          struct ampc__place x) restrict(amp)                      \
    {                                                                                              \
        return ampc__texel_mix(ampc__fetch2_##T(v, i, x.low, s.border_color),                      \
                               ampc__fetch2_##T(v, i, x.high, s.border_color), x.part);            \
    }                                                                                              \
    static inline float_4 ampc__texel2_##T(texture_view<const T, 2> v, sampler s, float at_x,      \
                                           float at_y) restrict(amp)                               \
    {                                                                                              \
        struct ampc__place x =                                                                     \
            ampc__texel_place(at_x, v.extent[1], s.filter_mode, s.address_mode);                   \
        struct ampc__place y =                                                                     \
            ampc__texel_place(at_y, v.extent[0], s.filter_mode, s.address_mode);                   \
        return ampc__texel_mix(ampc__line2_##T(v, s, y.low, x), ampc__line2_##T(v, s, y.high, x),  \
                               y.part);                                                            \
    }                                                                                              \
    static inline T ampc__sample2_##T(texture_view<const T, 2> v, sampler s,                       \
                                      float_2 at) restrict(amp)                                    \
    {                                                                                              \
        float_4 r = ampc__texel2_##T(v, s, at.x, at.y);                                            \
        return made;                                                                               \
    }                                                                                              \
    static inline float_4 ampc__plane3_##T(texture_view<const T, 3> v, sampler s, int i,           \
                                           struct ampc__place y,                                   \
                                           struct ampc__place x) restrict(amp)                     \
    {                                                                                              \
        float_4 a =                                                                                \
            ampc__texel_mix(ampc__fetch3_##T(v, i, y.low, x.low, s.border_color),                  \
                            ampc__fetch3_##T(v, i, y.low, x.high, s.border_color), x.part);        \
        float_4 b =                                                                                \
            ampc__texel_mix(ampc__fetch3_##T(v, i, y.high, x.low, s.border_color),                 \
                            ampc__fetch3_##T(v, i, y.high, x.high, s.border_color), x.part);       \
        return ampc__texel_mix(a, b, y.part);                                                      \
    }                                                                                              \
    static inline float_4 ampc__texel3_##T(texture_view<const T, 3> v, sampler s, float at_x,      \
                                           float at_y, float at_z) restrict(amp)                   \
    {                                                                                              \
        struct ampc__place x =                                                                     \
            ampc__texel_place(at_x, v.extent[2], s.filter_mode, s.address_mode);                   \
        struct ampc__place y =                                                                     \
            ampc__texel_place(at_y, v.extent[1], s.filter_mode, s.address_mode);                   \
        struct ampc__place z =                                                                     \
            ampc__texel_place(at_z, v.extent[0], s.filter_mode, s.address_mode);                   \
        return ampc__texel_mix(ampc__plane3_##T(v, s, z.low, y, x),                                \
                               ampc__plane3_##T(v, s, z.high, y, x), z.part);                      \
    }                                                                                              \
    static inline T ampc__sample3_##T(texture_view<const T, 3> v, sampler s,                       \
                                      float_3 at) restrict(amp)                                    \
    {                                                                                              \
        float_4 r = ampc__texel3_##T(v, s, at.x, at.y, at.z);                                      \
        return made;                                                                               \
    }                                                                                              \
    static inline four ampc__gather_##T(texture_view<const T, 2> v, sampler s, float_2 at,         \
                                        int k) restrict(amp)                                       \
    {                                                                                              \
        struct ampc__place x =                                                                     \
            ampc__texel_place(at.x, v.extent[1], filter_linear, s.address_mode);                   \
        struct ampc__place y =                                                                     \
            ampc__texel_place(at.y, v.extent[0], filter_linear, s.address_mode);                   \
        float_4 b = s.border_color;                                                                \
        return four(S(ampc__texel_component(ampc__fetch2_##T(v, y.high, x.low, b), k)),            \
                    S(ampc__texel_component(ampc__fetch2_##T(v, y.high, x.high, b), k)),           \
                    S(ampc__texel_component(ampc__fetch2_##T(v, y.low, x.high, b), k)),            \
                    S(ampc__texel_component(ampc__fetch2_##T(v, y.low, x.low, b), k)));            \
    }

AMPC__SAMPLED(float, float_4(t, 0.0f, 0.0f, 0.0f), r.x, float_4, )
AMPC__SAMPLED(float_2, float_4(t.x, t.y, 0.0f, 0.0f), r.xy, float_4, )
AMPC__SAMPLED(float_4, t, r, float_4, )
AMPC__SAMPLED(norm, float_4((float)t, 0.0f, 0.0f, 0.0f), norm(r.x), norm_4, norm)
AMPC__SAMPLED(norm_2, float_4((float)t.x, (float)t.y, 0.0f, 0.0f), norm_2(norm(r.x), norm(r.y)),
              norm_4, norm)
AMPC__SAMPLED(norm_4, float_4((float)t.x, (float)t.y, (float)t.z, (float)t.w),
              norm_4(norm(r.x), norm(r.y), norm(r.z), norm(r.w)), norm_4, norm)
AMPC__SAMPLED(unorm, float_4((float)t, 0.0f, 0.0f, 0.0f), unorm(r.x), unorm_4, unorm)
AMPC__SAMPLED(unorm_2, float_4((float)t.x, (float)t.y, 0.0f, 0.0f), unorm_2(unorm(r.x), unorm(r.y)),
              unorm_4, unorm)
AMPC__SAMPLED(unorm_4, float_4((float)t.x, (float)t.y, (float)t.z, (float)t.w),
              unorm_4(unorm(r.x), unorm(r.y), unorm(r.z), unorm(r.w)), unorm_4, unorm)
#undef AMPC__SAMPLED

#endif

#endif
