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

#if defined AMPC_CPU && defined __clang_major__
#define AMPC_ROUNDS(c) for (uint ampc_once = (c) ? (get_work_dim() + 2) / 3 : 0; ampc_once > 0; ampc_once--)
#define AMPC_IF const bool ampc_if =
#define AMPC_ONCE ; AMPC_ROUNDS(ampc_if)
#define AMPC_ELSE AMPC_ROUNDS(!ampc_if)
#else
#define AMPC_IF if
#define AMPC_ONCE
#define AMPC_ELSE else
#endif
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_DIFFER if (get_local_id(0) + get_local_id(1) + get_local_id(2) > 0xffffff) ; else
#else
#define AMPC_DIFFER
#endif
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_BARRIER(flags) (barrier(flags), barrier(flags))
#else
#define AMPC_BARRIER(flags) barrier(flags)
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
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
struct ampc_index1 {
    int c[1];
};
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};

static struct ampc_tiled1 ampc_this_tile1_8(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 8;
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

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void ways_6(
#ifndef AMPC_SAME
AMPC_SHAPES(2) ampc_shapes,
#endif
__global char *AMPC_ALONE base_out, int u_n)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(2) ampc_shapes = {{(int)get_global_offset(0)}};
#endif
    struct ampc_arg1 arg_out = {0, {0}, {AMPC_SHAPE(0)}};
#else
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void ways_6(__global char *base_out, struct ampc_arg1 arg_out, int u_n)
{
#endif
    __local int t0_s[8];
    struct ampc_tiled1 u_t = ampc_this_tile1_8();
    struct ampc_view1_int u_out = ampc_make_view1_int(base_out, arg_out);
    {
#line 8 "tests/codegen/wait_ways.ampc"
        int u_sum = u_out.p[u_t.g.c[0]];
        t0_s[u_t.l.c[0]] = u_sum;
        { AMPC_IF (u_n > 3) AMPC_ONCE {
            AMPC_DIFFER for (int u_k = 0; u_k < u_n; u_k++) {
                if (u_sum % 7 == u_k)
                    break;
                switch (u_k & 1) {
                case 0:
                    u_sum += u_k;
                    break;
                default:
                    continue;
                }
            }
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            u_sum += t0_s[7 - u_t.l.c[0]];
        } }
        for (int u_k = 0; u_k < u_n; u_k++)
            if (u_k == 2) {
                AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                u_sum -= t0_s[u_k];
                break;
            }
        u_out.p[u_t.g.c[0]] = u_sum;
    }
}
