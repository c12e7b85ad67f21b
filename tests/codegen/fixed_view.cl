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
struct ampc_index1 {
    int c[1];
};
struct ampc_arg2 {
    long offset;
    long stride[2];
    int extent[2];
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
struct ampc_index2 {
    int c[2];
};
typedef float ampc_element_float __attribute__((may_alias));
struct ampc_view2_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    ampc_off s0;
    struct ampc_index2 e;
};
struct ampc_index3 {
    int c[3];
};
struct ampc_view3_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    ampc_off s0, s1;
    struct ampc_index3 e;
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
static struct ampc_view3_float ampc_make_view3_float(__global char *base, struct ampc_arg3 a)
{
    struct ampc_view3_float v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_float *)base;
    v.s1 = a.extent[2];
    v.s0 = a.extent[1] * v.s1;
#else
    v.p = (__global ampc_element_float *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
    v.s1 = (ampc_off)a.stride[1];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    v.e.c[2] = a.extent[2];
    return v;
}

#ifdef AMPC_DENSE
__kernel void f_6(AMPC_SHAPES(8) ampc_shapes, ampc_constant char *base_w, __global char *AMPC_ALONE base_v)
{
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg2 arg_w = {0, {0}, {AMPC_SHAPE(1), AMPC_SHAPE(2)}};
    struct ampc_arg3 arg_v = {0, {0}, {AMPC_SHAPE(3), AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel void f_6(struct ampc_index1 ampc_extent, ampc_constant char *base_w, struct ampc_arg2 arg_w, __global char *base_v, struct ampc_arg3 arg_v)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
    struct ampc_view2_float u_w = ampc_make_view2_float((__global char *)0, arg_w);
    ampc_constant const ampc_element_float *ampc_c0 = (ampc_constant const ampc_element_float *)(base_w + arg_w.offset);
    struct ampc_view3_float u_v = ampc_make_view3_float(base_v, arg_v);
    u_w.e.c[0] = 3;
    u_w.e.c[1] = 5;
    u_w.s0 = 5;
    u_v.e.c[0] = 2;
    u_v.e.c[1] = 3;
    u_v.e.c[2] = 4;
    u_v.s1 = 4;
    u_v.s0 = 12;
    {
#line 7 "tests/codegen/fixed_view.ampc"
        for (int u_k = 0; u_k < u_w.e.c[0]; u_k++)
            u_v.p[0 * u_v.s0 + u_k * u_v.s1 + u_i.c[0]] += ampc_c0[u_k * u_w.s0 + 1];
    }
}
