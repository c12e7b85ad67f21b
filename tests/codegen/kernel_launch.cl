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
struct ampc_index2 {
    int c[2];
};
struct ampc_arg2 {
    long offset;
    long stride[2];
    int extent[2];
};
#if defined AMPC_CPU && defined __clang_major__
#define AMPC_AT_EDGE(x) (x) &&
#else
#define AMPC_AT_EDGE(x)
#endif
typedef float ampc_element_float __attribute__((may_alias));
struct ampc_view2_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    ampc_off s0;
    struct ampc_index2 e;
};
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_BARRIER(flags) (barrier(flags), barrier(flags))
#else
#define AMPC_BARRIER(flags) barrier(flags)
#endif
struct ampc_tiled2 { /* global, local, tile, tile_origin */
    struct ampc_index2 g, l, t, o;
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view2_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    ampc_off s0;
    struct ampc_index2 e;
};

static struct ampc_view2_float ampc_make_view2_float(__global char *base, struct ampc_arg2 a)
{
    struct ampc_view2_float v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_float *)base;
    v.s0 = a.extent[1];
#else
    v.p = (__global ampc_element_float *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    return v;
}
static struct ampc_tiled2 ampc_this_tile2_8x8(void)
{
    struct ampc_tiled2 r;
    r.g.c[0] = (int)get_global_id(1);
    r.l.c[0] = (int)get_local_id(1);
    r.t.c[0] = (int)get_group_id(1);
    r.o.c[0] = r.t.c[0] * 8;
    r.g.c[1] = (int)get_global_id(0);
    r.l.c[1] = (int)get_local_id(0);
    r.t.c[1] = (int)get_group_id(0);
    r.o.c[1] = r.t.c[1] * 8;
    return r;
}
static struct ampc_view2_int ampc_make_view2_int(__global char *base, struct ampc_arg2 a)
{
    struct ampc_view2_int v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_int *)base;
    v.s0 = a.extent[1];
#else
    v.p = (__global ampc_element_int *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    return v;
}
static struct ampc_tiled2 ampc_this_tile2_4x8(void)
{
    struct ampc_tiled2 r;
    r.g.c[0] = (int)get_global_id(1);
    r.l.c[0] = (int)get_local_id(1);
    r.t.c[0] = (int)get_group_id(1);
    r.o.c[0] = r.t.c[0] * 4;
    r.g.c[1] = (int)get_global_id(0);
    r.l.c[1] = (int)get_local_id(0);
    r.t.c[1] = (int)get_group_id(0);
    r.o.c[1] = r.t.c[1] * 8;
    return r;
}

#if !defined AMPC_ONLY || defined AMPC_ONLY_multiply_8
#ifdef AMPC_DENSE
__kernel void multiply_8(AMPC_SHAPES(8) ampc_shapes, int u_n, __global char *base_a, __global char *base_b, __global char *AMPC_ALONE base_c)
{
#ifdef AMPC_EQUAL
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
#endif
    struct ampc_arg2 arg_a = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_b = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
    struct ampc_arg2 arg_c = {0, {0}, {AMPC_SHAPE(6), AMPC_SHAPE(7)}};
#else
__kernel void multiply_8(struct ampc_index2 ampc_extent, int u_n, __global char *base_a, struct ampc_arg2 arg_a, __global char *base_b, struct ampc_arg2 arg_b, __global char *base_c, struct ampc_arg2 arg_c)
{
#endif
    struct ampc_index2 u_i = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_i.c[0] >= ampc_extent.c[0] || u_i.c[1] >= ampc_extent.c[1]))
        return;
    struct ampc_view2_float u_a = ampc_make_view2_float(base_a, arg_a);
    struct ampc_view2_float u_b = ampc_make_view2_float(base_b, arg_b);
    struct ampc_view2_float u_c = ampc_make_view2_float(base_c, arg_c);
#ifdef AMPC_EQUAL
    u_b.e = u_a.e;
    u_b.s0 = u_a.s0;
    u_c.e = u_a.e;
    u_c.s0 = u_a.s0;
#endif
#ifdef AMPC_E1_0
    u_a.e.c[0] = AMPC_E1_0;
#endif
#ifdef AMPC_E1_1
    u_a.e.c[1] = AMPC_E1_1;
    u_a.s0 = AMPC_E1_1;
#endif
#ifdef AMPC_E2_0
    u_b.e.c[0] = AMPC_E2_0;
#endif
#ifdef AMPC_E2_1
    u_b.e.c[1] = AMPC_E2_1;
    u_b.s0 = AMPC_E2_1;
#endif
    {
#line 9 "tests/codegen/kernel_launch.ampc"
        float u_sum = 0.0f;
        for (int u_k = 0; u_k < u_n; u_k++)
            u_sum += u_a.p[u_i.c[0] * u_a.s0 + u_k] * u_b.p[u_k * u_b.s0 + u_i.c[1]];
        u_c.p[u_i.c[0] * u_c.s0 + u_i.c[1]] = u_sum;
    }
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_multiply_14
#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void multiply_14(AMPC_SHAPES(8) ampc_shapes, int u_n, __global char *base_a, __global char *base_b, __global char *AMPC_ALONE base_c)
{
    struct ampc_arg2 arg_a = {0, {0}, {AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_b = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_c = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void multiply_14(int u_n, __global char *base_a, struct ampc_arg2 arg_a, __global char *base_b, struct ampc_arg2 arg_b, __global char *base_c, struct ampc_arg2 arg_c)
{
#endif
    __local float t0_ta[8][8];
    __local float t1_tb[8][8];
    struct ampc_tiled2 u_t = ampc_this_tile2_8x8();
    struct ampc_view2_float u_a = ampc_make_view2_float(base_a, arg_a);
    struct ampc_view2_float u_b = ampc_make_view2_float(base_b, arg_b);
    struct ampc_view2_float u_c = ampc_make_view2_float(base_c, arg_c);
#ifdef AMPC_EQUAL
    u_b.e = u_a.e;
    u_b.s0 = u_a.s0;
    u_c.e = u_a.e;
    u_c.s0 = u_a.s0;
#endif
#ifdef AMPC_E1_0
    u_a.e.c[0] = AMPC_E1_0;
#endif
#ifdef AMPC_E1_1
    u_a.e.c[1] = AMPC_E1_1;
    u_a.s0 = AMPC_E1_1;
#endif
#ifdef AMPC_E2_0
    u_b.e.c[0] = AMPC_E2_0;
#endif
#ifdef AMPC_E2_1
    u_b.e.c[1] = AMPC_E2_1;
    u_b.s0 = AMPC_E2_1;
#endif
    {
#line 16 "tests/codegen/kernel_launch.ampc"
        int u_row = u_t.l.c[0]; int u_col = u_t.l.c[1];
        float u_sum = 0.0f;
        for (int u_k = 0; u_k < u_n; u_k += 8) {
            t0_ta[u_row][u_col] = u_a.p[u_t.g.c[0] * u_a.s0 + u_k + u_col];
            t1_tb[u_row][u_col] = u_b.p[(u_k + u_row) * u_b.s0 + u_t.g.c[1]];
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE);
            for (int u_l = 0; u_l < 8; u_l++)
                u_sum += t0_ta[u_row][u_l] * t1_tb[u_l][u_col];
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        if (u_n > 0)
            u_c.p[u_t.g.c[0] * u_c.s0 + u_t.g.c[1]] = u_sum;
        else
            u_c.p[u_t.g.c[0] * u_c.s0 + u_t.g.c[1]] = -u_sum;
    }
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_named_38
#ifdef AMPC_DENSE
__kernel void named_38(AMPC_SHAPES(8) ampc_shapes, __global char *AMPC_ALONE base_to, __global char *base_from)
{
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_to = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_from = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel void named_38(struct ampc_index2 ampc_extent, __global char *base_to, struct ampc_arg2 arg_to, __global char *base_from, struct ampc_arg2 arg_from)
{
#endif
    struct ampc_index2 u_i = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_i.c[0] >= ampc_extent.c[0] || u_i.c[1] >= ampc_extent.c[1]))
        return;
    struct ampc_view2_int u_to = ampc_make_view2_int(base_to, arg_to);
    struct ampc_view2_int u_from = ampc_make_view2_int(base_from, arg_from);
#ifdef AMPC_EQUAL
    u_from.e = u_to.e;
    u_from.s0 = u_to.s0;
#endif
    {
#line 36 "tests/codegen/kernel_launch.ampc"
        u_to.p[u_i.c[0] * u_to.s0 + u_i.c[1]] = u_from.p[u_i.c[0] * u_from.s0 + u_i.c[1]];
    }
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_but_44
#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void but_44(AMPC_SHAPES(2) ampc_shapes, int u_k, __global char *AMPC_ALONE base_v)
{
    struct ampc_arg2 arg_v = {0, {0}, {AMPC_SHAPE(0), AMPC_SHAPE(1)}};
#else
__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void but_44(int u_k, __global char *base_v, struct ampc_arg2 arg_v)
{
#endif
    struct ampc_tiled2 u_t = ampc_this_tile2_4x8();
    struct ampc_view2_int u_v = ampc_make_view2_int(base_v, arg_v);
    {
#line 45 "tests/codegen/kernel_launch.ampc"
        if (((int)get_group_id(1)) != u_k && ((int)get_group_id(0)) != u_k)
            u_v.p[u_t.g.c[0] * u_v.s0 + u_t.g.c[1]] = ((int)get_group_id(1)) - ((int)get_group_id(0));
    }
}
#endif
