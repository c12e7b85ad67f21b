#if defined AMPC_CONTRACT && !defined AMPC_BLOCKS
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#define AMPC_STOPS 1
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
struct u_point {
    float u_x;
    float u_y;
};
typedef char ampc_size_u_point[sizeof(struct u_point) == 8 && ampc_lies(struct u_point, u_x, 0) && ampc_lies(struct u_point, u_y, 4) ? 1 : -1];
#ifndef AMPC_X_STOP
#define AMPC_X_STOP
struct ampc_x_stop { /* of a thread */
    __global int *error;
    __local int *tile; /* whether a thread of it ended; 0: none */
    int ended; /* 2: with all of the tile */
};
#endif
struct ampc_index4 {
    int c[4];
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
#ifdef AMPC_ALIGNED
typedef struct u_point ampc_element_u_point __attribute__((may_alias, aligned(8)));
#else
typedef struct u_point ampc_element_u_point __attribute__((may_alias));
#endif
struct ampc_view2_u_point { /* element 0, strides, extent */
    __global ampc_element_u_point *p;
    ampc_off s0;
    struct ampc_index2 e;
};
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

__constant char ampc_text0[] = "tests/codegen/emulated.ampc:16: assertion 'half >= 0' failed";

static int ampc_note(struct ampc_x_stop *s, __constant char *text)
{
    __global char *to = (__global char *)(s->error + 4);
    int n;
    if (atomic_cmpxchg(s->error, 0, 1) != 0)
        return 0;
    s->error[1] = (int)get_global_id(0);
    s->error[2] = (int)get_global_id(1);
    s->error[3] = (int)get_global_id(2);
    to[0] = text[0];
    for (n = 1; n < 1000 && text[n - 1]; n++)
        to[n] = text[n];
    to[n] = 0;
    return 1;
}
static void ampc_end(struct ampc_x_stop *s, __constant char *text)
{
    s->ended = 1;
    if (s->tile)
        *s->tile = 1;
    ampc_note(s, text);
}
#ifdef AMPC_CPU
static float ampc_fmax_float(float x, float y)
{
    float v = y > x ? y : x;
    return isnan(x) ? y : v;
}
#else
#define ampc_fmax_float fmax
#endif
static struct ampc_view2_u_point ampc_make_view2_u_point(__global char *base, struct ampc_arg2 a)
{
    struct ampc_view2_u_point v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_point *)base;
    v.s0 = a.extent[1];
#else
    v.p = (__global ampc_element_u_point *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    return v;
}
static int ampc_left(struct ampc_x_stop *s)
{
#ifdef AMPC_STOPS
    int ended = *s->tile;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ended)
        s->ended = 2;
    return ended;
#else
    return 0;
#endif
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

static float u_length(struct u_point u_p)
{
#line 5 "tests/codegen/emulated.ampc"
    return sqrt(u_p.u_x * u_p.u_x + u_p.u_y * u_p.u_y);
}

static __attribute__((always_inline)) int u_count(__global int *u_into, int u_ampc_odd, int u_t0_s, __local int (*t1_calls))
{
#line 9 "tests/codegen/emulated.ampc"
    *t1_calls += 1;
    return atomic_add(u_into, u_ampc_odd + u_t0_s);
}

#ifdef AMPC_DENSE
__kernel void run_14(AMPC_SHAPES(4) ampc_shapes, __global char *AMPC_ALONE base_v, int u_uint, __global int *ampc_error)
{
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_v = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
__kernel void run_14(struct ampc_index2 ampc_extent, __global char *base_v, struct ampc_arg2 arg_v, int u_uint, __global int *ampc_error)
{
#endif
    struct ampc_index2 u_i = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_i.c[0] >= ampc_extent.c[0] || u_i.c[1] >= ampc_extent.c[1]))
        return;
    struct ampc_x_stop ampc_this = {ampc_error, 0, 0}, *ampc_s = &ampc_this;
    struct ampc_view2_u_point u_v = ampc_make_view2_u_point(base_v, arg_v);
    {
#line 15 "tests/codegen/emulated.ampc"
        float u_half = u_length(u_v.p[u_i.c[0] * u_v.s0 + u_i.c[1]]) / 2.0f;
        (void)0, ((u_half >= 0.0f ? ((void)0) : (ampc_end(ampc_s, ampc_text0), (void)0)), (void)0); if (ampc_s->ended) return;
        u_v.p[u_i.c[0] * u_v.s0 + u_i.c[1]].u_x = ampc_fmax_float(u_half, (float)u_uint);
    }
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run_19(
#ifndef AMPC_SAME
AMPC_SHAPES(2) ampc_shapes,
#endif
__global char *AMPC_ALONE base_w, __global int *ampc_error)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(2) ampc_shapes = {{(int)get_global_offset(0)}};
#endif
    struct ampc_arg1 arg_w = {0, {0}, {AMPC_SHAPE(0)}};
#else
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run_19(__global char *base_w, struct ampc_arg1 arg_w, __global int *ampc_error)
{
#endif
    __local struct u_point t0_row[4][2] __attribute__((aligned(8)));
    __local int t1_calls;
    struct ampc_tiled1 u_t = ampc_this_tile1_4();
    __local int ampc_tile;
    struct ampc_x_stop ampc_this = {ampc_error, &ampc_tile, 0}, *ampc_s = &ampc_this;
#ifdef AMPC_STOPS
    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0)
        ampc_tile = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    struct ampc_view1_int u_w = ampc_make_view1_int(base_w, arg_w);
    {
#line 21 "tests/codegen/emulated.ampc"
        t0_row[u_t.l.c[0]][0].u_x = 1.0f;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (ampc_left(ampc_s)) return;
        u_count(&u_w.p[0], t0_row[3 - u_t.l.c[0]][0].u_x > 0.0f, 2, &t1_calls);
    }
}
