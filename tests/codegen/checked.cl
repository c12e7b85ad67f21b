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

#ifndef AMPC_X_STOP
#define AMPC_X_STOP
struct ampc_x_stop { /* of a thread */
    __global int *error;
    __local int *tile; /* whether a thread of it ended; 0: none */
    int ended; /* 2: with all of the tile */
};
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
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_DIFFER if (get_local_id(0) + get_local_id(1) + get_local_id(2) > 0xffffff) ; else
#else
#define AMPC_DIFFER
#endif
struct ampc_range {
    ulong lo, hi, step[3], run[3];
};
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
#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_grid {
    int u_cells[4];
};
typedef char ampc_size_u_grid[sizeof(struct u_grid) == 16 && ampc_lies(struct u_grid, u_cells, 0) ? 1 : -1];
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
struct ampc_tiled2 { /* global, local, tile, tile_origin */
    struct ampc_index2 g, l, t, o;
};

__constant char ampc_text0[] = "tests/codegen/checked.ampc:11: s";
__constant char ampc_text1[] = "tests/codegen/checked.ampc:11: w";
__constant char ampc_text2[] = "tests/codegen/checked.ampc:13: cells";
__constant char ampc_text3[] = "tests/codegen/checked.ampc:14: w";
__constant char ampc_text4[] = "tests/codegen/checked.ampc:14: s";
__constant char ampc_text5[] = "tests/codegen/checked.ampc:16: w";
__constant char ampc_text6[] = "tests/codegen/checked.ampc:16: ";
__constant char ampc_text7[] = "tests/codegen/checked.ampc:6: v";
__constant char ampc_text8[] = "tests/codegen/checked.ampc:17: v";

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
static int ampc_outside(struct ampc_x_stop *s, __constant char *text, int kind, int rank)
{
    s->ended = 1;
    if (!ampc_note(s, text))
        return 0;
    s->error[260] = kind;
    s->error[261] = rank;
    return 1;
}
static long ampc_bound(long i, long n, struct ampc_x_stop *s, __constant char *text)
{
    if ((ulong)i < (ulong)n)
        return i;
    if (ampc_outside(s, text, 2, 1)) {
        s->error[262] = (int)i;
        s->error[278] = (int)n;
    }
    return 0;
}
static __global ampc_element_float *ampc_checked_view2_float(struct ampc_view2_float v, struct ampc_index2 i, struct ampc_x_stop *s, __constant char *text)
{
    if ((uint)i.c[0] < (uint)v.e.c[0] && (uint)i.c[1] < (uint)v.e.c[1])
        return v.p + (i.c[0] * v.s0 + i.c[1]);
    if (ampc_outside(s, text, 1, 2)) {
        s->error[262] = i.c[0];
        s->error[278] = v.e.c[0];
        s->error[263] = i.c[1];
        s->error[279] = v.e.c[1];
    }
    return (__global ampc_element_float *)(s->error + 320);
}
static struct ampc_index2 ampc_make2(int c0, int c1)
{
    struct ampc_index2 r = {{c0, c1}};
    return r;
}
static struct ampc_view2_float ampc_section_view2_float(struct ampc_view2_float v, struct ampc_index2 o, struct ampc_index2 e, struct ampc_x_stop *s, __constant char *text)
{
    struct ampc_view2_float r;
    if (!(o.c[0] >= 0 && e.c[0] >= 0 && o.c[0] <= v.e.c[0] - e.c[0] && o.c[1] >= 0 && e.c[1] >= 0 && o.c[1] <= v.e.c[1] - e.c[1])) {
    if (ampc_outside(s, text, 3, 2)) {
        s->error[262] = o.c[0];
        s->error[278] = v.e.c[0];
        s->error[263] = o.c[1];
        s->error[279] = v.e.c[1];
    }
        r.p = (__global ampc_element_float *)v.p;
        r.s0 = 0;
        r.e.c[0] = 0;
        r.e.c[1] = 0;
        return r;
    }
    r = v;
    r.p += o.c[0] * v.s0 + o.c[1];
    r.e = e;
    return r;
}
static __global ampc_element_int *ampc_checked_view1_int(struct ampc_view1_int v, struct ampc_index1 i, struct ampc_x_stop *s, __constant char *text)
{
    if ((uint)i.c[0] < (uint)v.e.c[0])
        return v.p + (i.c[0]);
    if (ampc_outside(s, text, 1, 1)) {
        s->error[262] = i.c[0];
        s->error[278] = v.e.c[0];
    }
    return (__global ampc_element_int *)(s->error + 320);
}
static struct ampc_index1 ampc_make1(int c0)
{
    struct ampc_index1 r = {{c0}};
    return r;
}
static struct ampc_tiled2 ampc_this_tile2_4x4(void)
{
    struct ampc_tiled2 r;
    r.g.c[0] = (int)get_global_id(1);
    r.l.c[0] = (int)get_local_id(1);
    r.t.c[0] = (int)get_group_id(1);
    r.o.c[0] = r.t.c[0] * 4;
    r.g.c[1] = (int)get_global_id(0);
    r.l.c[1] = (int)get_local_id(0);
    r.t.c[1] = (int)get_group_id(0);
    r.o.c[1] = r.t.c[1] * 4;
    return r;
}
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

static __attribute__((always_inline)) int u_at(const struct ampc_view1_int u_v, int u_k, struct ampc_x_stop *ampc_s)
{
#line 6 "tests/codegen/checked.ampc"
    return *ampc_checked_view1_int(u_v, ampc_make1(u_k), ampc_s, ampc_text7);
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 4, 1))) void run_9(AMPC_SHAPES(4) ampc_shapes, __global char *AMPC_ALONE base_w, struct u_grid u_g, __global char *AMPC_ALONE base_v, __global int *ampc_error)
{
    struct ampc_arg2 arg_w = {0, {0}, {AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(2)}};
#else
__kernel __attribute__((reqd_work_group_size(4, 4, 1))) void run_9(__global char *base_w, struct ampc_arg2 arg_w, struct u_grid u_g, __global char *base_v, struct ampc_arg1 arg_v, __global int *ampc_error)
{
#endif
    __local float t0_s[4][4];
    struct ampc_tiled2 u_t = ampc_this_tile2_4x4();
    __local int ampc_tile;
    struct ampc_x_stop ampc_this = {ampc_error, &ampc_tile, 0}, *ampc_s = &ampc_this;
#ifdef AMPC_STOPS
    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0)
        ampc_tile = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    struct ampc_view2_float u_w = ampc_make_view2_float(base_w, arg_w);
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    struct ampc_range ampc_r0 = {0, 0};
    {
#line 11 "tests/codegen/checked.ampc"
        t0_s[ampc_bound((long)u_t.l.c[0], 4L, ampc_s, ampc_text0)][3] = *ampc_checked_view2_float(u_w, u_t.g, ampc_s, ampc_text1) + *ampc_checked_view2_float(u_w, ampc_make2(u_t.g.c[1], u_t.g.c[0]), ampc_s, ampc_text1) + *ampc_checked_view2_float(u_w, ampc_make2(1, 2), ampc_s, ampc_text1);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        AMPC_DIFFER for (int u_k = 0; !ampc_s->ended && (u_g.u_cells[ampc_bound((long)u_k, 4L, ampc_s, ampc_text2)]) && !ampc_s->ended; u_k++)
            *ampc_checked_view2_float(u_w, ampc_make2(u_t.l.c[0], u_k), ampc_s, ampc_text3) += t0_s[ampc_bound((long)u_k, 4L, ampc_s, ampc_text4)][0];
        __local float *u_end = (ampc_r0 = (struct ampc_range){(ulong)t0_s, (ulong)t0_s + 64UL}, &t0_s[0][4]);
        *ampc_checked_view2_float(ampc_section_view2_float(u_w, u_t.o, ampc_make2(2, 2), ampc_s, ampc_text5), ampc_make2(0, 1), ampc_s, ampc_text6) = (float)(u_end - t0_s[0]);
        atomic_add(&(*ampc_checked_view1_int(u_v, ampc_make1(u_at(u_v, 3, ampc_s)), ampc_s, ampc_text8)), 1);
    }
}
