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
struct u_ampc_float_4 {
    float u_x;
    float u_y;
    float u_z;
    float u_w;
} __attribute__((aligned(16)));
typedef char ampc_size_u_ampc_float_4[sizeof(struct u_ampc_float_4) == 16 && ampc_lies(struct u_ampc_float_4, u_x, 0) && ampc_lies(struct u_ampc_float_4, u_y, 4) && ampc_lies(struct u_ampc_float_4, u_z, 8) && ampc_lies(struct u_ampc_float_4, u_w, 12) ? 1 : -1];
struct u_ampc_float_3 {
    float u_x;
    float u_y;
    float u_z;
};
typedef char ampc_size_u_ampc_float_3[sizeof(struct u_ampc_float_3) == 12 && ampc_lies(struct u_ampc_float_3, u_x, 0) && ampc_lies(struct u_ampc_float_3, u_y, 4) && ampc_lies(struct u_ampc_float_3, u_z, 8) ? 1 : -1];
struct u_ampc_float_2 {
    float u_x;
    float u_y;
} __attribute__((aligned(8)));
typedef char ampc_size_u_ampc_float_2[sizeof(struct u_ampc_float_2) == 8 && ampc_lies(struct u_ampc_float_2, u_x, 0) && ampc_lies(struct u_ampc_float_2, u_y, 4) ? 1 : -1];
struct u_ampc_norm {
    float u_value;
};
typedef char ampc_size_u_ampc_norm[sizeof(struct u_ampc_norm) == 4 && ampc_lies(struct u_ampc_norm, u_value, 0) ? 1 : -1];
struct u_ampc_norm_4 {
    struct u_ampc_norm u_x;
    struct u_ampc_norm u_y;
    struct u_ampc_norm u_z;
    struct u_ampc_norm u_w;
} __attribute__((aligned(16)));
typedef char ampc_size_u_ampc_norm_4[sizeof(struct u_ampc_norm_4) == 16 && ampc_lies(struct u_ampc_norm_4, u_x, 0) && ampc_lies(struct u_ampc_norm_4, u_y, 4) && ampc_lies(struct u_ampc_norm_4, u_z, 8) && ampc_lies(struct u_ampc_norm_4, u_w, 12) ? 1 : -1];
struct u_ampc_unorm {
    float u_value;
};
typedef char ampc_size_u_ampc_unorm[sizeof(struct u_ampc_unorm) == 4 && ampc_lies(struct u_ampc_unorm, u_value, 0) ? 1 : -1];
struct u_ampc_norm_2 {
    struct u_ampc_norm u_x;
    struct u_ampc_norm u_y;
} __attribute__((aligned(8)));
typedef char ampc_size_u_ampc_norm_2[sizeof(struct u_ampc_norm_2) == 8 && ampc_lies(struct u_ampc_norm_2, u_x, 0) && ampc_lies(struct u_ampc_norm_2, u_y, 4) ? 1 : -1];
struct ampc_index1 {
    int c[1];
};
#ifdef AMPC_ALIGNED
typedef struct u_ampc_float_2 ampc_element_u_ampc_float_2 __attribute__((may_alias, aligned(8)));
#else
typedef struct u_ampc_float_2 ampc_element_u_ampc_float_2 __attribute__((may_alias, aligned(4)));
#endif
struct ampc_view1_u_ampc_float_2 { /* element 0, strides, extent */
    __global ampc_element_u_ampc_float_2 *p;
    struct ampc_index1 e;
};
#ifdef AMPC_ALIGNED
typedef struct u_ampc_float_4 ampc_element_u_ampc_float_4 __attribute__((may_alias, aligned(16)));
#else
typedef struct u_ampc_float_4 ampc_element_u_ampc_float_4 __attribute__((may_alias, aligned(4)));
#endif
struct ampc_view1_u_ampc_float_4 { /* element 0, strides, extent */
    __global ampc_element_u_ampc_float_4 *p;
    struct ampc_index1 e;
};
struct u_ampc_int_2 {
    int u_x;
    int u_y;
} __attribute__((aligned(8)));
typedef char ampc_size_u_ampc_int_2[sizeof(struct u_ampc_int_2) == 8 && ampc_lies(struct u_ampc_int_2, u_x, 0) && ampc_lies(struct u_ampc_int_2, u_y, 4) ? 1 : -1];
struct u_ampc_uint_2 {
    uint u_x;
    uint u_y;
} __attribute__((aligned(8)));
typedef char ampc_size_u_ampc_uint_2[sizeof(struct u_ampc_uint_2) == 8 && ampc_lies(struct u_ampc_uint_2, u_x, 0) && ampc_lies(struct u_ampc_uint_2, u_y, 4) ? 1 : -1];
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
struct u_ampc_int_3 {
    int u_x;
    int u_y;
    int u_z;
};
typedef char ampc_size_u_ampc_int_3[sizeof(struct u_ampc_int_3) == 12 && ampc_lies(struct u_ampc_int_3, u_x, 0) && ampc_lies(struct u_ampc_int_3, u_y, 4) && ampc_lies(struct u_ampc_int_3, u_z, 8) ? 1 : -1];
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
struct ampc_arg2 {
    long offset;
    long stride[2];
    int extent[2];
};
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};
struct u_body {
    struct u_ampc_float_3 u_at;
    struct u_ampc_float_4 u_colour;
};
typedef char ampc_size_u_body[sizeof(struct u_body) == 32 && ampc_lies(struct u_body, u_at, 0) && ampc_lies(struct u_body, u_colour, 16) ? 1 : -1];
typedef struct u_body ampc_element_u_body __attribute__((may_alias));
struct ampc_view1_u_body { /* element 0, strides, extent */
    __global ampc_element_u_body *p;
    struct ampc_index1 e;
};
struct ampc_index2 {
    int c[2];
};
struct ampc_view2_u_ampc_float_2 { /* element 0, strides, extent */
    __global ampc_element_u_ampc_float_2 *p;
    ampc_off s0;
    struct ampc_index2 e;
};

__constant struct u_ampc_float_4 c0_white = {1.0f, 1.0f, 1.0f, 1.0f};
__constant struct u_ampc_float_4 c1_table[2] = {{1.0f, 2.0f, 3.0f, 4.0f}, {5.0f, 5.0f, 5.0f, 5.0f}};

static struct u_ampc_float_4 ampc_add_float_4(struct u_ampc_float_4 a, struct u_ampc_float_4 b)
{
    struct u_ampc_float_4 r;
    r.u_x = (a.u_x + b.u_x);
    r.u_y = (a.u_y + b.u_y);
    r.u_z = (a.u_z + b.u_z);
    r.u_w = (a.u_w + b.u_w);
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
static struct u_ampc_float_3 ampc_sub_float_3(struct u_ampc_float_3 a, struct u_ampc_float_3 b)
{
    struct u_ampc_float_3 r;
    r.u_x = (a.u_x - b.u_x);
    r.u_y = (a.u_y - b.u_y);
    r.u_z = (a.u_z - b.u_z);
    return r;
}
static struct u_ampc_float_3 ampc_rgb_float_4(struct u_ampc_float_4 a)
{
    struct u_ampc_float_3 r;
    r.u_x = a.u_x;
    r.u_y = a.u_y;
    r.u_z = a.u_z;
    return r;
}
static struct u_ampc_float_3 ampc_bgr_float_3(struct u_ampc_float_3 a)
{
    struct u_ampc_float_3 r;
    r.u_x = a.u_z;
    r.u_y = a.u_y;
    r.u_z = a.u_x;
    return r;
}
static struct u_ampc_float_2 ampc_wx_float_4(struct u_ampc_float_4 a)
{
    struct u_ampc_float_2 r;
    r.u_x = a.u_w;
    r.u_y = a.u_x;
    return r;
}
static struct u_ampc_float_2 ampc_add_float_2(struct u_ampc_float_2 a, struct u_ampc_float_2 b)
{
    struct u_ampc_float_2 r;
    r.u_x = (a.u_x + b.u_x);
    r.u_y = (a.u_y + b.u_y);
    return r;
}
static struct u_ampc_float_2 ampc_all_float_2(float a)
{
    struct u_ampc_float_2 r;
    r.u_x = (a);
    r.u_y = (a);
    return r;
}
static struct u_ampc_float_4 ampc_sub_float_4(struct u_ampc_float_4 a, struct u_ampc_float_4 b)
{
    struct u_ampc_float_4 r;
    r.u_x = (a.u_x - b.u_x);
    r.u_y = (a.u_y - b.u_y);
    r.u_z = (a.u_z - b.u_z);
    r.u_w = (a.u_w - b.u_w);
    return r;
}
static float ampc_norm_of(float v)
{
    v = v < -1.0f ? -1.0f : v;
    return v > 1.0f ? 1.0f : v;
}
static struct u_ampc_norm_4 ampc_norm_4_of_float_4(struct u_ampc_float_4 a)
{
    struct u_ampc_norm_4 r;
    r.u_x.u_value = ampc_norm_of((float)a.u_x);
    r.u_y.u_value = ampc_norm_of((float)a.u_y);
    r.u_z.u_value = ampc_norm_of((float)a.u_z);
    r.u_w.u_value = ampc_norm_of((float)a.u_w);
    return r;
}
static struct u_ampc_norm_4 ampc_all_norm_4_same(struct u_ampc_norm a)
{
    struct u_ampc_norm_4 r;
    r.u_x.u_value = ampc_norm_of(a.u_value);
    r.u_y.u_value = ampc_norm_of(a.u_value);
    r.u_z.u_value = ampc_norm_of(a.u_value);
    r.u_w.u_value = ampc_norm_of(a.u_value);
    return r;
}
static struct u_ampc_norm ampc_norm_of_unorm(struct u_ampc_unorm a)
{
    struct u_ampc_norm r;
    r.u_value = ampc_norm_of((float)a.u_value);
    return r;
}
static struct u_ampc_norm_2 ampc_add_norm_2(struct u_ampc_norm_2 a, struct u_ampc_norm_2 b)
{
    struct u_ampc_norm_2 r;
    r.u_x.u_value = ampc_norm_of(a.u_x.u_value + b.u_x.u_value);
    r.u_y.u_value = ampc_norm_of(a.u_y.u_value + b.u_y.u_value);
    return r;
}
static struct u_ampc_norm_2 ampc_xy_norm_4(struct u_ampc_norm_4 a)
{
    struct u_ampc_norm_2 r;
    r.u_x = a.u_x;
    r.u_y = a.u_y;
    return r;
}
static struct u_ampc_norm_2 ampc_mul_norm_2(struct u_ampc_norm_2 a, struct u_ampc_norm_2 b)
{
    struct u_ampc_norm_2 r;
    r.u_x.u_value = ampc_norm_of(a.u_x.u_value * b.u_x.u_value);
    r.u_y.u_value = ampc_norm_of(a.u_y.u_value * b.u_y.u_value);
    return r;
}
static struct u_ampc_norm_2 ampc_norm_2_of_float_2(struct u_ampc_float_2 a)
{
    struct u_ampc_norm_2 r;
    r.u_x.u_value = ampc_norm_of((float)a.u_x);
    r.u_y.u_value = ampc_norm_of((float)a.u_y);
    return r;
}
static struct u_ampc_float_2 ampc_wz_float_4(struct u_ampc_float_4 a)
{
    struct u_ampc_float_2 r;
    r.u_x = a.u_w;
    r.u_y = a.u_z;
    return r;
}
static struct u_ampc_norm_2 ampc_all_norm_2_same(struct u_ampc_norm a)
{
    struct u_ampc_norm_2 r;
    r.u_x.u_value = ampc_norm_of(a.u_value);
    r.u_y.u_value = ampc_norm_of(a.u_value);
    return r;
}
static struct u_ampc_norm ampc_all_norm(float a)
{
    struct u_ampc_norm r;
    r.u_value = ampc_norm_of(a);
    return r;
}
static struct u_ampc_norm ampc_add_norm(struct u_ampc_norm a, struct u_ampc_norm b)
{
    struct u_ampc_norm r;
    r.u_value = ampc_norm_of(a.u_value + b.u_value);
    return r;
}
static int ampc_equal_norm_4(struct u_ampc_norm_4 a, struct u_ampc_norm_4 b)
{
    return a.u_x.u_value == b.u_x.u_value && a.u_y.u_value == b.u_y.u_value && a.u_z.u_value == b.u_z.u_value && a.u_w.u_value == b.u_w.u_value;
}
static struct u_ampc_norm_4 ampc_neg_norm_4(struct u_ampc_norm_4 a)
{
    struct u_ampc_norm_4 r;
    r.u_x.u_value = ampc_norm_of(-a.u_x.u_value);
    r.u_y.u_value = ampc_norm_of(-a.u_y.u_value);
    r.u_z.u_value = ampc_norm_of(-a.u_z.u_value);
    r.u_w.u_value = ampc_norm_of(-a.u_w.u_value);
    return r;
}
static struct u_ampc_norm_4 ampc_mul_norm_4(struct u_ampc_norm_4 a, struct u_ampc_norm_4 b)
{
    struct u_ampc_norm_4 r;
    r.u_x.u_value = ampc_norm_of(a.u_x.u_value * b.u_x.u_value);
    r.u_y.u_value = ampc_norm_of(a.u_y.u_value * b.u_y.u_value);
    r.u_z.u_value = ampc_norm_of(a.u_z.u_value * b.u_z.u_value);
    r.u_w.u_value = ampc_norm_of(a.u_w.u_value * b.u_w.u_value);
    return r;
}
static float ampc_unorm_of(float v)
{
    v = v < 0.0f ? 0.0f : v;
    return v > 1.0f ? 1.0f : v;
}
static struct u_ampc_unorm ampc_all_unorm(float a)
{
    struct u_ampc_unorm r;
    r.u_value = ampc_unorm_of(a);
    return r;
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
static struct u_ampc_float_2 ampc_fast_math_fmax_float_2(struct u_ampc_float_2 a, struct u_ampc_float_2 b)
{
    struct u_ampc_float_2 r;
    r.u_x = ampc_fmax_float(a.u_x, b.u_x);
    r.u_y = ampc_fmax_float(a.u_y, b.u_y);
    return r;
}
static __global ampc_element_u_ampc_float_2 *ampc_at_view1_u_ampc_float_2(struct ampc_view1_u_ampc_float_2 v, struct ampc_index1 i)
{
    return v.p + (i.c[0]);
}
static struct ampc_view1_u_ampc_float_2 ampc_retype_view1_u_ampc_float_2_view1_u_ampc_float_4(struct ampc_view1_u_ampc_float_4 v)
{
    struct ampc_view1_u_ampc_float_2 r;
    r.p = (__global ampc_element_u_ampc_float_2 *)v.p;
    r.e.c[0] = (int)((ulong)v.e.c[0] * 16UL / 8UL);
    return r;
}
static struct ampc_view1_u_ampc_float_4 ampc_section_view1_u_ampc_float_4(struct ampc_view1_u_ampc_float_4 v, struct ampc_index1 o, struct ampc_index1 e)
{
    struct ampc_view1_u_ampc_float_4 r;
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
static struct u_ampc_float_2 ampc_precise_math_ldexp_float_2_int_2(struct u_ampc_float_2 a, struct u_ampc_int_2 b)
{
    struct u_ampc_float_2 r;
    r.u_x = ldexp(a.u_x, b.u_x);
    r.u_y = ldexp(a.u_y, b.u_y);
    return r;
}
static struct u_ampc_float_2 ampc_precise_math_modf_float_2(struct u_ampc_float_2 a, struct u_ampc_float_2 *b)
{
    struct u_ampc_float_2 r;
    r.u_x = modf(a.u_x, &(*b).u_x);
    r.u_y = modf(a.u_y, &(*b).u_y);
    return r;
}
static struct u_ampc_float_2 ampc_xy_float_4(struct u_ampc_float_4 a)
{
    struct u_ampc_float_2 r;
    r.u_x = a.u_x;
    r.u_y = a.u_y;
    return r;
}
static struct u_ampc_int_2 ampc_math_ilogb_float_2(struct u_ampc_float_2 a)
{
    struct u_ampc_int_2 r;
    r.u_x = ilogb(a.u_x);
    r.u_y = ilogb(a.u_y);
    return r;
}
static struct u_ampc_float_2 ampc_zw_float_4(struct u_ampc_float_4 a)
{
    struct u_ampc_float_2 r;
    r.u_x = a.u_z;
    r.u_y = a.u_w;
    return r;
}
static struct u_ampc_uint_2 ampc_or_uint_2(struct u_ampc_uint_2 a, struct u_ampc_uint_2 b)
{
    struct u_ampc_uint_2 r;
    r.u_x = (a.u_x | b.u_x);
    r.u_y = (a.u_y | b.u_y);
    return r;
}
static struct u_ampc_uint_2 ampc_shl_uint_2(struct u_ampc_uint_2 a, struct u_ampc_uint_2 b)
{
    struct u_ampc_uint_2 r;
    r.u_x = (a.u_x << b.u_x);
    r.u_y = (a.u_y << b.u_y);
    return r;
}
static struct u_ampc_uint_2 ampc_uint_2_of_float_2(struct u_ampc_float_2 a)
{
    struct u_ampc_uint_2 r;
    r.u_x = ((uint)a.u_x);
    r.u_y = ((uint)a.u_y);
    return r;
}
static struct ampc_tiled1 ampc_this_tile1_8(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 8;
    return r;
}
static struct ampc_view1_u_ampc_float_4 ampc_make_view1_u_ampc_float_4(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_ampc_float_4 v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_ampc_float_4 *)base;
#else
    v.p = (__global ampc_element_u_ampc_float_4 *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}
static struct ampc_view1_u_body ampc_make_view1_u_body(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_body v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_body *)base;
#else
    v.p = (__global ampc_element_u_body *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}
static struct ampc_view2_u_ampc_float_2 ampc_make_view2_u_ampc_float_2(__global char *base, struct ampc_arg2 a)
{
    struct ampc_view2_u_ampc_float_2 v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_ampc_float_2 *)base;
    v.s0 = a.extent[1];
#else
    v.p = (__global ampc_element_u_ampc_float_2 *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    return v;
}

static struct u_ampc_norm_4 u_levels(struct u_ampc_float_4 u_a, struct u_ampc_unorm u_u)
{
    struct u_ampc_norm_2 ampc_t0;
    struct u_ampc_norm ampc_t1;
#line 17 "tests/codegen/vectors.ampc"
    struct u_ampc_norm_4 u_n = ampc_norm_4_of_float_4(u_a); struct u_ampc_norm_4 u_m = ampc_all_norm_4_same(ampc_norm_of_unorm(u_u));
    ampc_t0 = ampc_add_norm_2(ampc_xy_norm_4(u_n), ampc_mul_norm_2(ampc_norm_2_of_float_2(ampc_wz_float_4(u_a)), ampc_all_norm_2_same(ampc_all_norm(0.5f)))), u_n.u_x = ampc_t0.u_x, u_n.u_y = ampc_t0.u_y, ampc_t0;
    ampc_t1 = u_n.u_z, u_n.u_z = ampc_add_norm(ampc_t1, ampc_all_norm(1)), ampc_t1;
    return ampc_equal_norm_4(u_n, ampc_neg_norm_4(u_m)) ? ampc_norm_4_of_float_4(u_a) : ampc_mul_norm_4(u_n, u_m);
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void f_25(AMPC_SHAPES(4) ampc_shapes, __global char *AMPC_ALONE base_v, __global char *AMPC_ALONE base_s, struct u_ampc_int_3 u_k, __global char *AMPC_ALONE base_w)
{
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_s = {0, {0}, {AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_w = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void f_25(__global char *base_v, struct ampc_arg1 arg_v, __global char *base_s, struct ampc_arg1 arg_s, struct u_ampc_int_3 u_k, __global char *base_w, struct ampc_arg2 arg_w)
{
#endif
    __local struct u_ampc_float_4 t0_part[8] __attribute__((aligned(16)));
    struct ampc_tiled1 u_t = ampc_this_tile1_8();
    struct ampc_view1_u_ampc_float_4 u_v = ampc_make_view1_u_ampc_float_4(base_v, arg_v);
    struct ampc_view1_u_body u_s = ampc_make_view1_u_body(base_s, arg_s);
    struct ampc_view2_u_ampc_float_2 u_w = ampc_make_view2_u_ampc_float_2(base_w, arg_w);
    struct u_ampc_float_3 ampc_t0;
    struct u_ampc_float_2 ampc_t1;
    struct u_ampc_float_2 ampc_t2;
    struct u_ampc_float_2 ampc_t3;
    struct u_ampc_float_2 ampc_t4;
    struct u_ampc_float_2 ampc_t5;
    struct u_ampc_float_2 ampc_t6;
    struct u_ampc_float_2 ampc_t7;
    {
#line 27 "tests/codegen/vectors.ampc"
        int u_i = u_t.g.c[0];
        t0_part[u_t.l.c[0]] = ampc_add_float_4(ampc_add_float_4(ampc_mul_float_4(u_v.p[u_i], ((struct u_ampc_float_4){2.0f, 2.0f, 2.0f, 2.0f})), c0_white), c1_table[u_i & 1]);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        struct u_ampc_float_4 u_sum = t0_part[7 - u_t.l.c[0]]; struct u_ampc_float_4 u_zero = {0};
        struct u_ampc_float_4 *u_p = &u_sum;
        ampc_t0 = ampc_sub_float_3(ampc_rgb_float_4(*u_p), ampc_bgr_float_3(u_s.p[u_i].u_at)), (*u_p).u_x = ampc_t0.u_x, (*u_p).u_y = ampc_t0.u_y, (*u_p).u_z = ampc_t0.u_z, ampc_t0;
        ampc_t1 = (ampc_t2 = ampc_wx_float_4(u_sum), ampc_t3 = ampc_add_float_2(ampc_t2, ampc_all_float_2(1)), u_sum.u_w = ampc_t3.u_x, u_sum.u_x = ampc_t3.u_y, ampc_t2), u_sum.u_x = ampc_t1.u_x, u_sum.u_w = ampc_t1.u_y, ampc_t1;
        u_s.p[u_i].u_colour.u_w += u_sum.u_x / (float)u_k.u_y;
        ampc_t4 = u_w.p[0 * u_w.s0 + u_i], u_v.p[u_i].u_z = ampc_t4.u_x, u_v.p[u_i].u_y = ampc_t4.u_y, ampc_t4;
        u_v.p[u_i] = ampc_add_float_4(u_v.p[u_i], ampc_sub_float_4(((struct u_ampc_float_4){u_levels(u_sum, ampc_all_unorm(u_sum.u_x)).u_x.u_value, 1.0f, u_sum.u_y, (float)u_k.u_z}), u_zero));
        ampc_t5 = ampc_fast_math_fmax_float_2(*ampc_at_view1_u_ampc_float_2(ampc_retype_view1_u_ampc_float_2_view1_u_ampc_float_4(ampc_section_view1_u_ampc_float_4(u_v, ampc_make1(1), ampc_make1(4))), ampc_make1(u_i)), ampc_all_float_2(u_sum.u_x)), u_sum.u_y = ampc_t5.u_x, u_sum.u_x = ampc_t5.u_y, ampc_t5;
        u_w.p[0 * u_w.s0 + u_i] = ampc_precise_math_ldexp_float_2_int_2((ampc_t6 = u_w.p[1 * u_w.s0 + u_i], ampc_t7 = ampc_precise_math_modf_float_2(ampc_xy_float_4(u_sum), &ampc_t6), u_w.p[1 * u_w.s0 + u_i] = ampc_t6, ampc_t7), ampc_math_ilogb_float_2(ampc_zw_float_4(u_sum)));
        u_w.p[1 * u_w.s0 + u_i].u_x = (float)ampc_or_uint_2(ampc_shl_uint_2(ampc_uint_2_of_float_2(u_w.p[0 * u_w.s0 + u_i]), ((struct u_ampc_uint_2){2U, 2U})), ((struct u_ampc_uint_2){1U, 1U})).u_y;
    }
}
