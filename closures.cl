#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef AMPC_WIDE
typedef long ampc_off;
#else
typedef int ampc_off;
#endif

struct ampc_index1 {
    int c[1];
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};
struct ampc_index3 {
    int c[3];
};
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};
#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_pair {
    float u_a;
    float u_b;
};
typedef char ampc_size_u_pair[sizeof(struct u_pair) == 8 && ampc_lies(struct u_pair, u_a, 0) && ampc_lies(struct u_pair, u_b, 4) ? 1 : -1];
struct ampc_index4 {
    int c[4];
};
struct u_local {
    int u_n;
    float u_f;
};
typedef char ampc_size_u_local[sizeof(struct u_local) == 8 && ampc_lies(struct u_local, u_n, 0) && ampc_lies(struct u_local, u_f, 4) ? 1 : -1];
struct ampc_stored_view1_int { /* as large as the host's */
    struct ampc_view1_int v;
    char pad[48 - sizeof(struct ampc_view1_int)];
} __attribute__((may_alias));
typedef float ampc_element_float __attribute__((may_alias));
struct ampc_view1_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    struct ampc_index1 e;
};
struct ampc_stored_view1_float { /* as large as the host's */
    struct ampc_view1_float v;
    char pad[48 - sizeof(struct ampc_view1_float)];
} __attribute__((may_alias));
struct u_views {
    struct ampc_stored_view1_int u_a;
    struct ampc_stored_view1_float u_b;
};
typedef char ampc_size_u_views[sizeof(struct u_views) == 96 && ampc_lies(struct u_views, u_a, 0) && ampc_lies(struct u_views, u_b, 48) ? 1 : -1];
struct u_ampc_float_4 {
    float u_x;
    float u_y;
    float u_z;
    float u_w;
} __attribute__((aligned(16)));
typedef char ampc_size_u_ampc_float_4[sizeof(struct u_ampc_float_4) == 16 && ampc_lies(struct u_ampc_float_4, u_x, 0) && ampc_lies(struct u_ampc_float_4, u_y, 4) && ampc_lies(struct u_ampc_float_4, u_z, 8) && ampc_lies(struct u_ampc_float_4, u_w, 12) ? 1 : -1];
struct u_wide {
    double u_d;
    int u_k[3];
};
typedef char ampc_size_u_wide[sizeof(struct u_wide) == 24 && ampc_lies(struct u_wide, u_d, 0) && ampc_lies(struct u_wide, u_k, 8) ? 1 : -1];
struct ampc_raw12 {
    ulong w[12];
};

__constant int c0_primes[4] = {2, 3, 5, 7};

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
static struct ampc_view1_int ampc_section_view1_int(struct ampc_view1_int v, struct ampc_index1 o, struct ampc_index1 e)
{
    struct ampc_view1_int r;
    r = v;
    r.p += o.c[0];
    r.e = e;
    return r;
}
static struct ampc_index1 ampc_make1(int c0)
{
    struct ampc_index1 r = {{c0}};
    return r;
}
static struct ampc_tiled1 ampc_this_tile1_16(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 16;
    return r;
}
static struct u_ampc_float_4 ampc_mul_float_4(struct u_ampc_float_4 a, struct u_ampc_float_4 b)
{
    struct u_ampc_float_4 r;
    r.u_x = (a.u_x * b.u_x);
    r.u_y = (a.u_y * b.u_y);
    r.u_z = (a.u_z * b.u_z);
    r.u_w = (a.u_w * b.u_w);
    return r;
}
static struct u_ampc_float_4 ampc_all_float_4(float a)
{
    struct u_ampc_float_4 r;
    r.u_x = (a);
    r.u_y = (a);
    r.u_z = (a);
    r.u_w = (a);
    return r;
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

static void u_put(int u_x, const struct ampc_view1_int u_w, const struct ampc_index1 u_i)
{
#line 28 "tests/exec/closures.ampc"
    { u_w.p[u_i.c[0]] = u_x; }
}

static int u_add(int u_k, const int u_s, const int u_c, const int (*u_table)[3])
{
#line 25 "tests/exec/closures.ampc"
    { int u_w = u_k; if (u_k > 4) return u_w + u_s + u_c; return u_s - u_c + (*u_table)[u_k % 3]; }
}

static int u_twice(int u_k, const int ux_s_x2e2, const int ux_c_x2e3, const int (*const ux_table_x2e4)[3], const struct ampc_index1 u_i)
{
#line 27 "tests/exec/closures.ampc"
    { return u_add(u_k, ux_s_x2e2, ux_c_x2e3, ux_table_x2e4) + u_add(u_k + 1, ux_s_x2e2, ux_c_x2e3, ux_table_x2e4) + u_i.c[0]; }
}

static int u_thrice(int u_y, const int u_x)
{
#line 12 "tests/exec/closures.ampc"
    { return 3 * u_y + u_x; }
}

static int u_k3(int u_x)
{
#line 12 "tests/exec/closures.ampc"
    const int ux_x_x2e1 = u_x; return u_thrice(u_x, ux_x_x2e1);
}

static void u_share(int u_x, const struct ampc_tiled1 u_t, __local int (*t0_row)[16], __local int (*t1_count))
{
#line 56 "tests/exec/closures.ampc"
    {
        (*t0_row)[u_t.l.c[0]] = u_x;
        if (u_t.l.c[0] == 0) *t1_count = 0;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

static int u_inside(const struct ampc_tiled1 u_t)
{
#line 61 "tests/exec/closures.ampc"
    { return u_t.g.c[0] < 50; }
}

static struct u_pair u_mk(float u_a, float u_b)
{
#line 42 "tests/exec/closures.ampc"
    struct u_pair u_p = {u_a, u_b}; return u_p;
}

static void u_bump(int *u_p)
{
#line 43 "tests/exec/closures.ampc"
    ++*u_p;
}

static void u_touch(int *const u_at)
{
#line 69 "tests/exec/closures.ampc"
    { u_bump(u_at); *u_at += 1; }
}

static int u_around(int u_d, const struct ampc_tiled1 u_t, __local int (*t0_row)[16])
{
#line 63 "tests/exec/closures.ampc"
    { int u_k = u_t.l.c[0] + u_d; if (u_k < 0) return 0; if (u_k >= 16) return -1; return (*t0_row)[u_k]; }
}

static struct u_pair u_mean(const struct u_pair u_p)
{
#line 65 "tests/exec/closures.ampc"
    { struct u_pair u_q = u_p; u_q.u_a += u_p.u_b; return u_q; }
}

static int u_look(int u_k, struct ampc_view1_int u_arr, const struct ampc_index1 u_e, const struct ampc_view1_int u_half, const struct ampc_index1 u_here)
{
#line 74 "tests/exec/closures.ampc"
    { return u_arr.p[u_k % u_e.c[0]] + u_half.p[u_k % u_half.e.c[0]] + u_here.c[0]; }
}

static int u_inner(int u_q, struct ampc_view1_int u_arr, const struct ampc_index1 ux_e_x2e16, const struct ampc_view1_int ux_half_x2e17, const struct ampc_index1 ux_here_x2e18, const int u_z, const struct ampc_tiled1 ux_t_x2e13, __local int (*t0_row)[16])
{
#line 77 "tests/exec/closures.ampc"
    { return u_look(u_q, u_arr, ux_e_x2e16, ux_half_x2e17, ux_here_x2e18) + u_z + u_around(0, ux_t_x2e13, t0_row); }
}

static int u_outer(int u_k, const struct ampc_index1 ux_e_x2e16, const struct ampc_view1_int ux_half_x2e17, const struct ampc_index1 ux_here_x2e18, const struct ampc_tiled1 ux_t_x2e13, struct ampc_view1_int u_arr, __local int (*t0_row)[16])
{
#line 75 "tests/exec/closures.ampc"
    {
        int u_z = u_k + 1;
        const struct ampc_index1 ux_e_x2e16_x2e19 = ux_e_x2e16; const struct ampc_view1_int ux_half_x2e17_x2e20 = ux_half_x2e17; const struct ampc_index1 ux_here_x2e18_x2e21 = ux_here_x2e18; const int ux_z_x2e22 = u_z; const struct ampc_tiled1 ux_t_x2e13_x2e23 = ux_t_x2e13;
        u_z = 77;
        return u_inner(u_k, u_arr, ux_e_x2e16_x2e19, ux_half_x2e17_x2e20, ux_here_x2e18_x2e21, ux_z_x2e22, ux_t_x2e13_x2e23, t0_row) + u_z;
    }
}

static void u_vote(int u_which, const struct ampc_view1_int u_sums, __local int (*t1_count))
{
#line 83 "tests/exec/closures.ampc"
    { atomic_add(&u_sums.p[u_which], 1); atomic_add(&(*t1_count), 1); }
}

static int u_sq(int u_x, const int u_c)
{
#line 97 "tests/exec/closures.ampc"
    { return u_x * u_x + u_c; }
}

static int u_step(int u_i, const int u_k)
{
#line 139 "tests/exec/closures.ampc"
    { return u_i * u_k; }
}

static int u_deep(const int u_total)
{
#line 143 "tests/exec/closures.ampc"
    { return u_total + 1; }
}

static int u_three(void)
{
#line 153 "tests/exec/closures.ampc"
    { return 3; }
}

static void u_store(int u_k, const struct u_views u_s, const struct ampc_index1 u_i)
{
#line 152 "tests/exec/closures.ampc"
    { u_s.u_a.v.p[u_i.c[0]] = u_k; }
}

static struct u_local u_a(struct u_local u_q, int ampc_unnamed1, const struct u_local u_l)
{
#line 131 "tests/exec/closures.ampc"
    { struct u_local u_r = {u_q.u_n + u_l.u_n + 11, u_q.u_f}; return u_r; }
}

static float u_b(int u_k, struct ampc_view1_float u_t, const struct u_views u_s)
{
#line 132 "tests/exec/closures.ampc"
    { return u_t.p[u_k] + u_s.u_b.v.p[u_k]; }
}

static int u_c(int u_k)
{
#line 133 "tests/exec/closures.ampc"
    { int u_loc[11]; u_loc[2] = c0_primes[u_k & 3]; return 44 + 8 + 8 + u_loc[2]; }
}

static struct u_ampc_float_4 u_d(float u_k, const struct u_ampc_float_4 u_v)
{
#line 135 "tests/exec/closures.ampc"
    { return ampc_mul_float_4(u_v, ampc_all_float_4(u_k)); }
}

static int u1_sq(int u_x)
{
#line 136 "tests/exec/closures.ampc"
    { return u_x * u_x; }
}

static int u_sum(const int u_x, const int u_y)
{
#line 110 "tests/exec/closures.ampc"
    { return u_x + u_y; }
}

static int u_shared(int u_x, int u_y)
{
#line 110 "tests/exec/closures.ampc"
    const int ux_x_x2e30 = u_x; const int ux_y_x2e31 = u_y;
    return u_sum(ux_x_x2e30, ux_y_x2e31);
}

static float u_mix(float u_u, const float u_a, const float u_b)
{
#line 113 "tests/exec/closures.ampc"
    { return u_a + (u_b - u_a) * u_u; }
}

static float u_lerp(float u_a, float u_b, float u_t)
{
#line 113 "tests/exec/closures.ampc"
    const float ux_a_x2e32 = u_a; const float ux_b_x2e33 = u_b; return u_mix(u_t, ux_a_x2e32, ux_b_x2e33);
}

static int u_wd(int u_k, const struct u_wide u_w)
{
#line 156 "tests/exec/closures.ampc"
    { return u_w.u_k[u_k] + (int)(u_w.u_d * 2.0); }
}

static void u_skip(uchar u_really, const struct u_views u_s, const struct ampc_index1 u_i)
{
#line 154 "tests/exec/closures.ampc"
    { if (u_really) return; u_s.u_a.v.p[u_i.c[0]] += 1; }
}

#ifdef AMPC_DENSE
__kernel void test_values_22(struct ampc_index3 ampc_shapes, __global char *base_v, int u_c, __global char *base_w)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_w = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void test_values_22(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, int u_c, __global char *base_w, struct ampc_arg1 arg_w)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    struct ampc_view1_int u_w = ampc_make_view1_int(base_w, arg_w);
    {
#line 23 "tests/exec/closures.ampc"
        int u_s = u_v.p[u_i.c[0]];
        const int u_table[3] = {1, 10, 100};
        const int ux_s_x2e2 = u_s; const int ux_c_x2e3 = u_c; const int (*ux_table_x2e4)[3] = &u_table;
        u_s = 1000;
        const int ux_s_x2e2_x2e5 = ux_s_x2e2; const int ux_c_x2e3_x2e6 = ux_c_x2e3; const int (*const ux_table_x2e4_x2e7)[3] = ux_table_x2e4; const struct ampc_index1 ux_i_x2e8 = u_i;
        const struct ampc_view1_int ux_w_x2e9 = u_w; const struct ampc_index1 ux_i_x2e10 = u_i;
        { int u_s = 3; int u_c = 9; u_put(u_twice(u_v.p[u_i.c[0]], ux_s_x2e2_x2e5, ux_c_x2e3_x2e6, ux_table_x2e4_x2e7, ux_i_x2e8) + u_k3(u_s) + u_c, ux_w_x2e9, ux_i_x2e10); }
    }
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void test_tiles_53(struct ampc_index4 ampc_shapes, __global char *base_arr, __global char *base_v, __global char *base_w, int u_c, __global char *base_sums)
{
    struct ampc_arg1 arg_arr = {0, {0}, {ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_w = {0, {0}, {ampc_shapes.c[2]}};
    struct ampc_arg1 arg_sums = {0, {0}, {ampc_shapes.c[3]}};
#else
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void test_tiles_53(__global char *base_arr, struct ampc_arg1 arg_arr, __global char *base_v, struct ampc_arg1 arg_v, __global char *base_w, struct ampc_arg1 arg_w, int u_c, __global char *base_sums, struct ampc_arg1 arg_sums)
{
#endif
    __local int t2_row[16];
    __local int t3_count;
    __local int t0_row[16];
    __local int t1_count;
    struct ampc_tiled1 u_t = ampc_this_tile1_16();
    struct ampc_view1_int u_arr = ampc_make_view1_int(base_arr, arg_arr);
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    struct ampc_view1_int u_w = ampc_make_view1_int(base_w, arg_w);
    struct ampc_view1_int u_sums = ampc_make_view1_int(base_sums, arg_sums);
    {
#line 57 "tests/exec/closures.ampc"
        const struct ampc_tiled1 ux_t_x2e11 = u_t;
#line 61 "tests/exec/closures.ampc"
        const struct ampc_tiled1 ux_t_x2e12 = u_t;
        u_share(u_inside(ux_t_x2e12) ? u_v.p[u_t.g.c[0]] : 0, ux_t_x2e11, &t0_row, &t1_count);
        const struct ampc_tiled1 ux_t_x2e13 = u_t;
        struct u_pair u_p = u_mk(1.5f, 2.5f);
        const struct u_pair ux_p_x2e14 = u_p;
        u_p.u_a = 1e+02f;
        int u_mine = 1;
        int *u_at = &u_mine;
        int *const ux_at_x2e15 = u_at;
        u_touch(ux_at_x2e15);
        struct ampc_index1 u_e = u_w.e;
        struct ampc_index1 u_here = u_t.g;
        struct ampc_view1_int u_half = ampc_section_view1_int(u_v, ampc_make1(0), ampc_make1(50 / 2));
        const struct ampc_index1 ux_e_x2e16 = u_e; const struct ampc_view1_int ux_half_x2e17 = u_half; const struct ampc_index1 ux_here_x2e18 = u_here;


        const struct ampc_index1 ux_e_x2e16_x2e24 = ux_e_x2e16; const struct ampc_view1_int ux_half_x2e17_x2e25 = ux_half_x2e17; const struct ampc_index1 ux_here_x2e18_x2e26 = ux_here_x2e18; const struct ampc_tiled1 ux_t_x2e13_x2e27 = ux_t_x2e13;
#line 81 "tests/exec/closures.ampc"
        if (u_inside(ux_t_x2e12)) {
            u_w.p[u_t.g.c[0]] = u_around(-1, ux_t_x2e13, &t0_row) + u_around(1, ux_t_x2e13, &t0_row) + (int)(u_mean(ux_p_x2e14).u_a * 1e+01f) + u_mine + u_c + u_outer(u_t.g.c[0], ux_e_x2e16_x2e24, ux_half_x2e17_x2e25, ux_here_x2e18_x2e26, ux_t_x2e13_x2e27, u_arr, &t0_row);
            const struct ampc_view1_int ux_sums_x2e28 = u_sums;
            u_vote(u_v.p[u_t.g.c[0]] % 3, ux_sums_x2e28, &t1_count);
        }
    }
}

#ifdef AMPC_DENSE
__kernel void test_tiles_98(struct ampc_index3 ampc_shapes, int u_c, __global char *base_w, __global char *base_v)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_w = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void test_tiles_98(struct ampc_index1 ampc_extent, int u_c, __global char *base_w, struct ampc_arg1 arg_w, __global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_w = ampc_make_view1_int(base_w, arg_w);
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 97 "tests/exec/closures.ampc"
        const int ux_c_x2e29 = u_c; u_w.p[u_i.c[0]] = u_sq(u_v.p[u_i.c[0]], ux_c_x2e29);
    }
}

#ifdef AMPC_DENSE
__kernel void test_tiles_99(struct ampc_index3 ampc_shapes, int u_c, __global char *base_w, __global char *base_v)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_w = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void test_tiles_99(struct ampc_index1 ampc_extent, int u_c, __global char *base_w, struct ampc_arg1 arg_w, __global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_w = ampc_make_view1_int(base_w, arg_w);
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 97 "tests/exec/closures.ampc"
        const int ux_c_x2e29 = u_c; u_w.p[u_i.c[0]] = u_sq(u_v.p[u_i.c[0]], ux_c_x2e29);
    }
}

#ifdef AMPC_DENSE
__kernel void test_types_124(struct ampc_index4 ampc_shapes, __global char *base_t, struct ampc_raw12 arg_s, __global char *base_s_a, __global char *base_s_b)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_t = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_s_a = {0, {0}, {ampc_shapes.c[2]}};
    struct ampc_arg1 arg_s_b = {0, {0}, {ampc_shapes.c[3]}};
#else
__kernel void test_types_124(struct ampc_index1 ampc_extent, __global char *base_t, struct ampc_arg1 arg_t, struct ampc_raw12 arg_s, __global char *base_s_a, struct ampc_arg1 arg_s_a, __global char *base_s_b, struct ampc_arg1 arg_s_b)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_float u_t = ampc_make_view1_float(base_t, arg_t);
    union {
        struct ampc_raw12 raw;
        struct u_views object;
    } bytes_s;
    bytes_s.raw = arg_s;
    struct u_views u_s = bytes_s.object;
    u_s.u_a.v = ampc_make_view1_int(base_s_a, arg_s_a);
    u_s.u_b.v = ampc_make_view1_float(base_s_b, arg_s_b);
    {
#line 129 "tests/exec/closures.ampc"
        struct u_local u_l = {u_i.c[0], 0.5f};
        const int u_konst = 11;
        const struct u_local ux_l_x2e34 = u_l;
        const struct u_views ux_s_x2e35 = u_s;

        struct u_ampc_float_4 u_v = ((struct u_ampc_float_4){1.0f, 2.0f, 3.0f, 4.0f});
        const struct u_ampc_float_4 ux_v_x2e36 = u_v;

        int u_total = 0;
        for (int u_k = 0; u_k < 3; u_k++) {
            const int ux_k_x2e37 = u_k;
            u_total += u_step(2, ux_k_x2e37);
            switch (u_k) {
            case 1: {
                    const int ux_total_x2e38 = u_total;
                    u_total = u_deep(ux_total_x2e38);
                    break;
                }
            default:
                break;
            }
        }
        if (u_total > 0) {
            const struct u_views ux_s_x2e39 = u_s; const struct ampc_index1 ux_i_x2e40 = u_i;
            int u_x = (u_three());
            const struct u_views ux_s_x2e41 = u_s; const struct ampc_index1 ux_i_x2e42 = u_i;
            struct u_wide u_w = {1.5, {1, 2, 3}};
            const struct u_wide ux_w_x2e43 = u_w;
            u_store(u_a(u_l, 2, ux_l_x2e34).u_n + (int)(u_b(u_i.c[0], u_t, ux_s_x2e35) * 4.0f) + u_c(u_i.c[0]) + (int)u_d(2.0f, ux_v_x2e36).u_w + u1_sq(3) + u_total + u_x + u_shared(u_i.c[0], 2) + (int)u_lerp(0.0f, 8.0f, 0.5f) + u_wd(1, ux_w_x2e43), ux_s_x2e39, ux_i_x2e40);
            u_skip((uchar)(u_i.c[0] % 2 != 0), ux_s_x2e41, ux_i_x2e42);
        }
    }
}
