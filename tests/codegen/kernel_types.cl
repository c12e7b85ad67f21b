#if defined AMPC_CONTRACT && !defined AMPC_BLOCKS
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef AMPC_WIDE
typedef long ampc_off;
#else
typedef int ampc_off;
#endif

#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
union ampc_unnamed0 {
    float u_f;
    uchar u_bytes[4];
};
typedef char ampc_size_ampc_unnamed0[sizeof(union ampc_unnamed0) == 4 && ampc_lies(union ampc_unnamed0, u_f, 0) && ampc_lies(union ampc_unnamed0, u_bytes, 0) ? 1 : -1];
struct ampc_unnamed1 {
    short u_x;
    short u_y;
};
typedef char ampc_size_ampc_unnamed1[sizeof(struct ampc_unnamed1) == 4 && ampc_lies(struct ampc_unnamed1, u_x, 0) && ampc_lies(struct ampc_unnamed1, u_y, 2) ? 1 : -1];
struct u_float4 {
    uchar u_local;
    int u_half;
    union ampc_unnamed0 ampc_m2;
    struct ampc_unnamed1 u_vec[2];
};
typedef char ampc_size_u_float4[sizeof(struct u_float4) == 20 && ampc_lies(struct u_float4, u_local, 0) && ampc_lies(struct u_float4, u_half, 4) && ampc_lies(struct u_float4, ampc_m2, 8) && ampc_lies(struct u_float4, u_vec, 12) ? 1 : -1];
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
__constant uchar ampc_zero __attribute__((weak, visibility("hidden"))) = 0;
#define AMPC_WRAPS(x) ((x) >> ampc_zero)
#else
#define AMPC_WRAPS(x) (x)
#endif
struct ampc_index8 {
    int c[8];
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
struct ampc_array_struct_u_float4_a_40_ {
    struct u_float4 a[40];
};
struct ampc_index3 {
    int c[3];
};
struct ampc_arg3 {
    long offset;
    long stride[3];
    int extent[3];
};
#if defined AMPC_CPU && defined __clang_major__
#define AMPC_AT_EDGE(x) (x) &&
#else
#define AMPC_AT_EDGE(x)
#endif
typedef struct u_float4 ampc_element_u_float4 __attribute__((may_alias));
struct ampc_view3_u_float4 { /* element 0, strides, extent */
    __global ampc_element_u_float4 *p;
    ampc_off s0, s1;
    struct ampc_index3 e;
};

static struct ampc_view3_u_float4 ampc_make_view3_u_float4(__global char *base, struct ampc_arg3 a)
{
    struct ampc_view3_u_float4 v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_float4 *)base;
    v.s1 = a.extent[2];
    v.s0 = a.extent[1] * v.s1;
#else
    v.p = (__global ampc_element_u_float4 *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
    v.s1 = (ampc_off)a.stride[1];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    v.e.c[2] = a.extent[2];
    return v;
}

#ifdef AMPC_DENSE
__kernel void barrier_21(AMPC_SHAPES(8) ampc_shapes, __global char *AMPC_ALONE base_v, uchar u_uint, struct ampc_array_struct_u_float4_a_40_ u_big)
{
    struct ampc_index3 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1), AMPC_SHAPE(2)}};
    struct ampc_arg3 arg_v = {0, {0}, {AMPC_SHAPE(3), AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel void barrier_21(struct ampc_index3 ampc_extent, __global char *base_v, struct ampc_arg3 arg_v, uchar u_uint, struct ampc_array_struct_u_float4_a_40_ u_big)
{
#endif
    struct ampc_index3 u_get_global_id = {{(int)get_global_id(2), (int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(2) + 1) * get_local_size(2) > (size_t)ampc_extent.c[0] || (get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[1] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[2]) (u_get_global_id.c[0] >= ampc_extent.c[0] || u_get_global_id.c[1] >= ampc_extent.c[1] || u_get_global_id.c[2] >= ampc_extent.c[2]))
        return;
    struct ampc_view3_u_float4 u_v = ampc_make_view3_u_float4(base_v, arg_v);
    {
#line 22 "tests/codegen/kernel_types.ampc"
        struct u_float4 u_a = u_v.p[u_get_global_id.c[0] * u_v.s0 + u_get_global_id.c[1] * u_v.s1 + u_get_global_id.c[2]]; struct u_float4 u_b = {.u_half = 3, .u_vec[1].u_y = (short)2};
        char u_c = (char)(120 - 1);
        u_a.u_local = (uchar)(((int)u_a.u_local | (u_uint && u_a.ampc_m2.u_f != 0)) != 0);
        (u_a.u_local = 1);
        u_b.ampc_m2.u_f = (float)((double)((int)u_c / 2) + 2147483647.0 * 1.0 - 4294967295.0 + (double)(u_c ? 1.5f : 2.0f));
        u_b.ampc_m2.u_bytes[0] = (uchar)AMPC_WRAPS(u_a.u_half == -1 ? (int)(uchar)-((int)u_c) : -2147483648L > 5L);
        u_v.p[0 * u_v.s0 + 1 * u_v.s1 + 2] = u_b;
        u_v.p[0 * u_v.s0 + 1 * u_v.s1 + (int)u_c - 120 + 2].ampc_m2.u_f = u_v.p[0 * u_v.s0 + 1 * u_v.s1 + ((int)u_c - 2000000120 + 2000000002)].ampc_m2.u_f;
        u_v.p[(u_get_global_id.c[0] - 1) * u_v.s0 + (u_get_global_id.c[1] - 1) * u_v.s1 + u_get_global_id.c[2] - 1].u_vec[(int)u_c & 1].u_x = (short)(((int)u_big.a[2].u_vec[0].u_x << 3) | (int)u_a.u_local);
    }
}
