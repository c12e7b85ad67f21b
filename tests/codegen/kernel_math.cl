#if defined AMPC_CONTRACT && !defined AMPC_BLOCKS
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
#ifdef AMPC_WIDE
typedef long ampc_off;
#else
typedef int ampc_off;
#endif

struct ampc_index4 {
    int c[4];
};
#if defined __NV_CL_C_VERSION && !defined AMPC_SAME
#define AMPC_SHAPES(n) int##n
#define AMPC_SHAPE(k) ampc_shapes.s##k
#else
#define AMPC_SHAPES(n) struct ampc_index##n
#define AMPC_SHAPE(k) ampc_shapes.c[0x##k]
#endif
#ifdef __NV_CL_C_VERSION
#define AMPC_ALONE
#else
#define AMPC_ALONE restrict
#endif
#ifdef AMPC_SAME
#define get_global_id(k) (get_global_id(k) - get_global_offset(k))
#endif
struct ampc_index1 {
    int c[1];
};
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
#if defined AMPC_CPU && defined __clang_major__
#define AMPC_AT_EDGE(x) (x) &&
#else
#define AMPC_AT_EDGE(x)
#endif
typedef float ampc_element_float __attribute__((may_alias));
struct ampc_view1_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    struct ampc_index1 e;
};
typedef long ampc_element_long __attribute__((may_alias));
struct ampc_view1_long { /* element 0, strides, extent */
    __global ampc_element_long *p;
    struct ampc_index1 e;
};

#ifdef AMPC_CPU
__constant uint ampc_pi_bits[23] = {0xa2f9, 0xa2f983, 0xa2f9836e, 0xf9836e4e,
    0x836e4e44, 0x6e4e4415, 0x4e441529, 0x441529fc, 0x1529fc27, 0x29fc2757,
    0xfc2757d1, 0x2757d1f5, 0x57d1f534, 0xd1f534dd, 0xf534ddc0, 0x34ddc0db,
    0xddc0db62, 0xc0db6295, 0xdb629599, 0x6295993c, 0x95993c43, 0x993c4390,
    0x3c439041};
#endif
#ifdef AMPC_CPU
static double ampc_far(float x, double near, int *n)
{
    uint bits = as_uint(x) & 0x7fffffff, at = (bits >> 23) - 136;
    if (bits < 0x47800000 || bits >= 0x7f800000)
        return near;
    __constant uint *w = ampc_pi_bits + (at >> 3);
    uint m = ((bits & 0x7fffff) | 0x800000) << (at & 7);
    ulong p = ((ulong)(m * w[0]) << 32) + (ulong)m * w[4] + ((ulong)m *
        w[8] >> 32), q = (p + ((ulong)1 << 61)) >> 62;
    near = (double)(long)(p - (q << 62)) * 3.4061215800865545e-19;
    *n = x < 0 ? -(int)q : (int)q;
    return x < 0 ? -near : near;
}
#endif
#ifdef AMPC_CPU
static double ampc_angle_float(float x, int *n)
{
    float k = floor(x * 0.636619772f + 0.5f);
    double d = convert_double(k), r = convert_double(x) - d * 1.5707963267341256 - d *
        6.0771005065061922e-11;
    *n = convert_int(k);
    if (any(0x477fffff - (as_int(x) & 0x7fffffff)))
        for (int i = (int)(sizeof(float) / sizeof(float)) - 1; i >= 0; i--)
            ((double *)&r)[i] = ampc_far(((float *)&x)[i], ((double *)&r)[i],
                (int *)n + i);
    return r;
}
#endif
#ifdef AMPC_CPU
static float ampc_wave_float(double d, int n)
{
    float r = convert_float(d), z = r * r, s, c;
    s = ((-1.95068467e-4f * z + 8.33210163e-3f) * z - 1.66666538e-1f) * z * r;
    c = ((2.44306702e-5f * z - 1.38873013e-3f) * z + 4.16666456e-2f) * (z * z);
    s = (n & 1) != 0 ? c : s;
    d = convert_double(n & 1) > (double)(0.5) ? 1.0 - 0.5 * d * d : d;
    s = convert_float(d + convert_double(s));
    return as_float(as_int(s) ^ (n & 2) << 30);
}
#endif
#ifdef AMPC_CPU
static float ampc_sincos_float_private(float x,  float *cosine)
{
    int n;
    double d = ampc_angle_float(x, &n);
    float y = ampc_wave_float(d, n);
    *cosine = ampc_wave_float(d, n + 1);
    return x == (float)(0.0f) ? x : y;
}
#else
#define ampc_sincos_float_private sincos
#endif
#ifdef AMPC_CPU
static float ampc_native_wave_float(float x, int n)
{
    float k = floor(x * 0.636619772f + 0.5f), r = x - k * 1.5703125f - k *
        4.83826792e-4f, z = r * r, s, c;
    n = n + convert_int(k);
    s = ((-1.95068467e-4f * z + 8.33210163e-3f) * z - 1.66666538e-1f) * z * r + r;
    c = ((2.44306702e-5f * z - 1.38873013e-3f) * z + 4.16666456e-2f) * (z * z) -
        0.5f * z + 1.0f;
    s = (n & 1) != 0 ? c : s;
    s = s > (float)(1.0f) ? (float)(1.0f) : s;
    s = s < (float)(-1.0f) ? (float)(-1.0f) : s;
    return as_float(as_int(s) ^ (n & 2) << 30);
}
#endif
#ifdef AMPC_CPU
static float ampc_native_sin_float(float x)
{
    return ampc_native_wave_float(x, (int)(0));
}
#else
#define ampc_native_sin_float native_sin
#endif
#ifdef AMPC_CPU
static float ampc_sin_float(float x)
{
    int n;
    double d = ampc_angle_float(x, &n);
    float y = ampc_wave_float(d, n);
    return x == (float)(0.0f) ? x : y;
}
#else
#define ampc_sin_float sin
#endif
#ifdef AMPC_CPU
static float ampc_scaled_float(double factor, double t)
{
    double f;
    float n, r, q;
    int k;
    t = t > (double)(130.0) ? (double)(130.0) : t;
    t = t < (double)(-152.0) ? (double)(-152.0) : t;
    n = floor(convert_float(t) + 0.5f);
    f = t - convert_double(n);
    r = convert_float(f);
    q = (((1.53211469e-4f * r + 1.33901788e-3f) * r + 9.61852632e-3f) * r +
        5.55036217e-2f) * r + 2.40226477e-1f;
    r = convert_float(factor * (1.0 + (f * 0.69314718055994529 + convert_double(q * (r * r)))));
    k = convert_int(n);
    return r * as_float(((k >> 1) + 127) << 23) * as_float((k - (k >> 1) + 127) << 23);
}
#endif
#ifdef AMPC_CPU
static double ampc_log_2_float(float x)
{
    float a = fabs(x), m, n;
    int tiny = a < 1.17549435e-38f, e;
    double s, z;
    m = tiny ? a * 8388608.0f : a;
    e = (as_int(m) - 0x3f3504f3) >> 23;
    m = as_float(as_int(m) - (e << 23));
    n = convert_float(e) - (tiny ? (float)(23.0f) : (float)(0.0f));
    n = a == (float)(0.0f) ? (float)(-INFINITY) : n;
    n = a < (float)(INFINITY) ? n : a;
    s = convert_double(m - 1.0f);
    s = s / (s + 2.0);
    z = s * s;
    return convert_double(n) + s * (2.8853900817779268 + z * (((0.34025946889463265 * z +
        0.41170432110106437) * z + 0.57708288213217183) * z + 0.96179667905892898));
}
#endif
#ifdef AMPC_CPU
static float ampc_pow_float(float x, float y)
{
    float w = y > (float)(1e30f) ? (float)(1e30f) : y, v, whole = floor(y);
    int odd = (whole == y) & (whole - 2.0f * floor(whole * 0.5f) == (float)(1.0f));
    w = w < (float)(-1e30f) ? (float)(-1e30f) : w;
    v = ampc_scaled_float((double)(1.0), convert_double(w) * ampc_log_2_float(x));
    v = odd ? copysign(v, x) : v;
    v = (x < (float)(0.0f)) & (x > (float)(-INFINITY)) & (whole != y) ? (float)(NAN) : v;
    return (x == (float)(1.0f)) | (y == (float)(0.0f)) ? (float)(1.0f) : v;
}
#else
#define ampc_pow_float pow
#endif
static float ampc_clamp_float(float x, float a, float b)
{
    return x < a ? a : x > b ? b : x;
}
static int ampc_clamp_int(int x, int a, int b)
{
    return x < a ? a : x > b ? b : x;
}
static uint ampc_mad_uint(uint x, uint a, uint b)
{
    return x * a + b;
}
#ifdef AMPC_CPU
static float ampc_fmin_float(float x, float y)
{
    float v = y < x ? y : x;
    return isnan(x) ? y : v;
}
#else
#define ampc_fmin_float fmin
#endif
#ifdef AMPC_CPU
static float ampc_fmax_float(float x, float y)
{
    float v = y > x ? y : x;
    return isnan(x) ? y : v;
}
#else
#define ampc_fmax_float fmax
#endif
static float ampc_saturate_float(float x)
{
    return ampc_fmin_float(ampc_fmax_float(x, 0.0f), 1.0f);
}
#ifdef AMPC_CPU
static float ampc_log_float(float x)
{
    int tiny = x < (float)(1.17549435e-38f), e;
    float m = tiny ? x * 8388608.0f : x, f, z, y, n;
    e = (as_int(m) - 0x3f3504f3) >> 23;
    m = as_float(as_int(m) - (e << 23));
    n = convert_float(e) - (tiny ? (float)(23.0f) : (float)(0.0f));
    f = m - 1.0f;
    z = f * f;
    y = ((((((((7.0376836292e-2f * f - 1.1514610310e-1f) * f + 1.1676998740e-1f) *
        f -
        1.2420140846e-1f) * f + 1.4249322787e-1f) * f - 1.6668057665e-1f) * f +
        2.0000714765e-1f) * f - 2.4999993993e-1f) * f + 3.3333331174e-1f) * f * z;
    y = y + n * -2.12194440e-4f;
    y = f + (y - 0.5f * z);
    y = y + n * 0.693359375f;
    y = x == (float)(INFINITY) ? x : y;
    y = x < (float)(0.0f) ? (float)(NAN) : y;
    y = x == (float)(0.0f) ? (float)(-INFINITY) : y;
    return isnan(x) ? x : y;
}
#else
#define ampc_log_float log
#endif
static float ampc_quantile_float(float q, float tail)
{
    float r, x;
    if (fabs(q) <= 0.425f) {
        r = 0.180625f - q * q;
        return q * (((((((r * 2509.0809287301226727f + 33430.575583588128105f) * r +
            67265.770927008700853f) * r + 45921.953931549871457f) * r +
            13731.693765509461125f) * r + 1971.5909503065514427f) * r +
            133.14166789178437745f) * r + 3.387132872796366608f) /
            (((((((r * 5226.495278852545925f + 28729.085735721942674f) * r +
            39307.89580009271061f) * r + 21213.794301586595867f) * r +
            5394.1960214247511077f) * r + 687.1870074920579083f) * r +
            42.313330701600911252f) * r + 1.0f);
    }
    if (tail == 0)
        return copysign((float)as_float(0x7f800000u), q);
    r = sqrt(-ampc_log_float(tail));
    if (r <= 5) {
        r -= 1.6f;
        x = (((((((r * 7.7454501427834140764e-4f + 0.0227238449892691845833f) * r +
            0.24178072517745061177f) * r + 1.27045825245236838258f) * r +
            3.64784832476320460504f) * r + 5.7694972214606914055f) * r +
            4.6303378461565452959f) * r + 1.42343711074968357734f) /
            (((((((r * 1.05075007164441684324e-9f + 5.475938084995344946e-4f) * r +
            0.0151986665636164571966f) * r + 0.14810397642748007459f) * r +
            0.68976733498510000455f) * r + 1.6763848301838038494f) * r +
            2.05319162663775882187f) * r + 1.0f);
    } else {
        r -= 5.0f;
        x = (((((((r * 2.01033439929228813265e-7f + 2.71155556874348757815e-5f) * r +
            0.0012426609473880784386f) * r + 0.026532189526576123093f) * r +
            0.29656057182850489123f) * r + 1.7848265399172913358f) * r +
            5.4637849111641143699f) * r + 6.6579046435011037772f) /
            (((((((r * 2.04426310338993978564e-15f + 1.4215117583164458887e-7f) * r +
            1.8463183175100546818e-5f) * r + 7.868691311456132591e-4f) * r +
            0.0148753612908506148525f) * r + 0.13692988092273580531f) * r +
            0.59983220655588793769f) * r + 1.0f);
    }
    return copysign(x, q);
}
static float ampc_erfinv_float(float x)
{
    return ampc_quantile_float(x / 2, (1 - fabs(x)) / 2) * 0.70710678118654752440f;
}
#ifdef AMPC_CPU
static float ampc_fmod_float(float x, float y)
{
    double a = convert_double(fabs(x)), b = convert_double(fabs(y)), t = a / b, r = a - floor(t) * b;
    float v;
    r = r < (double)(0.0) ? r + b : r;
    r = (b == (double)(INFINITY)) & (a < (double)(INFINITY)) ? a : r;
    v = copysign(convert_float(r), x);
    if (any(0x4dffffff - as_int(convert_float(t))))
        for (int i = (int)(sizeof(float) / sizeof(float)) - 1; i >= 0; i--)
            if (((double *)&t)[i] >= 536870912.0)
                ((float *)&v)[i] = fmod(((float *)&x)[i], ((float *)&y)[i]);
    return v;
}
#else
#define ampc_fmod_float fmod
#endif
static float ampc_lgamma_r_float_private(float x,  int *sign)
{
    *sign = x < 0 && x != floor(x) && ampc_fmod_float(floor(x), 2.0f) != 0 ? -1 : 1;
    return lgamma(x);
}
static int ampc_firstbitlow(uint x)
{
    return 31 - (int)clz(x & -x);
}
static int ampc_sign_int(int x)
{
    return (x > 0) - (x < 0);
}
static float ampc_add_float_global(volatile __global float *p, float value)
{
#ifdef __NV_CL_C_VERSION
    float old;
    asm volatile("atom.global.add.f32 %0, [%1], %2;"
                 : "=f"(old) : "l"(p), "f"(value) : "memory");
    return old;
#elif defined AMPC_FLOAT_ATOMICS && defined __opencl_c_ext_fp32_global_atomic_add && defined __opencl_c_atomic_scope_device
    return atomic_fetch_add_explicit((volatile __global atomic_float *)p, value, memory_order_relaxed, memory_scope_device);
#else
    volatile __global uint *bits = (volatile __global uint *)p;
    uint seen = 0, old;
    do {
        old = seen;
        seen = atomic_cmpxchg(bits, old, as_uint(as_float(old) + value));
    } while (seen != old);
    return as_float(old);
#endif
}
static struct ampc_view1_float ampc_make_view1_float(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_float v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_float *)base;
#else
    v.p = (__global ampc_element_float *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}
static struct ampc_view1_long ampc_make_view1_long(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_long v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_long *)base;
#else
    v.p = (__global ampc_element_long *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}

static float u_f(float u_x, int u_n)
{
#line 4 "tests/codegen/kernel_math.ampc"
    float u_a; float u_b;
    int u_s;
    ((void)(*(&u_a) = ampc_sincos_float_private(u_x, &u_b)));
    u_a += native_divide((float)u_n, u_x) + ampc_native_sin_float(u_x) + ampc_sin_float(u_x) + ampc_pow_float((float)u_n, 2.0f) + ampc_pow_float(u_x, (float)u_n);
    u_b += ampc_clamp_float(u_x, 0.0f, 1.0f) + (float)ampc_clamp_int(u_n, 0, 1) + (float)ampc_mad_uint((uint)u_n, (uint)u_n, 1U) + ampc_saturate_float(u_x) + rsqrt(u_x) + (1.0f / (u_x)) + (float)popcount((uint)u_n);
    return u_a * u_b + ampc_erfinv_float(u_x) + ampc_lgamma_r_float_private(u_x, &u_s) + (float)ampc_firstbitlow((uint)u_n) + (float)ampc_sign_int(u_n);
}

#ifdef AMPC_DENSE
__kernel void g_16(
#ifndef AMPC_SAME
AMPC_SHAPES(4) ampc_shapes,
#endif
__global char *AMPC_ALONE base_v, __global char *AMPC_ALONE base_w)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(4) ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(1)}};
    struct ampc_arg1 arg_w = {0, {0}, {AMPC_SHAPE(2)}};
#else
__kernel void g_16(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, __global char *base_w, struct ampc_arg1 arg_w)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
    struct ampc_view1_float u_v = ampc_make_view1_float(base_v, arg_v);
    struct ampc_view1_long u_w = ampc_make_view1_long(base_w, arg_w);
    {
#line 17 "tests/codegen/kernel_math.ampc"
        u_v.p[u_i.c[0]] = u_f(u_v.p[u_i.c[0]], u_i.c[0]);
        ampc_add_float_global(&u_v.p[u_i.c[0]], 1.0f);
        atom_add(&u_w.p[u_i.c[0]], 1L);
    }
}
