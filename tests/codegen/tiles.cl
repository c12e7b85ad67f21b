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
typedef float8 ampc_lanes8_float __attribute__((aligned(4), may_alias));
#if defined __clang__ && defined __x86_64__
#define ampc_ahead(p, at) __builtin_prefetch((const char *)(size_t)(p) + at, 0, 2)
#else
#define ampc_ahead(p, at) (void)0
#endif
typedef float16 ampc_some16_float __attribute__((aligned(4), may_alias));
typedef float8 ampc_some8_float __attribute__((aligned(4), may_alias));
typedef float4 ampc_some4_float __attribute__((aligned(4), may_alias));
typedef float2 ampc_some2_float __attribute__((aligned(4), may_alias));
typedef float ampc_some1_float __attribute__((aligned(4), may_alias));
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
    float u_weight;
};
typedef char ampc_size_u_cell[sizeof(struct u_cell) == 8 && ampc_lies(struct u_cell, u_value, 0) && ampc_lies(struct u_cell, u_weight, 4) ? 1 : -1];
#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS
#define AMPC_DIFFER if (get_local_id(0) + get_local_id(1) + get_local_id(2) > 0xffffff) ; else
#else
#define AMPC_DIFFER
#endif
struct ampc_index4 {
    int c[4];
};
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

static float8 ampc_gather8_tile_float(__local ampc_some1_float *p, int8 at, int8 n)
{
    float8 v = (float8)(0);
    for (int k = 7; k >= 0; k--)
        if (((int *)&n)[k])
            ((float *)&v)[k] = p[((int *)&at)[k]];
    return v;
}
static struct ampc_tiled2 ampc_this_tile2_4x8(void)
{
    struct ampc_tiled2 r;
    r.g.c[0] = (int)get_global_id(1);
    r.l.c[0] = (int)get_local_id(1);
    r.t.c[0] = (int)get_group_id(1);
    r.o.c[0] = r.t.c[0] * 4;
    r.g.c[1] = (int)get_global_id(0);
    r.l.c[1] = (int)get_local_id(0);
    r.t.c[1] = (int)get_group_id(0);
    r.o.c[1] = r.t.c[1] * 8;
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
static struct ampc_tiled1 ampc_this_tile1_8(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 8;
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

#if !defined AMPC_ONLY || defined AMPC_ONLY_run_12
#ifdef AMPC_DENSE
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(8, 4, 1)))
#endif
void run_12(AMPC_SHAPES(8) ampc_shapes, int u_w, __global char *base_left, __global char *base_right, __global char *AMPC_ALONE base_out)
{
    struct ampc_arg2 arg_left = {0, {0}, {AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_right = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_out = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
#else
__kernel 
#if defined AMPC_BLOCKS && !defined AMPC_COVER
__attribute__((reqd_work_group_size(1, 1, 1)))
#else
__attribute__((reqd_work_group_size(8, 4, 1)))
#endif
void run_12(int u_w, __global char *base_left, struct ampc_arg2 arg_left, __global char *base_right, struct ampc_arg2 arg_right, __global char *base_out, struct ampc_arg2 arg_out)
{
#endif
#if !defined AMPC_BLOCKS && !defined AMPC_COVER
    __local float t0_rows[4][8];
    __local float t1_columns[8][8];
    __local float t2_common[8];
    __local float t3_own[4][8];
    struct ampc_tiled2 u_t = ampc_this_tile2_4x8();
#endif
    struct ampc_view2_float u_left = ampc_make_view2_float(base_left, arg_left);
    struct ampc_view2_float u_right = ampc_make_view2_float(base_right, arg_right);
    struct ampc_view2_float u_out = ampc_make_view2_float(base_out, arg_out);
#ifdef AMPC_EQUAL
    u_right.e = u_left.e;
    u_right.s0 = u_left.s0;
    u_out.e = u_left.e;
    u_out.s0 = u_left.s0;
#endif
#ifdef AMPC_E1_0
    u_left.e.c[0] = AMPC_E1_0;
#endif
#ifdef AMPC_E1_1
    u_left.e.c[1] = AMPC_E1_1;
    u_left.s0 = AMPC_E1_1;
#endif
#ifdef AMPC_E2_0
    u_right.e.c[0] = AMPC_E2_0;
#endif
#ifdef AMPC_E2_1
    u_right.e.c[1] = AMPC_E2_1;
    u_right.s0 = AMPC_E2_1;
#endif
#ifdef AMPC_COVER
    __local float t4_rows[AMPC_ROWS][4][8];
    __local float t5_columns[AMPC_COLUMNS][8][8];
    __local float t6_common[8];
    __local float t7_own[AMPC_ROWS][AMPC_COLUMNS][4][8];
    {
        const int ampc_j = (int)get_group_id(0) * AMPC_COLUMNS, ampc_wide = (int)get_global_offset(0) / 8;
        const int ampc_i = (int)get_group_id(1) * AMPC_ROWS, ampc_high = (int)get_global_offset(1) / 4;
        int ux_local_x2e44;
        ux_local_x2e44 = (int)get_local_id(1);
        int ux_tile_x2e48[AMPC_ROWS];
        AMPC_EACH(ampc_r, AMPC_ROWS) ux_tile_x2e48[ampc_r] = (ampc_i + ampc_r < ampc_high ? ampc_i + ampc_r : ampc_i);
        int ux_global_x2e46[AMPC_ROWS];
        AMPC_EACH(ampc_r, AMPC_ROWS) ux_global_x2e46[ampc_r] = (ampc_i + ampc_r < ampc_high ? ampc_i + ampc_r : ampc_i) * 4 + (int)get_local_id(1);
        int ux_local_x2e45;
        ux_local_x2e45 = (int)get_local_id(0);
        int ux_tile_x2e49[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_tile_x2e49[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j);
        int ux_global_x2e47[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_global_x2e47[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j) * 8 + (int)get_local_id(0);
#line 14 "tests/codegen/tiles.ampc"
        int u_row = ux_local_x2e44; int u_col = ux_local_x2e45;
        int ux_at_x2e42[AMPC_ROWS]; AMPC_EACH(ampc_r, AMPC_ROWS) { int ampc_v = ux_global_x2e46[ampc_r]; ux_at_x2e42[ampc_r] = ampc_v; } int ux_at_x2e43[AMPC_COLUMNS]; AMPC_EACH(ampc_c, AMPC_COLUMNS) { int ampc_v = ux_global_x2e47[ampc_c]; ux_at_x2e43[ampc_c] = ampc_v; }
        float u_sum[AMPC_ROWS][AMPC_COLUMNS]; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = 0.0f; u_sum[ampc_r][ampc_c] = ampc_v; } float u_parts[2];
        u_parts[0] = u_parts[1] = 0.0f;
        { for (int u_k = 0; u_k < u_w; u_k += 8)
            {
                {
                    float ampc_v[AMPC_ROWS];
#line 19 "tests/codegen/tiles.ampc"
                    AMPC_EACH(ampc_r, AMPC_ROWS) ampc_v[ampc_r] = u_left.p[ux_at_x2e42[ampc_r] * u_left.s0 + u_k + u_col]; AMPC_EACH(ampc_r, AMPC_ROWS) t4_rows[ampc_r][u_row][u_col] = ampc_v[ampc_r];
                } if (u_k + u_row < u_w)
                {
                    {
                        float ampc_v[AMPC_COLUMNS];
#line 21 "tests/codegen/tiles.ampc"
                        AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = u_right.p[(u_k + u_row) * u_right.s0 + ux_at_x2e43[ampc_c]]; AMPC_EACH(ampc_c, AMPC_COLUMNS) t5_columns[ampc_c][u_row][u_col] = ampc_v[ampc_c];
                    }
                }
#line 22 "tests/codegen/tiles.ampc"
                if (u_row == 0)
                { t6_common[u_col] = u_left.p[0 * u_left.s0 + u_k + u_col];
                } AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                {
                    #pragma unroll
#line 25 "tests/codegen/tiles.ampc"
                    for (int u_l = 0; u_l < 8; u_l++)
                    { AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) u_sum[ampc_r][ampc_c] += t4_rows[ampc_r][u_row][u_l] * t5_columns[ampc_c][u_l][u_col] * t6_common[u_l];
                        u_parts[u_l & 1] += t6_common[u_l];
                    }
                } AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            }
        }
        {
            float ampc_v[AMPC_ROWS][AMPC_COLUMNS];
#line 31 "tests/codegen/tiles.ampc"
            AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_r][ampc_c] = u_sum[ampc_r][ampc_c] + u_parts[1]; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) t7_own[ampc_r][ampc_c][u_row][u_col] = ampc_v[ampc_r][ampc_c];
        } AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_i + ampc_r < ampc_high && ampc_j + ampc_c < ampc_wide) { if (ux_tile_x2e48[ampc_r] > ux_tile_x2e49[ampc_c])
                u_out.p[ux_at_x2e42[ampc_r] * u_out.s0 + ux_at_x2e43[ampc_c]] += t7_own[ampc_r][ampc_c][3 - u_row][u_col];
            else
                u_out.p[ux_at_x2e42[ampc_r] * u_out.s0 + ux_at_x2e43[ampc_c]] = t7_own[ampc_r][ampc_c][u_row][7 - u_col];
        }
    }
#elif defined AMPC_BLOCKS
    __local float t8_rows[4][8];
    __local float t9_columns[8][8];
    __local float t10_common[8];
    __local float t11_own[4][8];
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        const int ux_tile_x2e7 = (int)get_group_id(1);
        const int ux_tile_x2e8 = (int)get_group_id(0);
            {
#line 12 "tests/codegen/tiles.ampc"
        int ux_local_x2e3_x2e9 = 0; int ux_local_x2e3_x2e10 = 1; int ux_local_x2e3_x2e11 = 2; int ux_local_x2e3_x2e12 = 3; int ux_global_x2e5_x2e13 = ux_tile_x2e7 * 4 + 0; int ux_global_x2e5_x2e14 = ux_tile_x2e7 * 4 + 1; int ux_global_x2e5_x2e15 = ux_tile_x2e7 * 4 + 2; int ux_global_x2e5_x2e16 = ux_tile_x2e7 * 4 + 3; int ux_local_x2e4_x2e17 = 0; int ux_global_x2e6_x2e18 = ux_tile_x2e8 * 8 + 0; {

            int ux_row_x2e19 = ux_local_x2e3_x2e9; int ux_row_x2e20 = ux_local_x2e3_x2e10; int ux_row_x2e21 = ux_local_x2e3_x2e11; int ux_row_x2e22 = ux_local_x2e3_x2e12; int ux_col_x2e23 = ux_local_x2e4_x2e17;
            int ux_at_x2e1_x2e24 = ux_global_x2e5_x2e13; int ux_at_x2e1_x2e25 = ux_global_x2e5_x2e14; int ux_at_x2e1_x2e26 = ux_global_x2e5_x2e15; int ux_at_x2e1_x2e27 = ux_global_x2e5_x2e16; int ux_at_x2e2_x2e28 = ux_global_x2e6_x2e18;
            float8 ux_sum_x2e29 = (float8)(0.0f); float8 ux_sum_x2e30 = (float8)(0.0f); float8 ux_sum_x2e31 = (float8)(0.0f); float8 ux_sum_x2e32 = (float8)(0.0f); float ux_parts_x2e33[2];
            ux_parts_x2e33[0] = ux_parts_x2e33[1] = 0.0f;
            { int ux_k_x2e34 = 0;
#line 27 "tests/codegen/tiles.ampc"
                for (; ux_k_x2e34 < u_w; ux_k_x2e34 += 8) {
#line 18 "tests/codegen/tiles.ampc"
                    {
                        *(__local ampc_lanes8_float *)&t8_rows[ux_row_x2e19][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[ux_at_x2e1_x2e24 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; *(__local ampc_lanes8_float *)&t8_rows[ux_row_x2e20][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[ux_at_x2e1_x2e25 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; *(__local ampc_lanes8_float *)&t8_rows[ux_row_x2e21][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[ux_at_x2e1_x2e26 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; *(__local ampc_lanes8_float *)&t8_rows[ux_row_x2e22][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[ux_at_x2e1_x2e27 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23];

                        if (ux_k_x2e34 + ux_row_x2e19 < u_w) { ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e19) * u_right.s0 + ux_at_x2e2_x2e28], 0), ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e19) * u_right.s0 + ux_at_x2e2_x2e28], 63); *(__local ampc_lanes8_float *)&t9_columns[ux_row_x2e19][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_right.p[(ux_k_x2e34 + ux_row_x2e19) * u_right.s0 + ux_at_x2e2_x2e28]; } if (ux_k_x2e34 + ux_row_x2e20 < u_w) { ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e20) * u_right.s0 + ux_at_x2e2_x2e28], 0), ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e20) * u_right.s0 + ux_at_x2e2_x2e28], 63); *(__local ampc_lanes8_float *)&t9_columns[ux_row_x2e20][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_right.p[(ux_k_x2e34 + ux_row_x2e20) * u_right.s0 + ux_at_x2e2_x2e28]; } if (ux_k_x2e34 + ux_row_x2e21 < u_w) { ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e21) * u_right.s0 + ux_at_x2e2_x2e28], 0), ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e21) * u_right.s0 + ux_at_x2e2_x2e28], 63); *(__local ampc_lanes8_float *)&t9_columns[ux_row_x2e21][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_right.p[(ux_k_x2e34 + ux_row_x2e21) * u_right.s0 + ux_at_x2e2_x2e28]; } if (ux_k_x2e34 + ux_row_x2e22 < u_w) { ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e22) * u_right.s0 + ux_at_x2e2_x2e28], 0), ampc_ahead(&u_right.p[(ux_k_x2e34 + 64 * 8 + ux_row_x2e22) * u_right.s0 + ux_at_x2e2_x2e28], 63); *(__local ampc_lanes8_float *)&t9_columns[ux_row_x2e22][ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_right.p[(ux_k_x2e34 + ux_row_x2e22) * u_right.s0 + ux_at_x2e2_x2e28]; }

                        if (ux_row_x2e19 == 0) { *(__local ampc_lanes8_float *)&t10_common[ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[0 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; } if (ux_row_x2e20 == 0) { *(__local ampc_lanes8_float *)&t10_common[ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[0 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; } if (ux_row_x2e21 == 0) { *(__local ampc_lanes8_float *)&t10_common[ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[0 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; } if (ux_row_x2e22 == 0) { *(__local ampc_lanes8_float *)&t10_common[ux_col_x2e23] = *(__global ampc_lanes8_float *)&u_left.p[0 * u_left.s0 + ux_k_x2e34 + ux_col_x2e23]; }

                        { int ux_l_x2e35 = 0;

                            for (; ux_l_x2e35 < 8; ux_l_x2e35++) {
#line 25 "tests/codegen/tiles.ampc"
                                {
                                    ux_sum_x2e29 += (float8)(t8_rows[ux_row_x2e19][ux_l_x2e35]) * *(__local ampc_lanes8_float *)&t9_columns[ux_l_x2e35][ux_col_x2e23] * (float8)(t10_common[ux_l_x2e35]); ux_sum_x2e30 += (float8)(t8_rows[ux_row_x2e20][ux_l_x2e35]) * *(__local ampc_lanes8_float *)&t9_columns[ux_l_x2e35][ux_col_x2e23] * (float8)(t10_common[ux_l_x2e35]); ux_sum_x2e31 += (float8)(t8_rows[ux_row_x2e21][ux_l_x2e35]) * *(__local ampc_lanes8_float *)&t9_columns[ux_l_x2e35][ux_col_x2e23] * (float8)(t10_common[ux_l_x2e35]); ux_sum_x2e32 += (float8)(t8_rows[ux_row_x2e22][ux_l_x2e35]) * *(__local ampc_lanes8_float *)&t9_columns[ux_l_x2e35][ux_col_x2e23] * (float8)(t10_common[ux_l_x2e35]);
                                    ux_parts_x2e33[ux_l_x2e35 & 1] += t10_common[ux_l_x2e35];
#line 25 "tests/codegen/tiles.ampc"
                                } }


                        }
#line 18 "tests/codegen/tiles.ampc"
                    } }
#line 30 "tests/codegen/tiles.ampc"
            }
            *(__local ampc_lanes8_float *)&t11_own[ux_row_x2e19][ux_col_x2e23] = ux_sum_x2e29 + (float8)(ux_parts_x2e33[1]); *(__local ampc_lanes8_float *)&t11_own[ux_row_x2e20][ux_col_x2e23] = ux_sum_x2e30 + (float8)(ux_parts_x2e33[1]); *(__local ampc_lanes8_float *)&t11_own[ux_row_x2e21][ux_col_x2e23] = ux_sum_x2e31 + (float8)(ux_parts_x2e33[1]); *(__local ampc_lanes8_float *)&t11_own[ux_row_x2e22][ux_col_x2e23] = ux_sum_x2e32 + (float8)(ux_parts_x2e33[1]);
#line 36 "tests/codegen/tiles.ampc"
            if (ux_tile_x2e7 > ux_tile_x2e8) {
#line 34 "tests/codegen/tiles.ampc"
                *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e24 * u_out.s0 + ux_at_x2e2_x2e28] += *(__local ampc_lanes8_float *)&t11_own[3 - ux_row_x2e19][ux_col_x2e23]; *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e25 * u_out.s0 + ux_at_x2e2_x2e28] += *(__local ampc_lanes8_float *)&t11_own[3 - ux_row_x2e20][ux_col_x2e23]; *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e26 * u_out.s0 + ux_at_x2e2_x2e28] += *(__local ampc_lanes8_float *)&t11_own[3 - ux_row_x2e21][ux_col_x2e23]; *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e27 * u_out.s0 + ux_at_x2e2_x2e28] += *(__local ampc_lanes8_float *)&t11_own[3 - ux_row_x2e22][ux_col_x2e23];

            }
            else {
#line 36 "tests/codegen/tiles.ampc"
                float8 ux_v_x2e36 = ampc_gather8_tile_float((__local ampc_some1_float *)&t11_own[ux_row_x2e19][7 - ux_col_x2e23], (int8)(0, -1, -2, -3, -4, -5, -6, -7), (int8)(-1)); *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e24 * u_out.s0 + ux_at_x2e2_x2e28] = ux_v_x2e36; float8 ux_v_x2e37 = ampc_gather8_tile_float((__local ampc_some1_float *)&t11_own[ux_row_x2e20][7 - ux_col_x2e23], (int8)(0, -1, -2, -3, -4, -5, -6, -7), (int8)(-1)); *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e25 * u_out.s0 + ux_at_x2e2_x2e28] = ux_v_x2e37; float8 ux_v_x2e38 = ampc_gather8_tile_float((__local ampc_some1_float *)&t11_own[ux_row_x2e21][7 - ux_col_x2e23], (int8)(0, -1, -2, -3, -4, -5, -6, -7), (int8)(-1)); *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e26 * u_out.s0 + ux_at_x2e2_x2e28] = ux_v_x2e38; float8 ux_v_x2e39 = ampc_gather8_tile_float((__local ampc_some1_float *)&t11_own[ux_row_x2e22][7 - ux_col_x2e23], (int8)(0, -1, -2, -3, -4, -5, -6, -7), (int8)(-1)); *(__global ampc_lanes8_float *)&u_out.p[ux_at_x2e1_x2e27 * u_out.s0 + ux_at_x2e2_x2e28] = ux_v_x2e39;
#line 34 "tests/codegen/tiles.ampc"
            }


        }
            }
    }
#else
    {
#line 14 "tests/codegen/tiles.ampc"
        int u_row = u_t.l.c[0]; int u_col = u_t.l.c[1];
        struct ampc_index2 u_at = u_t.g;
        float u_sum = 0.0f; float u_parts[2];
        u_parts[0] = u_parts[1] = 0.0f;
        for (int u_k = 0; u_k < u_w; u_k += 8) {
            t0_rows[u_row][u_col] = u_left.p[u_at.c[0] * u_left.s0 + u_k + u_col];
            if (u_k + u_row < u_w)
                t1_columns[u_row][u_col] = u_right.p[(u_k + u_row) * u_right.s0 + u_at.c[1]];
            if (u_row == 0)
                t2_common[u_col] = u_left.p[0 * u_left.s0 + u_k + u_col];
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            for (int u_l = 0; u_l < 8; u_l++) {
                u_sum += t0_rows[u_row][u_l] * t1_columns[u_l][u_col] * t2_common[u_l];
                u_parts[u_l & 1] += t2_common[u_l];
            }
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        t3_own[u_row][u_col] = u_sum + u_parts[1];
        AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (((int)get_group_id(1)) > ((int)get_group_id(0)))
            u_out.p[u_at.c[0] * u_out.s0 + u_at.c[1]] += t3_own[3 - u_row][u_col];
        else
            u_out.p[u_at.c[0] * u_out.s0 + u_at.c[1]] = t3_own[u_row][7 - u_col];
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_run_38
#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run_38(AMPC_SHAPES(4) ampc_shapes, __global char *AMPC_ALONE base_cells, int u_n, __global char *AMPC_ALONE base_out)
{
    struct ampc_arg1 arg_cells = {0, {0}, {AMPC_SHAPE(0)}};
    struct ampc_arg2 arg_out = {0, {0}, {AMPC_SHAPE(1), AMPC_SHAPE(2)}};
#else
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run_38(__global char *base_cells, struct ampc_arg1 arg_cells, int u_n, __global char *base_out, struct ampc_arg2 arg_out)
{
#endif
#if !defined AMPC_COVER
    __local struct u_cell t13_some[8] __attribute__((aligned(8)));
    __local int t12_count;
    struct ampc_tiled1 u_t = ampc_this_tile1_8();
#endif
    struct ampc_view1_u_cell u_cells = ampc_make_view1_u_cell(base_cells, arg_cells);
    struct ampc_view2_float u_out = ampc_make_view2_float(base_out, arg_out);
#ifdef AMPC_COVER
    __local struct u_cell t14_some[8] __attribute__((aligned(8)));
    __local int t15_count[AMPC_COLUMNS];
    {
        const int ampc_j = (int)get_group_id(0) * AMPC_COLUMNS, ampc_wide = (int)get_global_offset(0) / 8;
        int ux_local_x2e51;
        ux_local_x2e51 = (int)get_local_id(0);
        int ux_tile_x2e52[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_tile_x2e52[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j);
        int ux_global_x2e50[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_global_x2e50[ampc_c] = (ampc_j + ampc_c < ampc_wide ? ampc_j + ampc_c : ampc_j) * 8 + (int)get_local_id(0);
#line 41 "tests/codegen/tiles.ampc"
        struct u_cell u_me[AMPC_COLUMNS]; AMPC_EACH(ampc_c, AMPC_COLUMNS) { struct u_cell ampc_v = u_cells.p[ux_global_x2e50[ampc_c]]; u_me[ampc_c] = ampc_v; }
        if (ux_local_x2e51 == 0)
        {
            {
                int ampc_v[AMPC_COLUMNS];
#line 43 "tests/codegen/tiles.ampc"
                AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = 0; AMPC_EACH(ampc_c, AMPC_COLUMNS) t15_count[ampc_c] = ampc_v[ampc_c];
            }
        }
        {
#line 44 "tests/codegen/tiles.ampc"
            for (int u_k = 0; u_k < u_n; u_k += 8)
            { t14_some[ux_local_x2e51] = u_cells.p[u_k + ux_local_x2e51];
                AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                AMPC_EACH(ampc_c, AMPC_COLUMNS) { AMPC_DIFFER for (int u_l = 0; u_l < 8; u_l++) {
                        u_me[ampc_c].u_value += t14_some[u_l].u_value * t14_some[u_l].u_weight;
                        if (u_me[ampc_c].u_value < 0.0f)
                            break;
                    }
                } AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            }
        } int u_before[AMPC_COLUMNS]; AMPC_EACH(ampc_c, AMPC_COLUMNS) { int ampc_v = atomic_inc(&t15_count[ampc_c]); u_before[ampc_c] = ampc_v; }
        {
            float ampc_v[AMPC_COLUMNS];
#line 55 "tests/codegen/tiles.ampc"
            AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = u_me[ampc_c].u_value + (float)u_before[ampc_c] + (float)ux_tile_x2e52[ampc_c]; AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_j + ampc_c < ampc_wide) u_out.p[0 * u_out.s0 + ux_global_x2e50[ampc_c]] = ampc_v[ampc_c];
        }
    }
#else
    {
#line 41 "tests/codegen/tiles.ampc"
        struct u_cell u_me = u_cells.p[u_t.g.c[0]];
        if (u_t.l.c[0] == 0)
            t12_count = 0;
        for (int u_k = 0; u_k < u_n; u_k += 8) {
            t13_some[u_t.l.c[0]] = u_cells.p[u_k + u_t.l.c[0]];
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            AMPC_DIFFER for (int u_l = 0; u_l < 8; u_l++) {
                u_me.u_value += t13_some[u_l].u_value * t13_some[u_l].u_weight;
                if (u_me.u_value < 0.0f)
                    break;
            }
            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        int u_before = atomic_inc(&t12_count);
        u_out.p[0 * u_out.s0 + u_t.g.c[0]] = u_me.u_value + (float)u_before + (float)((int)get_group_id(0));
    }
#endif
}
#endif
