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
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_BARRIER(flags) (barrier(flags), barrier(flags))
#else
#define AMPC_BARRIER(flags) barrier(flags)
#endif
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_DIFFER if (get_local_id(0) + get_local_id(1) + get_local_id(2) > 0xffffff) ; else
#else
#define AMPC_DIFFER
#endif
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};
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
struct ampc_array_int_a_2_ {
    int a[2];
};
#ifdef AMPC_SAME
#define get_global_id(k) (get_global_id(k) - get_global_offset(k))
#endif
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};

__constant int c0_limits[4] = {5, 7, [3] = 9};

static struct ampc_index1 ampc_add1(struct ampc_index1 a, struct ampc_index1 b)
{
    a.c[0] += b.c[0];
    return a;
}
static struct ampc_index1 ampc_all1(int s)
{
    struct ampc_index1 r;
    r.c[0] = s;
    return r;
}
static uchar ampc_contains1(struct ampc_index1 e, struct ampc_index1 i)
{
    int r = 1;
    r &= (uint)i.c[0] < (e.c[0] < 0 ? 0 : (uint)e.c[0]);
    return (uchar)r;
}
static struct ampc_index1 ampc_mod1(struct ampc_index1 a, struct ampc_index1 b)
{
    a.c[0] %= b.c[0];
    return a;
}
static uchar ampc_within1(struct ampc_index1 e, struct ampc_index1 i)
{
    int r = 1;
    r &= (uint)i.c[0] < (uint)e.c[0];
    return (uchar)r;
}
static struct ampc_tiled1 ampc_this_tile1_4(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 4;
    return r;
}
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

static void u_clip(struct ampc_index1 *u_i, const struct ampc_index1 u_e)
{
#line 23 "tests/codegen/kernel_functions.ampc"
    if (!ampc_contains1(u_e, *u_i))
        *u_i = ampc_mod1(*u_i, ampc_all1(u_e.c[0]));
}

static __attribute__((always_inline)) int u_largest(__local const int *u_p, int u_n)
{
#line 4 "tests/codegen/kernel_functions.ampc"
    int u_m = u_p[0];
    AMPC_DIFFER for (int u_i = 1; u_i < u_n; u_i++)
        if (u_m < u_p[u_i])
            u_m = u_p[u_i];
    return u_m;
}

static __attribute__((always_inline)) int u_tile_largest(int u_x, struct ampc_tiled1 u_t, __local int (*t0_all)[4])
{
#line 14 "tests/codegen/kernel_functions.ampc"
    (*t0_all)[u_t.l.c[0]] = u_x;
    AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    return u_largest(*t0_all, 4);
}

static int u1_largest(__global const int *u_p, int u_n)
{
#line 4 "tests/codegen/kernel_functions.ampc"
    int u_m = u_p[0];
    AMPC_DIFFER for (int u_i = 1; u_i < u_n; u_i++)
        if (u_m < u_p[u_i])
            u_m = u_p[u_i];
    return u_m;
}

static int u2_largest(__constant int *u_p, int u_n)
{
#line 4 "tests/codegen/kernel_functions.ampc"
    int u_m = u_p[0];
    AMPC_DIFFER for (int u_i = 1; u_i < u_n; u_i++)
        if (u_m < u_p[u_i])
            u_m = u_p[u_i];
    return u_m;
}

static int u3_largest(const int *u_p, int u_n)
{
#line 4 "tests/codegen/kernel_functions.ampc"
    int u_m = u_p[0];
    AMPC_DIFFER for (int u_i = 1; u_i < u_n; u_i++)
        if (u_m < u_p[u_i])
            u_m = u_p[u_i];
    return u_m;
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run_31(
#ifndef AMPC_SAME
AMPC_SHAPES(2) ampc_shapes,
#endif
__global char *AMPC_ALONE base_v, struct ampc_array_int_a_2_ u_own)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(2) ampc_shapes = {{(int)get_global_offset(0)}};
#endif
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(0)}};
#else
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run_31(__global char *base_v, struct ampc_arg1 arg_v, struct ampc_array_int_a_2_ u_own)
{
#endif
    __local int t0_all[4];
    struct ampc_tiled1 u_t = ampc_this_tile1_4();
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 32 "tests/codegen/kernel_functions.ampc"
        struct ampc_index1 u_i = ampc_add1(u_t.g, ampc_all1(1));
        u_clip(&u_i, u_v.e);
        __global const int *u_from = &u_v.p[u_i.c[0]];
        u_v.p[u_t.g.c[0]] = u_tile_largest(u_v.p[u_t.g.c[0]], u_t, &t0_all) + u1_largest(u_from, 1) + u2_largest(c0_limits, 4) + u3_largest(u_own.a, 2);
        if (ampc_within1(u_v.e, u_i))
            atomic_max(&u_v.p[0], u_i.c[0]);
    }
}
