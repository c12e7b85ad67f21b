#if defined AMPC_CONTRACT && !defined AMPC_BLOCKS
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef AMPC_WIDE
typedef long ampc_off;
#else
typedef int ampc_off;
#endif

typedef float16 ampc_some16_float __attribute__((aligned(4), may_alias));
typedef float8 ampc_some8_float __attribute__((aligned(4), may_alias));
typedef float4 ampc_some4_float __attribute__((aligned(4), may_alias));
typedef float2 ampc_some2_float __attribute__((aligned(4), may_alias));
typedef float ampc_some1_float __attribute__((aligned(4), may_alias));
typedef int16 ampc_some16_int __attribute__((aligned(4), may_alias));
typedef int8 ampc_some8_int __attribute__((aligned(4), may_alias));
typedef int4 ampc_some4_int __attribute__((aligned(4), may_alias));
typedef int2 ampc_some2_int __attribute__((aligned(4), may_alias));
typedef int ampc_some1_int __attribute__((aligned(4), may_alias));
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
struct ampc_raw12 {
    ulong w[12];
};
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
#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_point {
    float u_x[8];
    int u_nearest;
};
typedef char ampc_size_u_point[sizeof(struct u_point) == 36 && ampc_lies(struct u_point, u_x, 0) && ampc_lies(struct u_point, u_nearest, 32) ? 1 : -1];
typedef struct u_point ampc_element_u_point __attribute__((may_alias));
struct ampc_view1_u_point { /* element 0, strides, extent */
    __global ampc_element_u_point *p;
    struct ampc_index1 e;
};
struct ampc_stored_view1_u_point { /* as large as the host's */
    struct ampc_view1_u_point v;
    char pad[48 - sizeof(struct ampc_view1_u_point)];
} __attribute__((may_alias));
struct u_sets {
    struct ampc_stored_view1_u_point u_points;
    struct ampc_stored_view1_u_point u_centres;
};
typedef char ampc_size_u_sets[sizeof(struct u_sets) == 96 && ampc_lies(struct u_sets, u_points, 0) && ampc_lies(struct u_sets, u_centres, 48) ? 1 : -1];

static float16 ampc_gather_float(__global ampc_some1_float *p, int16 at, int16 n)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w;
    w = __builtin_ia32_gathersiv16si((int16)(0), (const void *)(size_t)p, at, (ushort)(m), 4);
    return as_float16(w);
#elif defined __clang__ && defined __AVX2__
    float16 v;
    v.lo = as_float8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.lo, n.lo, 4));
    v.hi = as_float8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.hi, n.hi, 4));
    return v;
#else
    float16 v = (float16)(0);
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            ((float *)&v)[k] = p[((int *)&at)[k]];
    return v;
#endif
}
static void ampc_scatter_int(__global ampc_some1_int *p, int16 at, int16 n, int16 v)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w = as_int16(v);
    __builtin_ia32_scattersiv16si((void *)(size_t)p, (ushort)(m), at, w, 4);
#elif defined __clang__ && defined __AVX2__
    int m = __builtin_ia32_movmskps256(as_float8(n.lo)) | __builtin_ia32_movmskps256(as_float8(n.hi)) << 8;
    for (; m; m &= m - 1)
        p[((int *)&at)[__builtin_ctz(m)]] = ((int *)&v)[__builtin_ctz(m)];
#else
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            p[((int *)&at)[k]] = ((int *)&v)[k];
#endif
}
static struct ampc_view1_u_point ampc_make_view1_u_point(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_point v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_point *)base;
#else
    v.p = (__global ampc_element_u_point *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}

#ifdef AMPC_DENSE
__kernel void nearest_15(
#ifndef AMPC_SAME
AMPC_SHAPES(4) ampc_shapes,
#endif
int u_m, struct ampc_raw12 arg_s, __global char *AMPC_ALONE base_s_points, __global char *AMPC_ALONE base_s_centres)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(4) ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_s_points = {0, {0}, {AMPC_SHAPE(1)}};
    struct ampc_arg1 arg_s_centres = {0, {0}, {AMPC_SHAPE(2)}};
#else
__kernel void nearest_15(struct ampc_index1 ampc_extent, int u_m, struct ampc_raw12 arg_s, __global char *base_s_points, struct ampc_arg1 arg_s_points, __global char *base_s_centres, struct ampc_arg1 arg_s_centres)
{
#endif
#if !defined AMPC_BLOCKS
    struct ampc_index1 u_at = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_at.c[0] >= ampc_extent.c[0]))
        return;
#endif
    union {
        struct ampc_raw12 raw;
        struct u_sets object;
    } bytes_s;
    bytes_s.raw = arg_s;
    struct u_sets u_s = bytes_s.object;
    u_s.u_points.v = ampc_make_view1_u_point(base_s_points, arg_s_points);
    u_s.u_centres.v = ampc_make_view1_u_point(base_s_centres, arg_s_centres);
#ifdef AMPC_BLOCKS
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        int ampc_one = get_global_size(0) >= (size_t)ampc_extent.c[0];
        long ampc_0 = (long)get_global_id(0) * (ampc_one ? 1 : 16);
        if (ampc_0 >= ampc_extent.c[0])
            return;
        int ampc_all = !ampc_one && ampc_extent.c[0] - ampc_0 >= 16, ux_outside_x2e4;
        ux_outside_x2e4 = !ampc_all;
        if (!ux_outside_x2e4) {
            int ux_i_x2e1 = (int)ampc_0;
            {
#line 21 "tests/codegen/parts.ampc"
        {
#line 16 "tests/codegen/parts.ampc"
            float16 ux_best_x2e6 = (float16)(1e+30f);
            int16 ux_which_x2e7 = (int16)(0); {
#line 21 "tests/codegen/parts.ampc"
                float16 ux_own_x2e2_x2e8[8] = {(float16)(0.0f)}; if (0 < u_m) { { { int ux_at_x2e3_x2e9 = 0; for (; ux_at_x2e3_x2e9 < 8; ux_at_x2e3_x2e9++) { float16 ux_v_x2e10 = ampc_gather_float((__global ampc_some1_float *)&u_s.u_points.v.p[ux_i_x2e1].u_x[ux_at_x2e3_x2e9], (int16)(0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135), (int16)(-1)); ux_own_x2e2_x2e8[ux_at_x2e3_x2e9] = ux_v_x2e10; } } } }
#line 18 "tests/codegen/parts.ampc"
                { int ux_k_x2e11 = 0;
#line 26 "tests/codegen/parts.ampc"
                    for (; ux_k_x2e11 < u_m; ux_k_x2e11++) {
#line 18 "tests/codegen/parts.ampc"
                        {
                            float16 ux_sum_x2e12 = (float16)(0.0f);
                            { int ux_j_x2e13 = 0;

                                for (; ux_j_x2e13 < 8; ux_j_x2e13++) {
#line 20 "tests/codegen/parts.ampc"
                                    {
                                        float16 ux_d_x2e14 = ux_own_x2e2_x2e8[ux_j_x2e13] - (float16)(u_s.u_centres.v.p[ux_k_x2e11].u_x[ux_j_x2e13]);
                                        ux_sum_x2e12 += ux_d_x2e14 * ux_d_x2e14;
#line 20 "tests/codegen/parts.ampc"
                                    } }


                            }
                            { int16 ux_v_x2e15 = ux_sum_x2e12 < ux_best_x2e6; { {
                                        ux_best_x2e6 = select(ux_best_x2e6, ux_sum_x2e12, ux_v_x2e15);
                                        ux_which_x2e7 = select(ux_which_x2e7, (int16)(ux_k_x2e11), ux_v_x2e15);
#line 24 "tests/codegen/parts.ampc"
                                    } }


                            }
#line 18 "tests/codegen/parts.ampc"
                        } }
#line 28 "tests/codegen/parts.ampc"
                }
#line 17 "tests/codegen/parts.ampc"
            }
#line 29 "tests/codegen/parts.ampc"
            ampc_scatter_int((__global ampc_some1_int *)&u_s.u_points.v.p[ux_i_x2e1].u_nearest, (int16)(0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135), (int16)(-1), ux_which_x2e7);
#line 21 "tests/codegen/parts.ampc"
        }
            }
        } else if (!ampc_one) {
            const long ampc_end = min((long)ampc_extent.c[0], ampc_0 + 16);
            for (long ampc_at = ampc_0; ampc_at < ampc_end; ampc_at += 16)
            {
            int ux_i_x2e1 = (int)ampc_at, ux_count_x2e16 = (int)min(ampc_end - ampc_at, 16L);
            {
#line 15 "tests/codegen/parts.ampc"
        int16 ux_v_x2e17 = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(ux_count_x2e16); {
            float16 ux_best_x2e18 = (float16)(1e+30f);
            int16 ux_which_x2e19 = (int16)(0); {
#line 21 "tests/codegen/parts.ampc"
                float16 ux_own_x2e2_x2e20[8] = {(float16)(0.0f)}; if (0 < u_m) { { { int ux_at_x2e3_x2e21 = 0; for (; ux_at_x2e3_x2e21 < 8; ux_at_x2e3_x2e21++) { float16 ux_v_x2e22 = ampc_gather_float((__global ampc_some1_float *)&u_s.u_points.v.p[ux_i_x2e1].u_x[ux_at_x2e3_x2e21], (int16)(0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135), ux_v_x2e17); ux_own_x2e2_x2e20[ux_at_x2e3_x2e21] = ux_v_x2e22; } } } }
#line 18 "tests/codegen/parts.ampc"
                { int ux_k_x2e23 = 0;
#line 26 "tests/codegen/parts.ampc"
                    for (; ux_k_x2e23 < u_m; ux_k_x2e23++) {
#line 18 "tests/codegen/parts.ampc"
                        {
                            float16 ux_sum_x2e24 = (float16)(0.0f);
                            { int ux_j_x2e25 = 0;

                                for (; ux_j_x2e25 < 8; ux_j_x2e25++) {
#line 20 "tests/codegen/parts.ampc"
                                    {
                                        float16 ux_d_x2e26 = ux_own_x2e2_x2e20[ux_j_x2e25] - (float16)(u_s.u_centres.v.p[ux_k_x2e23].u_x[ux_j_x2e25]);
                                        ux_sum_x2e24 += ux_d_x2e26 * ux_d_x2e26;
#line 20 "tests/codegen/parts.ampc"
                                    } }


                            }
                            { int16 ux_v_x2e27 = (ux_sum_x2e24 < ux_best_x2e18) & ux_v_x2e17; { {
                                        ux_best_x2e18 = select(ux_best_x2e18, ux_sum_x2e24, ux_v_x2e27);
                                        ux_which_x2e19 = select(ux_which_x2e19, (int16)(ux_k_x2e23), ux_v_x2e27);
#line 24 "tests/codegen/parts.ampc"
                                    } }


                            }
#line 18 "tests/codegen/parts.ampc"
                        } }
#line 28 "tests/codegen/parts.ampc"
                }
#line 17 "tests/codegen/parts.ampc"
            }
#line 29 "tests/codegen/parts.ampc"
            ampc_scatter_int((__global ampc_some1_int *)&u_s.u_points.v.p[ux_i_x2e1].u_nearest, (int16)(0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135), ux_v_x2e17, ux_which_x2e19);
        }
            }
            }
        } else {
            for (int ux_i_x2e1 = (int)ampc_0; ux_i_x2e1 < ampc_extent.c[0] && ux_i_x2e1 - ampc_0 < (ampc_one ? 1 : 16); ux_i_x2e1++)
            {
#line 16 "tests/codegen/parts.ampc"
        float u_best = 1e+30f;
        int u_which = 0;
#line 15 "tests/codegen/parts.ampc"
        {
#line 21 "tests/codegen/parts.ampc"
            float ux_own_x2e2[8]; if (0 < u_m) { for (int ux_at_x2e3 = 0; ux_at_x2e3 < 8; ux_at_x2e3++) ux_own_x2e2[ux_at_x2e3] = u_s.u_points.v.p[ux_i_x2e1].u_x[ux_at_x2e3];
#line 30 "tests/codegen/parts.ampc"
            }
#line 18 "tests/codegen/parts.ampc"
            for (int u_k = 0; u_k < u_m; u_k++) {
                float u_sum = 0.0f;
                for (int u_j = 0; u_j < 8; u_j++) {
                    float u_d = ux_own_x2e2[u_j] - u_s.u_centres.v.p[u_k].u_x[u_j];
                    u_sum += u_d * u_d;
                }
                if (u_sum < u_best) {
                    u_best = u_sum;
                    u_which = u_k;
                }
            }

        }
#line 29 "tests/codegen/parts.ampc"
        u_s.u_points.v.p[ux_i_x2e1].u_nearest = u_which;
            }
        }
    }
#else
    {
#line 16 "tests/codegen/parts.ampc"
        float u_best = 1e+30f;
        int u_which = 0;
        for (int u_k = 0; u_k < u_m; u_k++) {
            float u_sum = 0.0f;
            for (int u_j = 0; u_j < 8; u_j++) {
                float u_d = u_s.u_points.v.p[u_at.c[0]].u_x[u_j] - u_s.u_centres.v.p[u_k].u_x[u_j];
                u_sum += u_d * u_d;
            }
            if (u_sum < u_best) {
                u_best = u_sum;
                u_which = u_k;
            }
        }
        u_s.u_points.v.p[u_at.c[0]].u_nearest = u_which;
    }
#endif
}
