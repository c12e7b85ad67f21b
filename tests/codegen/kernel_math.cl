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
static float ampc_saturate_float(float x)
{
    return fmin(fmax(x, 0.0f), 1.0f);
}
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
    r = sqrt(-log(tail));
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
static float ampc_lgamma_r_float_private(float x,  int *sign)
{
    *sign = x < 0 && x != floor(x) && fmod(floor(x), 2.0f) != 0 ? -1 : 1;
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
    ((void)(*(&u_a) = sincos(u_x, &u_b)));
    u_a += native_divide((float)u_n, u_x) + native_sin(u_x) + sin(u_x) + pow((float)u_n, 2.0f) + pow(u_x, (float)u_n);
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
    if (u_i.c[0] >= ampc_extent.c[0])
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
