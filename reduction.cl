#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef AMPC_WIDE
typedef long ampc_off;
#else
typedef int ampc_off;
#endif

typedef float16 ampc_lanes_float __attribute__((aligned(4), may_alias));
struct ampc_index3 {
    int c[3];
};
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
struct ampc_index2 {
    int c[2];
};
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};

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
static struct ampc_tiled1 ampc_this_tile1_256(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 256;
    return r;
}

#if !defined AMPC_ONLY || defined AMPC_ONLY_naive_13
#ifdef AMPC_DENSE
__kernel void naive_13(struct ampc_index3 ampc_shapes, __global char *base_x, int u_parts, __global char *base_partial)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_x = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_partial = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void naive_13(struct ampc_index1 ampc_extent, __global char *base_x, struct ampc_arg1 arg_x, int u_parts, __global char *base_partial, struct ampc_arg1 arg_partial)
{
#endif
#ifndef AMPC_BLOCKS
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
#endif
    struct ampc_view1_float u_x = ampc_make_view1_float(base_x, arg_x);
    struct ampc_view1_float u_partial = ampc_make_view1_float(base_partial, arg_partial);
#ifdef AMPC_E0_0
    u_x.e.c[0] = AMPC_E0_0;
#endif
#ifdef AMPC_BLOCKS
    {
        int ampc_one = get_global_size(0) >= (size_t)ampc_extent.c[0];
        long ampc_0 = (long)get_global_id(0) * (ampc_one ? 1 : 16);
        if (ampc_0 >= ampc_extent.c[0])
            return;
        int ampc_all = !ampc_one && ampc_extent.c[0] - ampc_0 >= 16;
        if (ampc_all) {
            int ux_i_x2e1 = (int)ampc_0;
            {
#line 13 "tests/bench/reduction.ampc"
        {
            float16 ux_own_x2e3 = (float16)(0.0f);
            { { int16 ux_v_x2e4 = (int16)(-1); int ux_k_x2e5 = ux_i_x2e1; while (1) { ux_v_x2e4 &= (int16)(ux_k_x2e5) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(u_x.e.c[0]); if (!(any(ux_v_x2e4))) break;
                        float16 ux_v_x2e6; if (all(ux_v_x2e4)) ux_v_x2e6 = *(__global ampc_lanes_float *)&u_x.p[ux_k_x2e5]; else for (int ux_lane_x2e7 = 0; ux_lane_x2e7 < 16; ux_lane_x2e7++) if (((int *)&ux_v_x2e4)[ux_lane_x2e7]) ((float *)&ux_v_x2e6)[ux_lane_x2e7] = u_x.p[ux_k_x2e5 + ux_lane_x2e7]; ux_own_x2e3 = select(ux_own_x2e3, ux_own_x2e3 + ux_v_x2e6, ux_v_x2e4);
#line 15 "tests/bench/reduction.ampc"
                        ux_k_x2e5 += u_parts; }
                } }
            *(__global ampc_lanes_float *)&u_partial.p[ux_i_x2e1] = ux_own_x2e3;
        }
            }
        } else {
            for (int ux_i_x2e1 = (int)ampc_0; ux_i_x2e1 < ampc_extent.c[0] && ux_i_x2e1 - ampc_0 < (ampc_one ? 1 : 16); ux_i_x2e1++)
            {
#line 14 "tests/bench/reduction.ampc"
        float u_own = 0.0f;
        for (int u_k = ux_i_x2e1; u_k < u_x.e.c[0]; u_k += u_parts)
            u_own += u_x.p[u_k];
        u_partial.p[ux_i_x2e1] = u_own;
            }
        }
    }
#else
    {
#line 14 "tests/bench/reduction.ampc"
        float u_own = 0.0f;
        for (int u_k = u_i.c[0]; u_k < u_x.e.c[0]; u_k += u_parts)
            u_own += u_x.p[u_k];
        u_partial.p[u_i.c[0]] = u_own;
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_naive_19
#ifdef AMPC_DENSE
__kernel void naive_19(struct ampc_index3 ampc_shapes, int u_parts, __global char *base_partial, __global char *base_sum)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_partial = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_sum = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void naive_19(struct ampc_index1 ampc_extent, int u_parts, __global char *base_partial, struct ampc_arg1 arg_partial, __global char *base_sum, struct ampc_arg1 arg_sum)
{
#endif
#ifndef AMPC_BLOCKS
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
#endif
    struct ampc_view1_float u_partial = ampc_make_view1_float(base_partial, arg_partial);
    struct ampc_view1_float u_sum = ampc_make_view1_float(base_sum, arg_sum);
#ifdef AMPC_BLOCKS
    {
        int ampc_one = get_global_size(0) >= (size_t)ampc_extent.c[0];
        long ampc_0 = (long)get_global_id(0) * (ampc_one ? 1 : 16);
        if (ampc_0 >= ampc_extent.c[0])
            return;
        int ampc_all = !ampc_one && ampc_extent.c[0] - ampc_0 >= 16;
        if (ampc_all) {
            int ux_i_x2e8 = (int)ampc_0;
            {
#line 19 "tests/bench/reduction.ampc"
        {
            float ux_own_x2e10 = 0.0f;
            { int ux_k_x2e11 = 0;
                for (; ux_k_x2e11 < u_parts; ux_k_x2e11++) { ux_own_x2e10 += u_partial.p[ux_k_x2e11];
#line 21 "tests/bench/reduction.ampc"
                }
            }
            *(__global ampc_lanes_float *)&u_sum.p[ux_i_x2e8] = (float16)(ux_own_x2e10);
        }
            }
        } else {
            for (int ux_i_x2e8 = (int)ampc_0; ux_i_x2e8 < ampc_extent.c[0] && ux_i_x2e8 - ampc_0 < (ampc_one ? 1 : 16); ux_i_x2e8++)
            {
#line 20 "tests/bench/reduction.ampc"
        float u_own = 0.0f;
        for (int u_k = 0; u_k < u_parts; u_k++)
            u_own += u_partial.p[u_k];
        u_sum.p[ux_i_x2e8] = u_own;
            }
        }
    }
#else
    {
#line 20 "tests/bench/reduction.ampc"
        float u_own = 0.0f;
        for (int u_k = 0; u_k < u_parts; u_k++)
            u_own += u_partial.p[u_k];
        u_sum.p[u_i.c[0]] = u_own;
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_tiles_30
#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void tiles_30(struct ampc_index2 ampc_shapes, __global char *base_x, int u_count, __global char *base_partial)
{
    struct ampc_arg1 arg_x = {0, {0}, {ampc_shapes.c[0]}};
    struct ampc_arg1 arg_partial = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void tiles_30(__global char *base_x, struct ampc_arg1 arg_x, int u_count, __global char *base_partial, struct ampc_arg1 arg_partial)
{
#endif
    __local float t0_own[256];
    struct ampc_tiled1 u_t = ampc_this_tile1_256();
    struct ampc_view1_float u_x = ampc_make_view1_float(base_x, arg_x);
    struct ampc_view1_float u_partial = ampc_make_view1_float(base_partial, arg_partial);
#ifdef AMPC_E0_0
    u_x.e.c[0] = AMPC_E0_0;
#endif
    {
#line 32 "tests/bench/reduction.ampc"
        int u_me = u_t.l.c[0];
        float u_sum = 0.0f;
        for (int u_k = u_t.g.c[0]; u_k < u_x.e.c[0]; u_k += u_count * 256)
            u_sum += u_x.p[u_k];
        t0_own[u_me] = u_sum;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int u_half = 256 / 2; u_half > 0; u_half /= 2) {
            if (u_me < u_half)
                t0_own[u_me] += t0_own[u_me + u_half];
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        if (u_me == 0)
            u_partial.p[u_t.t.c[0]] = t0_own[0];
    }
}
#endif
