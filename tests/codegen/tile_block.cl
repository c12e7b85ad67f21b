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
#ifdef AMPC_COVER
#define AMPC_EACH(x, n) _Pragma("unroll") for (int x = 0; x < (n); x++)
#define AMPC_THREADS (AMPC_DOWN * AMPC_ACROSS)
#define AMPC_HIGH (AMPC_ROWS * AMPC_DOWN)
#define AMPC_WIDTH (AMPC_COLUMNS * AMPC_ACROSS)
#define AMPC_PER(n) (((n) + AMPC_THREADS - 1) / AMPC_THREADS)
#define AMPC_ROW(r) ((r) / AMPC_ROW_RUN * AMPC_ROW_RUN * AMPC_DOWN + ampc_y * AMPC_ROW_RUN + (r) % AMPC_ROW_RUN)
#define AMPC_COLUMN(c) ((c) / AMPC_COLUMN_RUN * AMPC_COLUMN_RUN * AMPC_ACROSS + ampc_x * AMPC_COLUMN_RUN + (c) % AMPC_COLUMN_RUN)
#define AMPC_GROUP __attribute__((reqd_work_group_size(AMPC_THREADS, 1, 1)))
#if defined __clang__ || defined __NV_CL_C_VERSION
#define AMPC_ASSUME(x) __builtin_assume(x)
#else
#define AMPC_ASSUME(x)
#endif
#else
#define AMPC_GROUP
#endif
typedef float16 ampc_some16_float __attribute__((aligned(4), may_alias));
typedef float8 ampc_some8_float __attribute__((aligned(4), may_alias));
typedef float4 ampc_some4_float __attribute__((aligned(4), may_alias));
typedef float2 ampc_some2_float __attribute__((aligned(4), may_alias));
typedef float ampc_some1_float __attribute__((aligned(4), may_alias));
typedef float16 ampc_lanes_float __attribute__((aligned(4), may_alias));
struct ampc_index8 {
    int c[8];
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
struct ampc_arg2 {
    long offset;
    long stride[2];
    int extent[2];
};
struct ampc_index2 {
    int c[2];
};
struct ampc_tiled2 { /* global, local, tile, tile_origin */
    struct ampc_index2 g, l, t, o;
};
typedef float ampc_element_float __attribute__((may_alias));
struct ampc_view2_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    ampc_off s0;
    struct ampc_index2 e;
};
#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_cell {
    float u_value;
    int u_count;
};
typedef char ampc_size_u_cell[sizeof(struct u_cell) == 8 && ampc_lies(struct u_cell, u_value, 0) && ampc_lies(struct u_cell, u_count, 4) ? 1 : -1];
typedef int16 ampc_some16_int __attribute__((aligned(4), may_alias));
typedef int8 ampc_some8_int __attribute__((aligned(4), may_alias));
typedef int4 ampc_some4_int __attribute__((aligned(4), may_alias));
typedef int2 ampc_some2_int __attribute__((aligned(4), may_alias));
typedef int ampc_some1_int __attribute__((aligned(4), may_alias));
struct ampc_index4 {
    int c[4];
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
#ifdef AMPC_ALIGNED
typedef struct u_cell ampc_element_u_cell __attribute__((may_alias, aligned(8)));
#else
typedef struct u_cell ampc_element_u_cell __attribute__((may_alias));
#endif
struct ampc_view1_u_cell { /* element 0, strides, extent */
    __global ampc_element_u_cell *p;
    struct ampc_index1 e;
};
struct ampc_view1_float { /* element 0, strides, extent */
    __global ampc_element_float *p;
    struct ampc_index1 e;
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
__constant uchar ampc_zero __attribute__((weak, visibility("hidden"))) = 0;
#define AMPC_WRAPS(x) ((x) >> ampc_zero)
#else
#define AMPC_WRAPS(x) (x)
#endif
typedef int8 ampc_lanes8_int __attribute__((aligned(4), may_alias));
struct ampc_view2_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    ampc_off s0;
    struct ampc_index2 e;
};

static int ampc_any_lane(int16 m)
{
    int8 m8 = m.lo | m.hi;
    int4 m4 = m8.lo | m8.hi;
    int2 m2 = m4.lo | m4.hi;
    return m2.x | m2.y;
}
static int ampc_all_lanes(int16 m)
{
    int8 m8 = m.lo & m.hi;
    int4 m4 = m8.lo & m8.hi;
    int2 m2 = m4.lo & m4.hi;
    return m2.x & m2.y;
}
static float16 ampc_some_lanes_float(__global ampc_some1_float *p, int16 n)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w;
    w = __builtin_ia32_loaddqusi512_mask((const int *)(size_t)(p + 0), (int16)(0), (ushort)(m));
    return as_float16(w);
#elif defined __clang__ && defined __AVX__
    float16 v;
    v.lo = as_float8(__builtin_ia32_maskloadps256((const float8 *)(size_t)(p + 0), n.lo));
    v.hi = as_float8(__builtin_ia32_maskloadps256((const float8 *)(size_t)(p + 8), n.hi));
    return v;
#else
    float16 v = (float16)(0);
    ampc_some1_float *t = (ampc_some1_float *)&v;
    if (ampc_all_lanes(n)) {
        v = *(__global ampc_some16_float *)p;
    } else {
        for (int k = 15; k >= 0; k--)
            if (((int *)&n)[k])
                t[k] = p[k];
    }
    return v;
#endif
}
static struct ampc_tiled2 ampc_this_tile2_2x16(void)
{
    struct ampc_tiled2 r;
    r.g.c[0] = (int)get_global_id(1);
    r.l.c[0] = (int)get_local_id(1);
    r.t.c[0] = (int)get_group_id(1);
    r.o.c[0] = r.t.c[0] * 2;
    r.g.c[1] = (int)get_global_id(0);
    r.l.c[1] = (int)get_local_id(0);
    r.t.c[1] = (int)get_group_id(0);
    r.o.c[1] = r.t.c[1] * 16;
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
static float16 ampc_gather_float(__global ampc_some1_float *p, int16 at, int16 n)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w;
    w = __builtin_ia32_gathersiv16si((int16)(0), (const void *)(size_t)p, at, (ushort)(m), 4);
    return as_float16(w);
#elif defined __clang__ && defined __AVX2__
    float16 v;
    v.lo = as_float8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.lo, n.lo, 4));
    v.hi = as_float8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.hi, n.hi, 4));
    return v;
#else
    float16 v = (float16)(0);
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            ((float *)&v)[k] = p[((int *)&at)[k]];
    return v;
#endif
}
static void ampc_scatter_tile_float(__local ampc_some1_float *p, int16 at, int16 n, float16 v)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w = as_int16(v);
    __builtin_ia32_scattersiv16si((void *)(size_t)p, (ushort)(m), at, w, 4);
#elif defined __clang__ && defined __AVX2__
    int m = __builtin_ia32_movmskps256(as_float8(n.lo)) | __builtin_ia32_movmskps256(as_float8(n.hi)) << 8;
    for (; m; m &= m - 1)
        p[((int *)&at)[__builtin_ctz(m)]] = ((float *)&v)[__builtin_ctz(m)];
#else
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            p[((int *)&at)[k]] = ((float *)&v)[k];
#endif
}
static int16 ampc_gather_int(__global ampc_some1_int *p, int16 at, int16 n)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w;
    w = __builtin_ia32_gathersiv16si((int16)(0), (const void *)(size_t)p, at, (ushort)(m), 4);
    return as_int16(w);
#elif defined __clang__ && defined __AVX2__
    int16 v;
    v.lo = as_int8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.lo, n.lo, 4));
    v.hi = as_int8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.hi, n.hi, 4));
    return v;
#else
    int16 v = (int16)(0);
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            ((int *)&v)[k] = p[((int *)&at)[k]];
    return v;
#endif
}
static void ampc_scatter_tile_int(__local ampc_some1_int *p, int16 at, int16 n, int16 v)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w = as_int16(v);
    __builtin_ia32_scattersiv16si((void *)(size_t)p, (ushort)(m), at, w, 4);
#elif defined __clang__ && defined __AVX2__
    int m = __builtin_ia32_movmskps256(as_float8(n.lo)) | __builtin_ia32_movmskps256(as_float8(n.hi)) << 8;
    for (; m; m &= m - 1)
        p[((int *)&at)[__builtin_ctz(m)]] = ((int *)&v)[__builtin_ctz(m)];
#else
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            p[((int *)&at)[k]] = ((int *)&v)[k];
#endif
}
static int ampc_own_add_int_local(__local int *p, int v)
{
    int old = *p;
    *p = old + v;
    return old;
}
static float16 ampc_gather_tile_float(__local ampc_some1_float *p, int16 at, int16 n)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (ushort)__builtin_ia32_cvtd2mask512(n);
    int16 w;
    w = __builtin_ia32_gathersiv16si((int16)(0), (const void *)(size_t)p, at, (ushort)(m), 4);
    return as_float16(w);
#elif defined __clang__ && defined __AVX2__
    float16 v;
    v.lo = as_float8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.lo, n.lo, 4));
    v.hi = as_float8(__builtin_ia32_gatherd_d256((int8)(0), (const int *)(size_t)p, at.hi, n.hi, 4));
    return v;
#else
    float16 v = (float16)(0);
    for (int k = 15; k >= 0; k--)
        if (((int *)&n)[k])
            ((float *)&v)[k] = p[((int *)&at)[k]];
    return v;
#endif
}
static struct ampc_tiled1 ampc_this_tile1_32(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 32;
    return r;
}
static struct ampc_view1_u_cell ampc_make_view1_u_cell(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_cell v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_cell *)base;
#else
    v.p = (__global ampc_element_u_cell *)(base + a.offset);
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
static void ampc_scatter8_tile_int(__local ampc_some1_int *p, int8 at, int8 n, int8 v)
{
    for (int k = 7; k >= 0; k--)
        if (((int *)&n)[k])
            p[((int *)&at)[k]] = ((int *)&v)[k];
}
static int8 ampc_quotient8_int(int8 a, int8 b)
{
#if defined __clang__ && defined cl_khr_fp64
    double8 x = __builtin_convertvector(a, double8);
    x = (x + copysign((double8)(0.5), x)) * (1.0 / __builtin_convertvector(b, double8));
    return __builtin_convertvector(x, int8);
#else
    return a / select(b, (int8)(1), (a == INT_MIN) & (b == -1));
#endif
}
static int ampc_any_lane8(int8 m)
{
    int4 m4 = m.lo | m.hi;
    int2 m2 = m4.lo | m4.hi;
    return m2.x | m2.y;
}
static int8 ampc_gather8_tile_int(__local ampc_some1_int *p, int8 at, int8 n)
{
    int8 v = (int8)(0);
    for (int k = 7; k >= 0; k--)
        if (((int *)&n)[k])
            ((int *)&v)[k] = p[((int *)&at)[k]];
    return v;
}
static int ampc_all_lanes8(int8 m)
{
    int4 m4 = m.lo & m.hi;
    int2 m2 = m4.lo & m4.hi;
    return m2.x & m2.y;
}
static void ampc_put8_lanes_int(__global ampc_some1_int *p, int8 n, int8 v)
{
    ampc_some1_int *t = (ampc_some1_int *)&v;
    if (ampc_all_lanes8(n)) {
        *(__global ampc_some8_int *)p = v;
    } else {
        for (int k = 7; k >= 0; k--)
            if (((int *)&n)[k])
                p[k] = t[k];
    }
}
static struct ampc_tiled2 ampc_this_tile2_2x8(void)
{
    struct ampc_tiled2 r;
    r.g.c[0] = (int)get_global_id(1);
    r.l.c[0] = (int)get_local_id(1);
    r.t.c[0] = (int)get_group_id(1);
    r.o.c[0] = r.t.c[0] * 2;
    r.g.c[1] = (int)get_global_id(0);
    r.l.c[1] = (int)get_local_id(0);
    r.t.c[1] = (int)get_group_id(0);
    r.o.c[1] = r.t.c[1] * 8;
    return r;
}
static struct ampc_view2_int ampc_make_view2_int(__global char *base, struct ampc_arg2 a)
{
    struct ampc_view2_int v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_int *)base;
    v.s0 = a.extent[1];
#else
    v.p = (__global ampc_element_int *)(base + a.offset);
    v.s0 = (ampc_off)a.stride[0];
#endif
    v.e.c[0] = a.extent[0];
    v.e.c[1] = a.extent[1];
    return v;
}
static struct ampc_tiled1 ampc_this_tile1_6(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 6;
    return r;
}

#if !defined AMPC_ONLY || defined AMPC_ONLY_product_10
#ifdef AMPC_DENSE
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(16, 2, 1)))
#endif
void product_10(AMPC_SHAPES(8) ampc_shapes, int u_w, __global char *base_a, __global char *base_b, __global char *AMPC_ALONE base_c)
{
    struct ampc_arg2 arg_a = {0, {0}, {AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_b = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_c = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(16, 2, 1)))
#endif
void product_10(int u_w, __global char *base_a, struct ampc_arg2 arg_a, __global char *base_b, struct ampc_arg2 arg_b, __global char *base_c, struct ampc_arg2 arg_c)
{
#endif
#if !defined AMPC_BLOCKS && !defined AMPC_COVER
    __local float t0_ta[2][16];
    __local float t1_tb[16][16];
    struct ampc_tiled2 u_t = ampc_this_tile2_2x16();
#endif
    struct ampc_view2_float u_a = ampc_make_view2_float(base_a, arg_a);
    struct ampc_view2_float u_b = ampc_make_view2_float(base_b, arg_b);
    struct ampc_view2_float u_c = ampc_make_view2_float(base_c, arg_c);
#ifdef AMPC_EQUAL
    u_b.e = u_a.e;
    u_b.s0 = u_a.s0;
    u_c.e = u_a.e;
    u_c.s0 = u_a.s0;
#endif
#ifdef AMPC_E1_0
    u_a.e.c[0] = AMPC_E1_0;
#endif
#ifdef AMPC_E1_1
    u_a.e.c[1] = AMPC_E1_1;
    u_a.s0 = AMPC_E1_1;
#endif
#ifdef AMPC_E2_0
    u_b.e.c[0] = AMPC_E2_0;
#endif
#ifdef AMPC_E2_1
    u_b.e.c[1] = AMPC_E2_1;
    u_b.s0 = AMPC_E2_1;
#endif
#ifdef AMPC_COVER
    __local float t2_ta[AMPC_ROWS][2][16];
    __local float t3_tb[AMPC_COLUMNS][16][16];
    {
        const int ampc_j = (int)get_group_id(0) * AMPC_COLUMNS, ampc_wide = (int)get_global_offset(0) / 16;
        const int ampc_i = (int)get_group_id(1) * AMPC_ROWS, ampc_high = (int)get_global_offset(1) / 2;
        int ux_local_x2e78;
        ux_local_x2e78 = (int)get_local_id(1);
        int ux_global_x2e80[AMPC_ROWS];
        AMPC_EACH(ampc_r, AMPC_ROWS) ux_global_x2e80[ampc_r] = (ampc_i + ampc_r < ampc_high ? ampc_i + ampc_r : ampc_i) * 2 + (int)get_local_id(1);
        int ux_local_x2e79;
        ux_local_x2e79 = (int)get_local_id(0);
        int ux_global_x2e81[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_global_x2e81[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j) * 16 + (int)get_local_id(0);
#line 12 "tests/codegen/tile_block.ampc"
        int u_row = ux_local_x2e78; int u_col = ux_local_x2e79;
        float u_sum[AMPC_ROWS][AMPC_COLUMNS]; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = 0.0f; u_sum[ampc_r][ampc_c] = ampc_v; }
        { for (int u_k = 0; u_k < u_w; u_k += 16)
            {
                {
                    float ampc_v[AMPC_ROWS];
#line 15 "tests/codegen/tile_block.ampc"
                    AMPC_EACH(ampc_r, AMPC_ROWS) ampc_v[ampc_r] = ux_global_x2e80[ampc_r] > 0 ? u_a.p[ux_global_x2e80[ampc_r] * u_a.s0 + u_k + u_col] : 0.0f; AMPC_EACH(ampc_r, AMPC_ROWS) t2_ta[ampc_r][u_row][u_col] = ampc_v[ampc_r];
                }
                {
                    #pragma unroll
#line 16 "tests/codegen/tile_block.ampc"
                    for (int u_l = u_row; u_l < 16; u_l += 2)
                    {
                        {
                            float ampc_v[AMPC_COLUMNS];
#line 17 "tests/codegen/tile_block.ampc"
                            AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = u_b.p[(u_k + u_l) * u_b.s0 + ux_global_x2e81[ampc_c]]; AMPC_EACH(ampc_c, AMPC_COLUMNS) t3_tb[ampc_c][u_l][u_col] = ampc_v[ampc_c];
                        }
                    }
                }
#line 18 "tests/codegen/tile_block.ampc"
                AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                {
                    #pragma unroll
#line 19 "tests/codegen/tile_block.ampc"
                    for (int u_l = 0; u_l < 16; u_l++)
                    { AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) u_sum[ampc_r][ampc_c] += t2_ta[ampc_r][u_row][u_l] * t3_tb[ampc_c][u_l][u_col];
                    }
                }
#line 21 "tests/codegen/tile_block.ampc"
                AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            }
        }
        {
            float ampc_v[AMPC_ROWS][AMPC_COLUMNS];
#line 23 "tests/codegen/tile_block.ampc"
            AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_r][ampc_c] = u_sum[ampc_r][ampc_c]; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_i + ampc_r < ampc_high && ampc_j + ampc_c < ampc_wide) u_c.p[ux_global_x2e80[ampc_r] * u_c.s0 + ux_global_x2e81[ampc_c]] = ampc_v[ampc_r][ampc_c];
        }
    }
#elif defined AMPC_BLOCKS
    __local float t4_ta[2][16];
    __local float t5_tb[16][16];
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        const int ux_tile_x2e5 = (int)get_group_id(1);
        const int ux_tile_x2e6 = (int)get_group_id(0);
            {
#line 10 "tests/codegen/tile_block.ampc"
        int ux_local_x2e1_x2e7 = 0; int ux_local_x2e1_x2e8 = 1; int ux_global_x2e3_x2e9 = ux_tile_x2e5 * 2 + 0; int ux_global_x2e3_x2e10 = ux_tile_x2e5 * 2 + 1; int ux_local_x2e2_x2e11 = 0; int ux_global_x2e4_x2e12 = ux_tile_x2e6 * 16 + 0; {

            int ux_row_x2e13 = ux_local_x2e1_x2e7; int ux_row_x2e14 = ux_local_x2e1_x2e8; int ux_col_x2e15 = ux_local_x2e2_x2e11;
            float16 ux_sum_x2e16 = (float16)(0.0f); float16 ux_sum_x2e17 = (float16)(0.0f);
            { int ux_k_x2e18 = 0;
#line 20 "tests/codegen/tile_block.ampc"
                for (; ux_k_x2e18 < u_w; ux_k_x2e18 += 16) {
#line 14 "tests/codegen/tile_block.ampc"
                    {
                        int16 ux_v_x2e19 = (int16)(ux_global_x2e3_x2e9 > 0 ? -1 : 0); int16 ux_v_x2e20 = ~ux_v_x2e19; float16 ux_v_x2e21 = (float16)(0.0f); if (ampc_any_lane(ux_v_x2e19)) { float16 ux_v_x2e22 = ampc_some_lanes_float((__global ampc_some1_float *)&u_a.p[ux_global_x2e3_x2e9 * u_a.s0 + ux_k_x2e18 + ux_col_x2e15], ux_v_x2e19); ux_v_x2e21 = ux_v_x2e22; } if (ampc_any_lane(ux_v_x2e20)) { ux_v_x2e21 = select(ux_v_x2e21, (float16)(0.0f), ux_v_x2e20); } *(__local ampc_lanes_float *)&t4_ta[ux_row_x2e13][ux_col_x2e15] = ux_v_x2e21; int16 ux_v_x2e23 = (int16)(ux_global_x2e3_x2e10 > 0 ? -1 : 0); int16 ux_v_x2e24 = ~ux_v_x2e23; float16 ux_v_x2e25 = (float16)(0.0f); if (ampc_any_lane(ux_v_x2e23)) { float16 ux_v_x2e26 = ampc_some_lanes_float((__global ampc_some1_float *)&u_a.p[ux_global_x2e3_x2e10 * u_a.s0 + ux_k_x2e18 + ux_col_x2e15], ux_v_x2e23); ux_v_x2e25 = ux_v_x2e26; } if (ampc_any_lane(ux_v_x2e24)) { ux_v_x2e25 = select(ux_v_x2e25, (float16)(0.0f), ux_v_x2e24); } *(__local ampc_lanes_float *)&t4_ta[ux_row_x2e14][ux_col_x2e15] = ux_v_x2e25;
                        { int ux_l_x2e27 = ux_row_x2e13;
                            for (; ux_l_x2e27 < 16; ux_l_x2e27 += 2) { *(__local ampc_lanes_float *)&t5_tb[ux_l_x2e27][ux_col_x2e15] = *(__global ampc_lanes_float *)&u_b.p[(ux_k_x2e18 + ux_l_x2e27) * u_b.s0 + ux_global_x2e4_x2e12];
#line 16 "tests/codegen/tile_block.ampc"
                            }
                        }
#line 16 "tests/codegen/tile_block.ampc"
                        { int ux_l_x2e28 = ux_row_x2e14;
                            for (; ux_l_x2e28 < 16; ux_l_x2e28 += 2) { *(__local ampc_lanes_float *)&t5_tb[ux_l_x2e28][ux_col_x2e15] = *(__global ampc_lanes_float *)&u_b.p[(ux_k_x2e18 + ux_l_x2e28) * u_b.s0 + ux_global_x2e4_x2e12];
#line 16 "tests/codegen/tile_block.ampc"
                            }
                        }

                        { int ux_l_x2e29 = 0;
                            for (; ux_l_x2e29 < 16; ux_l_x2e29++) { ux_sum_x2e16 += (float16)(t4_ta[ux_row_x2e13][ux_l_x2e29]) * *(__local ampc_lanes_float *)&t5_tb[ux_l_x2e29][ux_col_x2e15]; ux_sum_x2e17 += (float16)(t4_ta[ux_row_x2e14][ux_l_x2e29]) * *(__local ampc_lanes_float *)&t5_tb[ux_l_x2e29][ux_col_x2e15];
#line 19 "tests/codegen/tile_block.ampc"
                            }
                        }
#line 14 "tests/codegen/tile_block.ampc"
                    } }
#line 22 "tests/codegen/tile_block.ampc"
            }
            *(__global ampc_lanes_float *)&u_c.p[ux_global_x2e3_x2e9 * u_c.s0 + ux_global_x2e4_x2e12] = ux_sum_x2e16; *(__global ampc_lanes_float *)&u_c.p[ux_global_x2e3_x2e10 * u_c.s0 + ux_global_x2e4_x2e12] = ux_sum_x2e17;
        }
            }
    }
#else
    {
#line 12 "tests/codegen/tile_block.ampc"
        int u_row = u_t.l.c[0]; int u_col = u_t.l.c[1];
        float u_sum = 0.0f;
        for (int u_k = 0; u_k < u_w; u_k += 16) {
            t0_ta[u_row][u_col] = u_t.g.c[0] > 0 ? u_a.p[u_t.g.c[0] * u_a.s0 + u_k + u_col] : 0.0f;
            AMPC_DIFFER for (int u_l = u_row; u_l < 16; u_l += 2)
                t1_tb[u_l][u_col] = u_b.p[(u_k + u_l) * u_b.s0 + u_t.g.c[1]];
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            for (int u_l = 0; u_l < 16; u_l++)
                u_sum += t0_ta[u_row][u_l] * t1_tb[u_l][u_col];
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        u_c.p[u_t.g.c[0] * u_c.s0 + u_t.g.c[1]] = u_sum;
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_others_29
#ifdef AMPC_DENSE
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(32, 1, 1)))
#endif
void others_29(
#ifndef AMPC_SAME
AMPC_SHAPES(4) ampc_shapes,
#endif
__global char *AMPC_ALONE base_cells, __global char *AMPC_ALONE base_v, __global char *AMPC_ALONE base_bins)
{
#ifdef AMPC_SAME
    AMPC_SHAPES(4) ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_arg1 arg_cells = {0, {0}, {AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_v = {0, {0}, {AMPC_SHAPE(1)}};
    struct ampc_arg1 arg_bins = {0, {0}, {AMPC_SHAPE(2)}};
#else
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(32, 1, 1)))
#endif
void others_29(__global char *base_cells, struct ampc_arg1 arg_cells, __global char *base_v, struct ampc_arg1 arg_v, __global char *base_bins, struct ampc_arg1 arg_bins)
{
#endif
#if !defined AMPC_BLOCKS && !defined AMPC_COVER
    __local struct u_cell t6_near[32] __attribute__((aligned(8)));
    __local int t7_counts[4];
    __local int t8_any;
    struct ampc_tiled1 u_t = ampc_this_tile1_32();
#endif
    struct ampc_view1_u_cell u_cells = ampc_make_view1_u_cell(base_cells, arg_cells);
    struct ampc_view1_float u_v = ampc_make_view1_float(base_v, arg_v);
    struct ampc_view1_int u_bins = ampc_make_view1_int(base_bins, arg_bins);
#ifdef AMPC_COVER
    __local struct u_cell t9_near[AMPC_COLUMNS][32] __attribute__((aligned(8)));
    __local int t10_counts[AMPC_COLUMNS][4];
    __local int t11_any[AMPC_COLUMNS];
    {
        const int ampc_j = (int)get_group_id(0) * AMPC_COLUMNS, ampc_wide = (int)get_global_offset(0) / 32;
        int ux_local_x2e82;
        ux_local_x2e82 = (int)get_local_id(0);
        int ux_global_x2e83[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_global_x2e83[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j) * 32 + (int)get_local_id(0);
#line 32 "tests/codegen/tile_block.ampc"
        uint u_l = (uint)ux_local_x2e82;
        {
            struct u_cell ampc_v[AMPC_COLUMNS];
#line 33 "tests/codegen/tile_block.ampc"
            AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = u_cells.p[ux_global_x2e83[ampc_c]]; AMPC_EACH(ampc_c, AMPC_COLUMNS) t9_near[ampc_c][u_l] = ampc_v[ampc_c];
        } if (u_l < 4U)
        {
            {
                int ampc_v[AMPC_COLUMNS];
#line 35 "tests/codegen/tile_block.ampc"
                AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = 0; AMPC_EACH(ampc_c, AMPC_COLUMNS) t10_counts[ampc_c][u_l] = ampc_v[ampc_c];
            }
        }
#line 36 "tests/codegen/tile_block.ampc"
        if (u_l == 0U)
        {
            {
                int ampc_v[AMPC_COLUMNS];
#line 37 "tests/codegen/tile_block.ampc"
                AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = t9_near[ampc_c][0].u_count; AMPC_EACH(ampc_c, AMPC_COLUMNS) t11_any[ampc_c] = ampc_v[ampc_c];
            }
        }
#line 38 "tests/codegen/tile_block.ampc"
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        AMPC_EACH(ampc_c, AMPC_COLUMNS) atomic_add(&t10_counts[ampc_c][t9_near[ampc_c][31U - u_l].u_count & 3], 1);
        AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_j + ampc_c < ampc_wide) { if (t11_any[ampc_c] > 3)
                u_v.p[ux_global_x2e83[ampc_c]] = t9_near[ampc_c][31U - u_l].u_value + t9_near[ampc_c][u_l % 5U].u_value;
        } barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (u_l < 4U)
        { AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_j + ampc_c < ampc_wide) atomic_add(&u_bins.p[(int)u_l], t10_counts[ampc_c][u_l]);
        }
    }
#elif defined AMPC_BLOCKS
    __local struct u_cell t12_near[32] __attribute__((aligned(8)));
    __local int t13_counts[4];
    __local int t14_any;
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        const int ux_tile_x2e32 = (int)get_group_id(0);
            {
#line 29 "tests/codegen/tile_block.ampc"
        int ux_local_x2e30_x2e33 = 0; int ux_local_x2e30_x2e34 = 16; int ux_global_x2e31_x2e35 = ux_tile_x2e32 * 32 + 0; int ux_global_x2e31_x2e36 = ux_tile_x2e32 * 32 + 16; {


            uint ux_l_x2e37 = (uint)ux_local_x2e30_x2e33; uint ux_l_x2e38 = (uint)ux_local_x2e30_x2e34;
            float16 ux_v_x2e39 = ampc_gather_float((__global ampc_some1_float *)&u_cells.p[ux_global_x2e31_x2e35].u_value, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); ampc_scatter_tile_float((__local ampc_some1_float *)&t12_near[ux_l_x2e37].u_value, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_v_x2e39); float16 ux_v_x2e40 = ampc_gather_float((__global ampc_some1_float *)&u_cells.p[ux_global_x2e31_x2e36].u_value, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); ampc_scatter_tile_float((__local ampc_some1_float *)&t12_near[ux_l_x2e38].u_value, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_v_x2e40); int16 ux_v_x2e41 = ampc_gather_int((__global ampc_some1_int *)&u_cells.p[ux_global_x2e31_x2e35].u_count, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); ampc_scatter_tile_int((__local ampc_some1_int *)&t12_near[ux_l_x2e37].u_count, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_v_x2e41); int16 ux_v_x2e42 = ampc_gather_int((__global ampc_some1_int *)&u_cells.p[ux_global_x2e31_x2e36].u_count, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); ampc_scatter_tile_int((__local ampc_some1_int *)&t12_near[ux_l_x2e38].u_count, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_v_x2e42);
            { int16 ux_v_x2e43 = (uint16)(ux_l_x2e37) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (uint16)(4U);
                if (ampc_any_lane(ux_v_x2e43)) { ampc_scatter_tile_int((__local ampc_some1_int *)&t13_counts[0], convert_int16((uint16)(ux_l_x2e37) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), ux_v_x2e43, (int16)(0));
#line 34 "tests/codegen/tile_block.ampc"
                }
            }
#line 34 "tests/codegen/tile_block.ampc"
            { int16 ux_v_x2e44 = (uint16)(ux_l_x2e38) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (uint16)(4U);
                if (ampc_any_lane(ux_v_x2e44)) { ampc_scatter_tile_int((__local ampc_some1_int *)&t13_counts[0], convert_int16((uint16)(ux_l_x2e38) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), ux_v_x2e44, (int16)(0));
#line 34 "tests/codegen/tile_block.ampc"
                }
            }
            { int16 ux_v_x2e45 = (uint16)(ux_l_x2e37) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) == (uint16)(0U);
                if (ampc_any_lane(ux_v_x2e45)) { t14_any = t12_near[0].u_count;
#line 36 "tests/codegen/tile_block.ampc"
                }
            }
#line 36 "tests/codegen/tile_block.ampc"
            { int16 ux_v_x2e46 = (uint16)(ux_l_x2e38) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) == (uint16)(0U);
                if (ampc_any_lane(ux_v_x2e46)) { t14_any = t12_near[0].u_count;
#line 36 "tests/codegen/tile_block.ampc"
                }
            }

            for (int ux_lane_x2e47 = 0; ux_lane_x2e47 < 16; ux_lane_x2e47++) ampc_own_add_int_local(&t13_counts[t12_near[31U - (ux_l_x2e37 + (uint)ux_lane_x2e47)].u_count & 3], 1); for (int ux_lane_x2e48 = 0; ux_lane_x2e48 < 16; ux_lane_x2e48++) ampc_own_add_int_local(&t13_counts[t12_near[31U - (ux_l_x2e38 + (uint)ux_lane_x2e48)].u_count & 3], 1);

            if (t14_any > 3) { float16 ux_v_x2e49 = ampc_gather_tile_float((__local ampc_some1_float *)&t12_near[31U - ux_l_x2e37].u_value, (int16)(0, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20, -22, -24, -26, -28, -30), (int16)(-1)); float16 ux_v_x2e51; for (int ux_lane_x2e50 = 0; ux_lane_x2e50 < 16; ux_lane_x2e50++) ((float *)&ux_v_x2e51)[ux_lane_x2e50] = t12_near[(ux_l_x2e37 + (uint)ux_lane_x2e50) % 5U].u_value; *(__global ampc_lanes_float *)&u_v.p[ux_global_x2e31_x2e35] = ux_v_x2e49 + ux_v_x2e51; float16 ux_v_x2e52 = ampc_gather_tile_float((__local ampc_some1_float *)&t12_near[31U - ux_l_x2e38].u_value, (int16)(0, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20, -22, -24, -26, -28, -30), (int16)(-1)); float16 ux_v_x2e54; for (int ux_lane_x2e53 = 0; ux_lane_x2e53 < 16; ux_lane_x2e53++) ((float *)&ux_v_x2e54)[ux_lane_x2e53] = t12_near[(ux_l_x2e38 + (uint)ux_lane_x2e53) % 5U].u_value; *(__global ampc_lanes_float *)&u_v.p[ux_global_x2e31_x2e36] = ux_v_x2e52 + ux_v_x2e54; }


            for (int ux_lane_x2e57 = 0; ux_lane_x2e57 < 16; ux_lane_x2e57++)
#line 43 "tests/codegen/tile_block.ampc"
                if (ux_l_x2e37 + (uint)ux_lane_x2e57 < 4U)
                    atomic_add(&u_bins.p[(int)(ux_l_x2e37 + (uint)ux_lane_x2e57)], t13_counts[ux_l_x2e37 + (uint)ux_lane_x2e57]); for (int ux_lane_x2e60 = 0; ux_lane_x2e60 < 16; ux_lane_x2e60++)
#line 43 "tests/codegen/tile_block.ampc"
                if (ux_l_x2e38 + (uint)ux_lane_x2e60 < 4U)
                    atomic_add(&u_bins.p[(int)(ux_l_x2e38 + (uint)ux_lane_x2e60)], t13_counts[ux_l_x2e38 + (uint)ux_lane_x2e60]);
        }
            }
    }
#else
    {
#line 32 "tests/codegen/tile_block.ampc"
        uint u_l = (uint)u_t.l.c[0];
        t6_near[u_l] = u_cells.p[u_t.g.c[0]];
        if (u_l < 4U)
            t7_counts[u_l] = 0;
        if (u_l == 0U)
            t8_any = t6_near[0].u_count;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        atomic_add(&t7_counts[t6_near[31U - u_l].u_count & 3], 1);
        if (t8_any > 3)
            u_v.p[u_t.g.c[0]] = t6_near[31U - u_l].u_value + t6_near[u_l % 5U].u_value;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (u_l < 4U)
            atomic_add(&u_bins.p[(int)u_l], t7_counts[u_l]);
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_eights_51
#ifdef AMPC_DENSE
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(8, 2, 1)))
#endif
void eights_51(AMPC_SHAPES(4) ampc_shapes, __global char *base_a, int u_c, __global char *AMPC_ALONE base_v)
{
    struct ampc_arg2 arg_a = {0, {0}, {AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_v = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(8, 2, 1)))
#endif
void eights_51(__global char *base_a, struct ampc_arg2 arg_a, int u_c, __global char *base_v, struct ampc_arg2 arg_v)
{
#endif
#if !defined AMPC_BLOCKS && !defined AMPC_COVER
    __local int t15_s[2][8];
    struct ampc_tiled2 u_t = ampc_this_tile2_2x8();
#endif
    struct ampc_view2_int u_a = ampc_make_view2_int(base_a, arg_a);
    struct ampc_view2_int u_v = ampc_make_view2_int(base_v, arg_v);
#ifdef AMPC_EQUAL
    u_v.e = u_a.e;
    u_v.s0 = u_a.s0;
#endif
#ifdef AMPC_COVER
    __local int t16_s[AMPC_ROWS][AMPC_COLUMNS][2][8];
    {
        const int ampc_j = (int)get_group_id(0) * AMPC_COLUMNS, ampc_wide = (int)get_global_offset(0) / 8;
        const int ampc_i = (int)get_group_id(1) * AMPC_ROWS, ampc_high = (int)get_global_offset(1) / 2;
        int ux_local_x2e85;
        ux_local_x2e85 = (int)get_local_id(1);
        int ux_global_x2e86[AMPC_ROWS];
        AMPC_EACH(ampc_r, AMPC_ROWS) ux_global_x2e86[ampc_r] = (ampc_i + ampc_r < ampc_high ? ampc_i + ampc_r : ampc_i) * 2 + (int)get_local_id(1);
        int ux_local_x2e84;
        ux_local_x2e84 = (int)get_local_id(0);
        int ux_global_x2e87[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_global_x2e87[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j) * 8 + (int)get_local_id(0);
#line 53 "tests/codegen/tile_block.ampc"
        int u_x = ux_local_x2e84;
        {
            int ampc_v[AMPC_ROWS][AMPC_COLUMNS];
#line 54 "tests/codegen/tile_block.ampc"
            AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_r][ampc_c] = u_a.p[ux_global_x2e86[ampc_r] * u_a.s0 + ux_global_x2e87[ampc_c]] / u_c; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) t16_s[ampc_r][ampc_c][ux_local_x2e85][7 - u_x] = ampc_v[ampc_r][ampc_c];
        } barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_i + ampc_r < ampc_high && ampc_j + ampc_c < ampc_wide) { if (t16_s[ampc_r][ampc_c][ux_local_x2e85][u_x] > 3)
                u_v.p[ux_global_x2e86[ampc_r] * u_v.s0 + ux_global_x2e87[ampc_c]] = t16_s[ampc_r][ampc_c][ux_local_x2e85][AMPC_WRAPS(u_x * 3 + u_c) % 8];
        }
    }
#elif defined AMPC_BLOCKS
    __local int t17_s[2][8];
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        const int ux_tile_x2e65 = (int)get_group_id(1);
        const int ux_tile_x2e66 = (int)get_group_id(0);
            {
#line 51 "tests/codegen/tile_block.ampc"
        int ux_local_x2e62_x2e67 = 0; int ux_local_x2e62_x2e68 = 1; int ux_global_x2e63_x2e69 = ux_tile_x2e65 * 2 + 0; int ux_global_x2e63_x2e70 = ux_tile_x2e65 * 2 + 1; int ux_local_x2e61_x2e71 = 0; int ux_global_x2e64_x2e72 = ux_tile_x2e66 * 8 + 0; {

            int ux_x_x2e73 = ux_local_x2e61_x2e71;
            ampc_scatter8_tile_int((__local ampc_some1_int *)&t17_s[ux_local_x2e62_x2e67][7 - ux_x_x2e73], (int8)(0, -1, -2, -3, -4, -5, -6, -7), (int8)(-1), ampc_quotient8_int(*(__global ampc_lanes8_int *)&u_a.p[ux_global_x2e63_x2e69 * u_a.s0 + ux_global_x2e64_x2e72], (int8)(u_c))); ampc_scatter8_tile_int((__local ampc_some1_int *)&t17_s[ux_local_x2e62_x2e68][7 - ux_x_x2e73], (int8)(0, -1, -2, -3, -4, -5, -6, -7), (int8)(-1), ampc_quotient8_int(*(__global ampc_lanes8_int *)&u_a.p[ux_global_x2e63_x2e70 * u_a.s0 + ux_global_x2e64_x2e72], (int8)(u_c)));

            { int8 ux_v_x2e74 = *(__local ampc_lanes8_int *)&t17_s[ux_local_x2e62_x2e67][ux_x_x2e73] > (int8)(3);
                if (ampc_any_lane8(ux_v_x2e74)) { int8 ux_v_x2e75 = ampc_gather8_tile_int((__local ampc_some1_int *)&t17_s[ux_local_x2e62_x2e67][0], ((int8)(ux_x_x2e73 * 3 + u_c) + (int8)(0, 3, 6, 9, 12, 15, 18, 21)) % (int8)(8), ux_v_x2e74); ampc_put8_lanes_int((__global ampc_some1_int *)&u_v.p[ux_global_x2e63_x2e69 * u_v.s0 + ux_global_x2e64_x2e72], ux_v_x2e74, ux_v_x2e75);
#line 56 "tests/codegen/tile_block.ampc"
                }
            }
#line 56 "tests/codegen/tile_block.ampc"
            { int8 ux_v_x2e76 = *(__local ampc_lanes8_int *)&t17_s[ux_local_x2e62_x2e68][ux_x_x2e73] > (int8)(3);
                if (ampc_any_lane8(ux_v_x2e76)) { int8 ux_v_x2e77 = ampc_gather8_tile_int((__local ampc_some1_int *)&t17_s[ux_local_x2e62_x2e68][0], ((int8)(ux_x_x2e73 * 3 + u_c) + (int8)(0, 3, 6, 9, 12, 15, 18, 21)) % (int8)(8), ux_v_x2e76); ampc_put8_lanes_int((__global ampc_some1_int *)&u_v.p[ux_global_x2e63_x2e70 * u_v.s0 + ux_global_x2e64_x2e72], ux_v_x2e76, ux_v_x2e77);
#line 56 "tests/codegen/tile_block.ampc"
                }
            }
        }
            }
    }
#else
    {
#line 53 "tests/codegen/tile_block.ampc"
        int u_x = u_t.l.c[1];
        t15_s[u_t.l.c[0]][7 - u_x] = u_a.p[u_t.g.c[0] * u_a.s0 + u_t.g.c[1]] / u_c;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (t15_s[u_t.l.c[0]][u_x] > 3)
            u_v.p[u_t.g.c[0] * u_v.s0 + u_t.g.c[1]] = t15_s[u_t.l.c[0]][(u_x * 3 + u_c) % 8];
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_written_64
#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(6, 1, 1))) void written_64(
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
__kernel __attribute__((reqd_work_group_size(6, 1, 1))) void written_64(__global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    struct ampc_tiled1 u_t = ampc_this_tile1_6();
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 64 "tests/codegen/tile_block.ampc"
        u_v.p[u_t.g.c[0]] = u_t.l.c[0];
    }
}
#endif
