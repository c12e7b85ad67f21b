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
struct ampc_index1 {
    int c[1];
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};
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
#ifdef AMPC_SAME
#define get_global_id(k) (get_global_id(k) - get_global_offset(k))
#endif
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

static __attribute__((always_inline)) void ampc_x__middle(void *r, void *a0, void *a1, __local struct ampc_x_tiles *t, struct ampc_x_stop *s);
static __attribute__((always_inline)) struct u_point u_middle(struct u_point ampc_unnamed0, struct u_point ampc_unnamed1, __local struct ampc_x_tiles (*t0_tiles), struct ampc_x_stop *ampc_s)
{
    struct u_point ampc_r;
    ampc_x__middle(&ampc_r, (void *)&ampc_unnamed0, (void *)&ampc_unnamed1, t0_tiles, ampc_s);
    return ampc_r;
}

static __attribute__((always_inline)) void ampc_x_p_set(void *a0, void *a1, int a2, __local struct ampc_x_tiles *t, struct ampc_x_stop *s);
static __attribute__((always_inline)) void u_set(struct ampc_index1 *ampc_unnamed0, struct ampc_view1_int ampc_unnamed1, int ampc_unnamed2, __local struct ampc_x_tiles (*t0_tiles), struct ampc_x_stop *ampc_s)
{
    ampc_x_p_set((void *)ampc_unnamed0, (void *)&ampc_unnamed1, ampc_unnamed2, t0_tiles, ampc_s);
}

static int u_not_exported(int u_x)
{
#line 16 "tests/codegen/extern.ampc"
    return u_x;
}

static int u_inline_only(int u_x)
{
#line 21 "tests/codegen/extern.ampc"
    return u_not_exported(u_x);
}

static __attribute__((always_inline)) float ampc_x_p_total(void *a0, int a1, __local struct ampc_x_tiles *t, struct ampc_x_stop *s);
static __attribute__((always_inline)) float u_total(const float *ampc_unnamed0, int ampc_unnamed1, __local struct ampc_x_tiles (*t0_tiles), struct ampc_x_stop *ampc_s)
{
    return ampc_x_p_total((void *)ampc_unnamed0, ampc_unnamed1, t0_tiles, ampc_s);
}

static __attribute__((always_inline)) float ampc_x_g_total(__global void *a0, int a1, __local struct ampc_x_tiles *t, struct ampc_x_stop *s);
static __attribute__((always_inline)) float u1_total(__global const float *ampc_unnamed0, int ampc_unnamed1, __local struct ampc_x_tiles (*t0_tiles), struct ampc_x_stop *ampc_s)
{
    return ampc_x_g_total((__global void *)ampc_unnamed0, ampc_unnamed1, t0_tiles, ampc_s);
}

static __attribute__((always_inline)) float u_half_of(__global const float *u_p, __local struct ampc_x_tiles (*t0_tiles), struct ampc_x_stop *ampc_s)
{
#line 11 "tests/codegen/extern.ampc"
    return u1_total(u_p, 2, t0_tiles, ampc_s) / 2.0f;
}

#ifdef AMPC_DENSE
__kernel void f_31(
#ifndef AMPC_SAME
AMPC_SHAPES(4) ampc_shapes,
#endif
__global char *AMPC_ALONE base_w, __global char *AMPC_ALONE base_v, __global int *ampc_error)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(4) ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_w = {0, {0}, {AMPC_SHAPE(1)}};
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(2)}};
#else
__kernel void f_31(struct ampc_index1 ampc_extent, __global char *base_w, struct ampc_arg1 arg_w, __global char *base_v, struct ampc_arg1 arg_v, __global int *ampc_error)
{
#endif
    __local struct ampc_x_tiles t0_tiles;
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
    struct ampc_x_stop ampc_this = {ampc_error, 0, 0}, *ampc_s = &ampc_this;
    struct ampc_view1_int u_w = ampc_make_view1_int(base_w, arg_w);
    struct ampc_view1_float u_v = ampc_make_view1_float(base_v, arg_v);
    {
#line 32 "tests/codegen/extern.ampc"
        struct u_point u_p = {1.0f, 2.0f}; struct u_point u_q = u_middle(u_p, u_p, &t0_tiles, ampc_s);
        if (ampc_s->ended) return; struct ampc_index1 u_j = u_i;
        u_set(&u_j, u_w, u_inline_only(1), &t0_tiles, ampc_s); if (ampc_s->ended) return;
        u_v.p[u_i.c[0]] = u_total(&u_q.u_x, 1, &t0_tiles, ampc_s) + u1_total(&u_v.p[u_i.c[0]], 1, &t0_tiles, ampc_s) + u_half_of(&u_v.p[u_j.c[0]], &t0_tiles, ampc_s); if (ampc_s->ended) return;
    }
}
