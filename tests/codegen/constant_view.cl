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

struct ampc_index1 {
    int c[1];
};
typedef float ampc_element_float __attribute__((may_alias));
struct ampc_view1_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    struct ampc_index1 e;
};
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
#ifdef AMPC_CONSTANT
#define ampc_constant __constant
#else
#define ampc_constant __global
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
struct ampc_view2_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
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

static float u_sum(struct ampc_view1_float u_v, int u_n)
{
#line 4 "tests/codegen/constant_view.ampc"
    float u_s = 0.0f;
    for (int u_k = 0; u_k < u_n; u_k++)
        u_s += u_v.p[u_k];
    return u_s;
}

#if !defined AMPC_ONLY || defined AMPC_ONLY_f_15
#ifdef AMPC_DENSE
__kernel void f_15(AMPC_SHAPES(8) ampc_shapes, ampc_constant char *base_w, __global char *AMPC_ALONE base_v, ampc_constant char *base_first, __global char *AMPC_ALONE base_passed)
{
#ifdef AMPC_EQUAL
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
#endif
    struct ampc_arg2 arg_w = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_v = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
    struct ampc_arg1 arg_first = {0, {0}, {AMPC_SHAPE(6)}};
    struct ampc_arg1 arg_passed = {0, {0}, {AMPC_SHAPE(7)}};
#else
__kernel void f_15(struct ampc_index2 ampc_extent, ampc_constant char *base_w, struct ampc_arg2 arg_w, __global char *base_v, struct ampc_arg2 arg_v, ampc_constant char *base_first, struct ampc_arg1 arg_first, __global char *base_passed, struct ampc_arg1 arg_passed)
{
#endif
    struct ampc_index2 u_i = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_i.c[0] >= ampc_extent.c[0] || u_i.c[1] >= ampc_extent.c[1]))
        return;
    struct ampc_view2_float u_w = ampc_make_view2_float((__global char *)0, arg_w);
    ampc_constant const ampc_element_float *ampc_c0 = (ampc_constant const ampc_element_float *)(base_w + arg_w.offset);
    struct ampc_view2_float u_v = ampc_make_view2_float(base_v, arg_v);
    struct ampc_view1_float u_first = ampc_make_view1_float((__global char *)0, arg_first);
    ampc_constant const ampc_element_float *ampc_c2 = (ampc_constant const ampc_element_float *)(base_first + arg_first.offset);
    struct ampc_view1_float u_passed = ampc_make_view1_float(base_passed, arg_passed);
#ifdef AMPC_EQUAL
    u_v.e = u_w.e;
    u_v.s0 = u_w.s0;
#endif
#ifdef AMPC_E0_0
    u_w.e.c[0] = AMPC_E0_0;
#endif
#ifdef AMPC_E0_1
    u_w.e.c[1] = AMPC_E0_1;
    u_w.s0 = AMPC_E0_1;
#endif
    {
#line 16 "tests/codegen/constant_view.ampc"
        for (int u_k = 0; u_k < u_w.e.c[0]; u_k++)
            u_v.p[u_i.c[0] * u_v.s0 + u_i.c[1]] += ampc_c0[u_k * u_w.s0 + u_i.c[0] % 7] * ampc_c0[u_k * u_w.s0 + 0] + ampc_c0[u_k * u_w.s0 + 1];
        u_v.p[u_i.c[0] * u_v.s0 + u_i.c[1]] += ampc_c2[u_i.c[1] % 7] + u_sum(u_passed, 7);
    }
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_f_20
#ifdef AMPC_DENSE
__kernel void f_20(AMPC_SHAPES(8) ampc_shapes, __global char *AMPC_ALONE base_first, __global char *AMPC_ALONE base_v)
{
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg1 arg_first = {0, {0}, {AMPC_SHAPE(2)}};
    struct ampc_arg2 arg_v = {0, {0}, {AMPC_SHAPE(3), AMPC_SHAPE(4)}};
#else
__kernel void f_20(struct ampc_index2 ampc_extent, __global char *base_first, struct ampc_arg1 arg_first, __global char *base_v, struct ampc_arg2 arg_v)
{
#endif
    struct ampc_index2 u_i = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_i.c[0] >= ampc_extent.c[0] || u_i.c[1] >= ampc_extent.c[1]))
        return;
    struct ampc_view1_float u_first = ampc_make_view1_float(base_first, arg_first);
    struct ampc_view2_float u_v = ampc_make_view2_float(base_v, arg_v);
    {
#line 21 "tests/codegen/constant_view.ampc"
        __global const float *u_at = &u_first.p[2];
        u_v.p[u_i.c[0] * u_v.s0 + u_i.c[1]] = *u_at + u_first.p[3];
    }
}
#endif
