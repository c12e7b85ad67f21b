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
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view2_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    ampc_off s0;
    struct ampc_index2 e;
};

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

#ifdef AMPC_DENSE
__kernel void by_reference_4(AMPC_SHAPES(8) ampc_shapes, __global char *AMPC_ALONE base_a, __global char *base_b)
{
#ifdef AMPC_EQUAL
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
#endif
    struct ampc_arg2 arg_a = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_b = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel void by_reference_4(struct ampc_index2 ampc_extent, __global char *base_a, struct ampc_arg2 arg_a, __global char *base_b, struct ampc_arg2 arg_b)
{
#endif
    struct ampc_index2 u_i = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_i.c[0] >= ampc_extent.c[0] || u_i.c[1] >= ampc_extent.c[1]))
        return;
    struct ampc_view2_int u_a = ampc_make_view2_int(base_a, arg_a);
    struct ampc_view2_int u_b = ampc_make_view2_int(base_b, arg_b);
#ifdef AMPC_EQUAL
    u_b.e = u_a.e;
    u_b.s0 = u_a.s0;
#endif
    {
#line 4 "tests/codegen/host_array.ampc"
        u_a.p[u_i.c[0] * u_a.s0 + u_i.c[1]] = u_b.p[u_i.c[0] * u_b.s0 + u_i.c[1]];
    }
}
