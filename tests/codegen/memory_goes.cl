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

struct ampc_index2 {
    int c[2];
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
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};

static struct ampc_view1_int ampc_make_view1_int(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_int v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_int *)base;
#else
    v.p = (__global ampc_element_int *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}

#ifdef AMPC_DENSE
__kernel void work_9(
#ifndef AMPC_SAME
AMPC_SHAPES(2) ampc_shapes,
#endif
__global char *AMPC_ALONE base_v)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(2) ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(1)}};
#else
__kernel void work_9(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 9 "tests/codegen/memory_goes.ampc"
        u_v.p[u_i.c[0]]++;
    }
}
