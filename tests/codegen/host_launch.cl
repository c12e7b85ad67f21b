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
#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_point {
    float u_x;
    float u_y;
};
typedef char ampc_size_u_point[sizeof(struct u_point) == 8 && ampc_lies(struct u_point, u_x, 0) && ampc_lies(struct u_point, u_y, 4) ? 1 : -1];
struct ampc_array_int_a_3_ {
    int a[3];
};
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
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};

__constant float c0_weights[3] = {1.0f, 2.0f, 3.0f};

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
static struct ampc_tiled1 ampc_this_tile1_4(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 4;
    return r;
}

static float u_both(float u_x)
{
#line 15 "tests/codegen/host_launch.ampc"
    return u_x * 2.0f;
}

static float u_twice(float u_x)
{
#line 21 "tests/codegen/host_launch.ampc"
    return u_both(u_x) + c0_weights[1];
}

static float u_version(float u_x)
{
#line 25 "tests/codegen/host_launch.ampc"
    return u_x + 1.0f;
}

#ifdef AMPC_DENSE
__kernel void launches_32(
#ifndef AMPC_SAME
AMPC_SHAPES(2) ampc_shapes,
#endif
__global char *AMPC_ALONE base_v, struct u_point u_at, float u_factor, struct ampc_array_int_a_3_ u_counts)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(2) ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(1)}};
#else
__kernel void launches_32(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, struct u_point u_at, float u_factor, struct ampc_array_int_a_3_ u_counts)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
    struct ampc_view1_float u_v = ampc_make_view1_float(base_v, arg_v);
    {
#line 33 "tests/codegen/host_launch.ampc"
        u_v.p[u_i.c[0]] = u_twice(u_v.p[u_i.c[0]]) * u_at.u_x + u_factor;
        if (u_v.p[u_i.c[0]] > 1e+02f)
            u_v.p[u_i.c[0]] = (float)(u_counts.a[0] + 8);
    }
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void launches_37(
#ifndef AMPC_SAME
AMPC_SHAPES(2) ampc_shapes,
#endif
__global char *AMPC_ALONE base_v)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(2) ampc_shapes = {{(int)get_global_offset(0)}};
#endif
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(0)}};
#else
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void launches_37(__global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    __local float t0_s[4];
    struct ampc_tiled1 u_t = ampc_this_tile1_4();
    struct ampc_view1_float u_v = ampc_make_view1_float(base_v, arg_v);
    {
#line 40 "tests/codegen/host_launch.ampc"
        t0_s[u_t.l.c[0]] = u_version(u_v.p[u_t.g.c[0]]);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        u_v.p[u_t.g.c[0]] = t0_s[3 - u_t.l.c[0]];
    }
}

__kernel void launches_44(struct ampc_index1 ampc_extent)
{
    struct ampc_index1 ampc_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (ampc_i.c[0] >= ampc_extent.c[0]))
        return;
    {
    }
}
