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
#ifdef AMPC_COVER
#if AMPC_CHUNK > 128
#define AMPC_EACH_ROUND _Pragma("unroll 32") for (int ampc_l = 0; ampc_l < AMPC_CHUNK; ampc_l++)
#else
#define AMPC_EACH_ROUND AMPC_EACH(ampc_l, AMPC_CHUNK)
#endif
#define AMPC_FEW_ROUNDS _Pragma("unroll 8") for (int ampc_l = 0; ampc_l < AMPC_CHUNK; ampc_l++)
#if AMPC_CHUNK % 8 == 0 && AMPC_ROWS * AMPC_COLUMNS <= 2
#define AMPC_TAKEN 8
#elif AMPC_CHUNK % 2 == 0 && AMPC_ROWS * AMPC_COLUMNS <= 4
#define AMPC_TAKEN 2
#else
#define AMPC_TAKEN 1
#endif
#define AMPC_UNITS(n, unit) AMPC_PER(((n) * AMPC_CHUNK + (unit) - 1) / (unit))
#if AMPC_UNIT > 1
typedef float4 ampc_four_float __attribute__((may_alias));
typedef int4 ampc_four_int __attribute__((may_alias));
typedef uint4 ampc_four_uint __attribute__((may_alias));
#endif
#if defined AMPC_ASYNC || (AMPC_ROWS * AMPC_COLUMNS == 1 && AMPC_UNIT > 1)
#define AMPC_STRAIGHT 1
#define AMPC_TURNED(n) [n][AMPC_CHUNK + 4]
#define AMPC_TURN(l, n) [n][l]
#else
#define AMPC_STRAIGHT 0
#define AMPC_TURNED(n) [AMPC_CHUNK][(n) + AMPC_PAD]
#define AMPC_TURN(l, n) [l][n]
#endif
#ifdef AMPC_ASYNC
#define AMPC_LAST(x, n) _Pragma("unroll 1") for (int x = 0; x < (n); x++)
#define AMPC_EACH_SET AMPC_EACH(ampc_s, AMPC_AHEAD)
#define AMPC_BUFFERS (AMPC_AHEAD + 1)
#define AMPC_STEP 1
#define AMPC_EACH_STEP AMPC_EACH(ampc_s, AMPC_STEP)
#define AMPC_LATER(n) (ampc_now + (n) < AMPC_BUFFERS ? ampc_now + (n) : ampc_now + (n) - AMPC_BUFFERS)
#define AMPC_FOUR(four, f, b, e) ampc_copy16(&b, &e);
#define AMPC_ONE(f, b, is, e) if (sizeof(b) == 4) ampc_copy4(&b, &e, is); else b = is ? e : 0;
#define AMPC_RECORD(f, b, is, e) if (is) b = e;
#define AMPC_MADE(f, b, is, e) b = (is) & (e);
#ifdef __NV_CL_C_VERSION
#define AMPC_STRING(x) #x
#define AMPC_TEXT(x) AMPC_STRING(x)
static void ampc_copy16(__local void *to, const __global void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"((uint)to), "l"(from) : "memory");
}
static void ampc_copy4(__local void *to, const __global void *from, int is)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"((uint)to), "l"(from), "r"(is ? 4 : 0) : "memory");
}
#define AMPC_SEND asm volatile("cp.async.commit_group;" ::: "memory")
#define AMPC_COME(n) asm volatile("cp.async.wait_group " AMPC_TEXT(n) ";" ::: "memory")
#else
typedef int4 ampc_any16 __attribute__((may_alias));
typedef int ampc_any4 __attribute__((may_alias));
static void ampc_copy16(__local void *to, const __global void *from)
{
    *(__local ampc_any16 *)to = *(const __global ampc_any16 *)from;
}
static void ampc_copy4(__local void *to, const __global void *from, int is)
{
    *(__local ampc_any4 *)to = is ? *(const __global ampc_any4 *)from : 0;
}
#define AMPC_SEND
#define AMPC_COME(n)
#endif
#else
#define AMPC_LAST(x, n) AMPC_EACH(x, n)
#if AMPC_AHEAD > 1
#define AMPC_EACH_SET AMPC_EACH(ampc_s, AMPC_AHEAD)
#else
#define AMPC_EACH_SET
#define ampc_s 0
#endif
#define AMPC_BUFFERS 2
#define AMPC_LATER(n) (ampc_now ^ ((n) & 1))
#define AMPC_STEP AMPC_AHEAD
#define AMPC_EACH_STEP AMPC_EACH_SET
#define AMPC_FOUR(four, f, b, e) { const four ampc_v = *(const __global four *)&e; f[0] = ampc_v.s0; f[1] = ampc_v.s1; f[2] = ampc_v.s2; f[3] = ampc_v.s3; }
#define AMPC_KEEP(four, b, f) *(__local four *)&b = (four)(f[0], f[1], f[2], f[3]);
#define AMPC_ONE(f, b, is, e) f = is ? e : 0;
#define AMPC_RECORD(f, b, is, e) if (is) f = e;
#define AMPC_MADE(f, b, is, e) f = (is) & (e);
#define AMPC_SEND
#define AMPC_COME(n)
#endif
#endif
#if defined __clang__ && defined __x86_64__
#define ampc_ahead(p, at) __builtin_prefetch((const char *)(size_t)(p) + at, 0, 2)
#else
#define ampc_ahead(p, at) (void)0
#endif
typedef float16 ampc_lanes_float __attribute__((aligned(4), may_alias));
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
struct u_point {
    float u_x;
    float u_y;
};
typedef char ampc_size_u_point[sizeof(struct u_point) == 8 && ampc_lies(struct u_point, u_x, 0) && ampc_lies(struct u_point, u_y, 4) ? 1 : -1];
struct ampc_index4 {
    int c[4];
};
struct ampc_index1 {
    int c[1];
};
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
#ifdef AMPC_ALIGNED
typedef struct u_point ampc_element_u_point __attribute__((may_alias, aligned(8)));
#else
typedef struct u_point ampc_element_u_point __attribute__((may_alias));
#endif
struct ampc_view1_u_point { /* element 0, strides, extent */
    __global ampc_element_u_point *p;
    struct ampc_index1 e;
};

static float16 ampc_some_float(__global ampc_some1_float *p, int n)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (1 << n) - 1;
    int16 w;
    w = __builtin_ia32_loaddqusi512_mask((const int *)(size_t)(p + 0), (int16)(0), (ushort)(m));
    return as_float16(w);
#elif defined __clang__ && defined __AVX__
    float16 v;
    int16 l = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(n);
    v.lo = as_float8(__builtin_ia32_maskloadps256((const float8 *)(size_t)(p + 0), l.lo));
    v.hi = as_float8(__builtin_ia32_maskloadps256((const float8 *)(size_t)(p + 8), l.hi));
    return v;
#else
    float16 v = (float16)(0);
    ampc_some1_float *t = (ampc_some1_float *)&v;
    if (n & 16) {
        *(ampc_some16_float *)t = *(__global ampc_some16_float *)p;
        p += 16;
        t += 16;
    }
    if (n & 8) {
        *(ampc_some8_float *)t = *(__global ampc_some8_float *)p;
        p += 8;
        t += 8;
    }
    if (n & 4) {
        *(ampc_some4_float *)t = *(__global ampc_some4_float *)p;
        p += 4;
        t += 4;
    }
    if (n & 2) {
        *(ampc_some2_float *)t = *(__global ampc_some2_float *)p;
        p += 2;
        t += 2;
    }
    if (n & 1) {
        *(ampc_some1_float *)t = *(__global ampc_some1_float *)p;
        p += 1;
        t += 1;
    }
    return v;
#endif
}
static void ampc_put_float(__global ampc_some1_float *p, int n, float16 v)
{
#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__
    int m = (1 << n) - 1;
    int16 w = as_int16(v);
    __builtin_ia32_storedqusi512_mask((int *)(size_t)(p + 0), w, (ushort)(m));
    return;
#else
    ampc_some1_float *t = (ampc_some1_float *)&v;
    if (n & 16) {
        *(__global ampc_some16_float *)p = *(ampc_some16_float *)t;
        p += 16;
        t += 16;
    }
    if (n & 8) {
        *(__global ampc_some8_float *)p = *(ampc_some8_float *)t;
        p += 8;
        t += 8;
    }
    if (n & 4) {
        *(__global ampc_some4_float *)p = *(ampc_some4_float *)t;
        p += 4;
        t += 4;
    }
    if (n & 2) {
        *(__global ampc_some2_float *)p = *(ampc_some2_float *)t;
        p += 2;
        t += 2;
    }
    if (n & 1) {
        *(__global ampc_some1_float *)p = *(ampc_some1_float *)t;
        p += 1;
        t += 1;
    }
#endif
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
static void ampc_scatter_float(__global ampc_some1_float *p, int16 at, int16 n, float16 v)
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
static struct ampc_view1_u_point ampc_make_view1_u_point(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_point v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_point *)base;
#else
    v.p = (__global ampc_element_u_point *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}

#if !defined AMPC_ONLY || defined AMPC_ONLY_run_14
#ifdef AMPC_DENSE
__kernel AMPC_GROUP void run_14(AMPC_SHAPES(8) ampc_shapes, int u_w, __global char *base_left, __global char *base_right, __global char *AMPC_ALONE base_out)
{
#ifdef AMPC_EQUAL
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
#endif
    struct ampc_arg2 arg_left = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
    struct ampc_arg2 arg_right = {0, {0}, {AMPC_SHAPE(4), AMPC_SHAPE(5)}};
    struct ampc_arg2 arg_out = {0, {0}, {AMPC_SHAPE(6), AMPC_SHAPE(7)}};
#else
__kernel AMPC_GROUP void run_14(struct ampc_index2 ampc_extent, int u_w, __global char *base_left, struct ampc_arg2 arg_left, __global char *base_right, struct ampc_arg2 arg_right, __global char *base_out, struct ampc_arg2 arg_out)
{
#endif
#if !defined AMPC_BLOCKS && !defined AMPC_COVER
    struct ampc_index2 u_at = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_at.c[0] >= ampc_extent.c[0] || u_at.c[1] >= ampc_extent.c[1]))
        return;
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
    __local float ampc_b0[AMPC_BUFFERS]AMPC_TURNED(AMPC_HIGH) __attribute__((aligned(16)));
    __local float ampc_b1[AMPC_BUFFERS][AMPC_CHUNK][AMPC_WIDTH] __attribute__((aligned(16)));
    __local float ampc_b2[AMPC_BUFFERS]AMPC_TURNED(AMPC_WIDTH) __attribute__((aligned(16)));
    {
        const int ampc_t = (int)get_local_id(0) & 0xfffff, ampc_x = ampc_t % AMPC_ACROSS, ampc_y = ampc_t / AMPC_ACROSS;
        const int ampc_i = (int)get_group_id(1) * AMPC_HIGH, ampc_j = (int)get_group_id(0) * AMPC_WIDTH;
        const int ampc_live = ampc_i + AMPC_ROW(0) < ampc_extent.c[0] && ampc_j + AMPC_COLUMN(0) < ampc_extent.c[1];
        int ux_i_x2e221[AMPC_ROWS];
        AMPC_EACH(ampc_r, AMPC_ROWS) ux_i_x2e221[ampc_r] = ampc_i + AMPC_ROW(ampc_r) < ampc_extent.c[0] ? ampc_i + AMPC_ROW(ampc_r) : ampc_i + AMPC_ROW(0);
        int ux_j_x2e222[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_j_x2e222[ampc_c] = ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[1] ? ampc_j + AMPC_COLUMN(ampc_c) : ampc_j + AMPC_COLUMN(0);
#line 15 "tests/codegen/blocks.ampc"
        int u_i[AMPC_ROWS] = {0}; AMPC_EACH(ampc_r, AMPC_ROWS) { int ampc_v = ux_i_x2e221[ampc_r]; u_i[ampc_r] = ampc_v; } int u_j[AMPC_COLUMNS] = {0}; AMPC_EACH(ampc_c, AMPC_COLUMNS) { int ampc_v = ux_j_x2e222[ampc_c]; u_j[ampc_c] = ampc_v; }
        float u_sum[AMPC_ROWS][AMPC_COLUMNS] = {0}; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = 0.0f; u_sum[ampc_r][ampc_c] = ampc_v; } float u_most[AMPC_COLUMNS] = {0}; AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = 0.0f; u_most[ampc_c] = ampc_v; }
        {
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            const int ampc_first = (int)0, ampc_last = u_w;
            const uint ampc_end = (uint)ampc_last;
            uint ampc_rest = ampc_first < ampc_last ? ampc_end - (uint)ampc_first : 0;
            int ampc_now = 0;
            int ampc_units = 1;
            #if AMPC_UNIT > 1
#line 18 "tests/codegen/blocks.ampc"
            ampc_units = ampc_units && AMPC_CHUNK % AMPC_UNIT == 0 && ampc_rest > 1 && ampc_i + 1 < ampc_extent.c[0] && ((ulong)&u_left.p[(ampc_i + 0) * u_left.s0 + ((int)(ampc_end - ampc_rest) + 0)]) % (4 * AMPC_UNIT) == 0 && ((ulong)&u_left.p[(ampc_i + 0) * u_left.s0 + ((int)(ampc_end - ampc_rest) + 1)]) - ((ulong)&u_left.p[(ampc_i + 0) * u_left.s0 + ((int)(ampc_end - ampc_rest) + 0)]) == 4 && (((ulong)&u_left.p[(ampc_i + 1) * u_left.s0 + ((int)(ampc_end - ampc_rest) + 0)]) - ((ulong)&u_left.p[(ampc_i + 0) * u_left.s0 + ((int)(ampc_end - ampc_rest) + 0)])) % (4 * AMPC_UNIT) == 0; ampc_units = ampc_units && AMPC_WIDTH % AMPC_UNIT == 0 && ampc_rest > 1 && ampc_j + 1 < ampc_extent.c[1] && (ampc_extent.c[1] - ampc_j) % AMPC_UNIT == 0 && ((ulong)&u_right.p[((int)(ampc_end - ampc_rest) + 0) * u_right.s0 + (ampc_j + 0)]) % (4 * AMPC_UNIT) == 0 && ((ulong)&u_right.p[((int)(ampc_end - ampc_rest) + 0) * u_right.s0 + (ampc_j + 1)]) - ((ulong)&u_right.p[((int)(ampc_end - ampc_rest) + 0) * u_right.s0 + (ampc_j + 0)]) == 4 && (((ulong)&u_right.p[((int)(ampc_end - ampc_rest) + 1) * u_right.s0 + (ampc_j + 0)]) - ((ulong)&u_right.p[((int)(ampc_end - ampc_rest) + 0) * u_right.s0 + (ampc_j + 0)])) % (4 * AMPC_UNIT) == 0;
            #endif
            #ifndef AMPC_ASYNC
            float ampc_f0[AMPC_AHEAD][AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)][AMPC_UNIT];
            #endif
            #ifndef AMPC_ASYNC
            float ampc_f1[AMPC_AHEAD][AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)][AMPC_UNIT];
            #endif
            #ifndef AMPC_ASYNC
            float ampc_f2[AMPC_AHEAD][AMPC_UNITS(AMPC_WIDTH, 1)][1];
            #endif
            AMPC_EACH_SET {
                const int ampc_to = ampc_s, ampc_left = ampc_rest > (uint)(ampc_s * AMPC_CHUNK) ? (int)min(ampc_rest - (uint)(ampc_s * AMPC_CHUNK), (uint)AMPC_CHUNK) : 0;
                const int ampc_from = (int)(ampc_end - ampc_rest + (uint)(ampc_s * AMPC_CHUNK));
                if (ampc_units && ampc_left == AMPC_CHUNK) {
                    #if AMPC_UNIT > 1
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                        const int ampc_l = ampc_e % AMPC_CHUNK;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_i_x2e221 = min(ampc_i + ampc_e / AMPC_CHUNK, ampc_extent.c[0] - 1);
#line 18 "tests/codegen/blocks.ampc"
                        if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) { AMPC_FOUR(ampc_four_float, ampc_f0[ampc_s][ampc_n], ampc_b0[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), u_left.p[ux_i_x2e221 * u_left.s0 + u_k]) }
                    }
                    #else
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                        const int ampc_l = ampc_e % AMPC_CHUNK;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_i_x2e221 = min(ampc_i + ampc_e / AMPC_CHUNK, ampc_extent.c[0] - 1);
#line 18 "tests/codegen/blocks.ampc"
                        if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) { AMPC_ONE(ampc_f0[ampc_s][ampc_n][ampc_q], ampc_b0[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), 1, u_left.p[ux_i_x2e221 * u_left.s0 + u_k]) }
                    }
                    #endif
                    #if AMPC_UNIT > 1
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                        const int ampc_l = ampc_e / AMPC_WIDTH;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_j_x2e222 = min(ampc_j + ampc_e % AMPC_WIDTH, ampc_extent.c[1] - AMPC_UNIT);
#line 18 "tests/codegen/blocks.ampc"
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_FOUR(ampc_four_float, ampc_f1[ampc_s][ampc_n], ampc_b1[ampc_to][ampc_l][ampc_e % AMPC_WIDTH], u_right.p[u_k * u_right.s0 + ux_j_x2e222]) }
                    }
                    #else
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                        const int ampc_l = ampc_e / AMPC_WIDTH;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_j_x2e222 = min(ampc_j + ampc_e % AMPC_WIDTH, ampc_extent.c[1] - 1);
#line 18 "tests/codegen/blocks.ampc"
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f1[ampc_s][ampc_n][ampc_q], ampc_b1[ampc_to][ampc_l][ampc_e % AMPC_WIDTH], 1, u_right.p[u_k * u_right.s0 + ux_j_x2e222]) }
                    }
                    #endif
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                        const int ampc_l = ampc_e % AMPC_CHUNK;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_j_x2e222 = min(ampc_j + ampc_e / AMPC_CHUNK, ampc_extent.c[1] - 1);
#line 21 "tests/codegen/blocks.ampc"
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f2[ampc_s][ampc_n][ampc_q], ampc_b2[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), 1 & (u_k > 7), u_left.p[ux_j_x2e222 * u_left.s0 + u_k]) }
                    }
                } else {
                    AMPC_LAST(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                        const int ampc_l = ampc_e % AMPC_CHUNK;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_i_x2e221 = min(ampc_i + ampc_e / AMPC_CHUNK, ampc_extent.c[0] - 1);
#line 18 "tests/codegen/blocks.ampc"
                        if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) { AMPC_ONE(ampc_f0[ampc_s][ampc_n][ampc_q], ampc_b0[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), ampc_l < ampc_left, u_left.p[ux_i_x2e221 * u_left.s0 + u_k]) }
                    }
                    AMPC_LAST(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                        const int ampc_l = ampc_e / AMPC_WIDTH;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_j_x2e222 = min(ampc_j + ampc_e % AMPC_WIDTH, ampc_extent.c[1] - 1);
#line 18 "tests/codegen/blocks.ampc"
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f1[ampc_s][ampc_n][ampc_q], ampc_b1[ampc_to][ampc_l][ampc_e % AMPC_WIDTH], ampc_l < ampc_left, u_right.p[u_k * u_right.s0 + ux_j_x2e222]) }
                    }
                    AMPC_LAST(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                        const int ampc_l = ampc_e % AMPC_CHUNK;
                        const int u_k = ampc_from + ampc_l;
                        const int ux_j_x2e222 = min(ampc_j + ampc_e / AMPC_CHUNK, ampc_extent.c[1] - 1);
#line 21 "tests/codegen/blocks.ampc"
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f2[ampc_s][ampc_n][ampc_q], ampc_b2[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), ampc_l < ampc_left & (u_k > 7), u_left.p[ux_j_x2e222 * u_left.s0 + u_k]) }
                    }
                }
                AMPC_SEND;
            }
            #ifndef AMPC_ASYNC
            #if AMPC_UNIT > 1 && AMPC_CHUNK % AMPC_UNIT == 0 && AMPC_STRAIGHT
            AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) {
                const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) AMPC_KEEP(ampc_four_float, ampc_b0[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK), ampc_f0[0][ampc_n])
            }
            #else
            AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) ampc_b0[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK) = ampc_f0[0][ampc_n][ampc_q];
            }
            #endif
            #if AMPC_UNIT > 1 && AMPC_WIDTH % AMPC_UNIT == 0
            AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) {
                const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) AMPC_KEEP(ampc_four_float, ampc_b1[ampc_now][ampc_e / AMPC_WIDTH][ampc_e % AMPC_WIDTH], ampc_f1[0][ampc_n])
            }
            #else
            AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) ampc_b1[ampc_now][ampc_e / AMPC_WIDTH][ampc_e % AMPC_WIDTH] = ampc_f1[0][ampc_n][ampc_q];
            }
            #endif
            AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) ampc_b2[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK) = ampc_f2[0][ampc_n][ampc_q];
            }
            #endif
            for (; ampc_rest >= AMPC_STEP * AMPC_CHUNK;) AMPC_EACH_STEP {
                AMPC_COME(AMPC_ASYNC); barrier(CLK_LOCAL_MEM_FENCE);
                {
                    const int ampc_to = AMPC_LATER(AMPC_AHEAD), ampc_left = ampc_rest > (uint)(AMPC_AHEAD * AMPC_CHUNK) ? (int)min(ampc_rest - (uint)(AMPC_AHEAD * AMPC_CHUNK), (uint)AMPC_CHUNK) : 0;
                    const int ampc_from = (int)(ampc_end - ampc_rest + (uint)(AMPC_AHEAD * AMPC_CHUNK));
                    if (ampc_units && ampc_left == AMPC_CHUNK) {
                        #if AMPC_UNIT > 1
                        AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                            const int ampc_l = ampc_e % AMPC_CHUNK;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_i_x2e221 = min(ampc_i + ampc_e / AMPC_CHUNK, ampc_extent.c[0] - 1);
#line 18 "tests/codegen/blocks.ampc"
                            if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) { AMPC_FOUR(ampc_four_float, ampc_f0[ampc_s][ampc_n], ampc_b0[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), u_left.p[ux_i_x2e221 * u_left.s0 + u_k]) }
                        }
                        #else
                        AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                            const int ampc_l = ampc_e % AMPC_CHUNK;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_i_x2e221 = min(ampc_i + ampc_e / AMPC_CHUNK, ampc_extent.c[0] - 1);
#line 18 "tests/codegen/blocks.ampc"
                            if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) { AMPC_ONE(ampc_f0[ampc_s][ampc_n][ampc_q], ampc_b0[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), 1, u_left.p[ux_i_x2e221 * u_left.s0 + u_k]) }
                        }
                        #endif
                        #if AMPC_UNIT > 1
                        AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                            const int ampc_l = ampc_e / AMPC_WIDTH;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_j_x2e222 = min(ampc_j + ampc_e % AMPC_WIDTH, ampc_extent.c[1] - AMPC_UNIT);
#line 18 "tests/codegen/blocks.ampc"
                            if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_FOUR(ampc_four_float, ampc_f1[ampc_s][ampc_n], ampc_b1[ampc_to][ampc_l][ampc_e % AMPC_WIDTH], u_right.p[u_k * u_right.s0 + ux_j_x2e222]) }
                        }
                        #else
                        AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                            const int ampc_l = ampc_e / AMPC_WIDTH;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_j_x2e222 = min(ampc_j + ampc_e % AMPC_WIDTH, ampc_extent.c[1] - 1);
#line 18 "tests/codegen/blocks.ampc"
                            if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f1[ampc_s][ampc_n][ampc_q], ampc_b1[ampc_to][ampc_l][ampc_e % AMPC_WIDTH], 1, u_right.p[u_k * u_right.s0 + ux_j_x2e222]) }
                        }
                        #endif
                        AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                            const int ampc_l = ampc_e % AMPC_CHUNK;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_j_x2e222 = min(ampc_j + ampc_e / AMPC_CHUNK, ampc_extent.c[1] - 1);
#line 21 "tests/codegen/blocks.ampc"
                            if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f2[ampc_s][ampc_n][ampc_q], ampc_b2[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), 1 & (u_k > 7), u_left.p[ux_j_x2e222 * u_left.s0 + u_k]) }
                        }
                    } else {
                        AMPC_LAST(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                            const int ampc_l = ampc_e % AMPC_CHUNK;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_i_x2e221 = min(ampc_i + ampc_e / AMPC_CHUNK, ampc_extent.c[0] - 1);
#line 18 "tests/codegen/blocks.ampc"
                            if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) { AMPC_ONE(ampc_f0[ampc_s][ampc_n][ampc_q], ampc_b0[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), ampc_l < ampc_left, u_left.p[ux_i_x2e221 * u_left.s0 + u_k]) }
                        }
                        AMPC_LAST(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                            const int ampc_l = ampc_e / AMPC_WIDTH;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_j_x2e222 = min(ampc_j + ampc_e % AMPC_WIDTH, ampc_extent.c[1] - 1);
#line 18 "tests/codegen/blocks.ampc"
                            if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f1[ampc_s][ampc_n][ampc_q], ampc_b1[ampc_to][ampc_l][ampc_e % AMPC_WIDTH], ampc_l < ampc_left, u_right.p[u_k * u_right.s0 + ux_j_x2e222]) }
                        }
                        AMPC_LAST(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                            const int ampc_l = ampc_e % AMPC_CHUNK;
                            const int u_k = ampc_from + ampc_l;
                            const int ux_j_x2e222 = min(ampc_j + ampc_e / AMPC_CHUNK, ampc_extent.c[1] - 1);
#line 21 "tests/codegen/blocks.ampc"
                            if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) { AMPC_ONE(ampc_f2[ampc_s][ampc_n][ampc_q], ampc_b2[ampc_to]AMPC_TURN(ampc_l, ampc_e / AMPC_CHUNK), ampc_l < ampc_left & (u_k > 7), u_left.p[ux_j_x2e222 * u_left.s0 + u_k]) }
                        }
                    }
                    AMPC_SEND;
                }
                AMPC_EACH_ROUND {
                    const int u_k = (int)(ampc_end - ampc_rest) + ampc_l;
                    float ampc_p0[AMPC_ROWS];
                    AMPC_EACH(ampc_r, AMPC_ROWS) ampc_p0[ampc_r] = ampc_b0[ampc_now]AMPC_TURN(ampc_l, AMPC_ROW(ampc_r));
                    float ampc_p1[AMPC_COLUMNS];
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_p1[ampc_c] = ampc_b1[ampc_now][ampc_l][AMPC_COLUMN(ampc_c)];
                    float ampc_p2[AMPC_COLUMNS];
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_p2[ampc_c] = ampc_b2[ampc_now]AMPC_TURN(ampc_l, AMPC_COLUMN(ampc_c));
#line 18 "tests/codegen/blocks.ampc"
                    float u_product[AMPC_ROWS][AMPC_COLUMNS] = {0}; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = ampc_p0[ampc_r] * ampc_p1[ampc_c]; u_product[ampc_r][ampc_c] = ampc_v; }
                    AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) u_sum[ampc_r][ampc_c] += u_product[ampc_r][ampc_c] + (float)u_j[ampc_c];
                    if (u_k > 7)
                    { AMPC_EACH(ampc_c, AMPC_COLUMNS) u_most[ampc_c] += ampc_p1[ampc_c] * ampc_p2[ampc_c];
                    }
                }
                ampc_now = AMPC_LATER(1);
                #ifndef AMPC_ASYNC
                #if AMPC_UNIT > 1 && AMPC_CHUNK % AMPC_UNIT == 0 && AMPC_STRAIGHT
                AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) {
                    const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                    if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) AMPC_KEEP(ampc_four_float, ampc_b0[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK), ampc_f0[(ampc_s + 1) % AMPC_AHEAD][ampc_n])
                }
                #else
                AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                    const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                    if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) ampc_b0[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK) = ampc_f0[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                }
                #endif
                #if AMPC_UNIT > 1 && AMPC_WIDTH % AMPC_UNIT == 0
                AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) {
                    const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                    if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) AMPC_KEEP(ampc_four_float, ampc_b1[ampc_now][ampc_e / AMPC_WIDTH][ampc_e % AMPC_WIDTH], ampc_f1[(ampc_s + 1) % AMPC_AHEAD][ampc_n])
                }
                #else
                AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                    const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                    if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) ampc_b1[ampc_now][ampc_e / AMPC_WIDTH][ampc_e % AMPC_WIDTH] = ampc_f1[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                }
                #endif
                AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                    const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                    if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) ampc_b2[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK) = ampc_f2[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                }
                #endif
                ampc_rest -= min(ampc_rest, (uint)AMPC_CHUNK);
            }
            AMPC_EACH_STEP {
                AMPC_COME(AMPC_ASYNC); barrier(CLK_LOCAL_MEM_FENCE);
                for (int ampc_l = 0; ampc_l < (int)min(ampc_rest, (uint)AMPC_CHUNK); ampc_l++) {
                    const int u_k = (int)(ampc_end - ampc_rest) + ampc_l;
                    float ampc_p0[AMPC_ROWS];
                    AMPC_EACH(ampc_r, AMPC_ROWS) ampc_p0[ampc_r] = ampc_b0[ampc_now]AMPC_TURN(ampc_l, AMPC_ROW(ampc_r));
                    float ampc_p1[AMPC_COLUMNS];
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_p1[ampc_c] = ampc_b1[ampc_now][ampc_l][AMPC_COLUMN(ampc_c)];
                    float ampc_p2[AMPC_COLUMNS];
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_p2[ampc_c] = ampc_b2[ampc_now]AMPC_TURN(ampc_l, AMPC_COLUMN(ampc_c));
#line 18 "tests/codegen/blocks.ampc"
                    float u_product[AMPC_ROWS][AMPC_COLUMNS] = {0}; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = ampc_p0[ampc_r] * ampc_p1[ampc_c]; u_product[ampc_r][ampc_c] = ampc_v; }
                    AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) u_sum[ampc_r][ampc_c] += u_product[ampc_r][ampc_c] + (float)u_j[ampc_c];
                    if (u_k > 7)
                    { AMPC_EACH(ampc_c, AMPC_COLUMNS) u_most[ampc_c] += ampc_p1[ampc_c] * ampc_p2[ampc_c];
                    }
                }
                if (ampc_s + 1 < AMPC_STEP) {
                    ampc_now = AMPC_LATER(1);
                    #ifndef AMPC_ASYNC
                    #if AMPC_UNIT > 1 && AMPC_CHUNK % AMPC_UNIT == 0 && AMPC_STRAIGHT
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                        if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) AMPC_KEEP(ampc_four_float, ampc_b0[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK), ampc_f0[(ampc_s + 1) % AMPC_AHEAD][ampc_n])
                    }
                    #else
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_HIGH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                        if ((AMPC_HIGH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_HIGH * AMPC_CHUNK)) ampc_b0[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK) = ampc_f0[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                    }
                    #endif
                    #if AMPC_UNIT > 1 && AMPC_WIDTH % AMPC_UNIT == 0
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT;
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) AMPC_KEEP(ampc_four_float, ampc_b1[ampc_now][ampc_e / AMPC_WIDTH][ampc_e % AMPC_WIDTH], ampc_f1[(ampc_s + 1) % AMPC_AHEAD][ampc_n])
                    }
                    #else
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, AMPC_UNIT)) AMPC_EACH(ampc_q, AMPC_UNIT) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * AMPC_UNIT + ampc_q;
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * AMPC_UNIT) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) ampc_b1[ampc_now][ampc_e / AMPC_WIDTH][ampc_e % AMPC_WIDTH] = ampc_f1[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                    }
                    #endif
                    AMPC_EACH(ampc_n, AMPC_UNITS(AMPC_WIDTH, 1)) AMPC_EACH(ampc_q, 1) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                        if ((AMPC_WIDTH * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < AMPC_WIDTH * AMPC_CHUNK)) ampc_b2[ampc_now]AMPC_TURN(ampc_e % AMPC_CHUNK, ampc_e / AMPC_CHUNK) = ampc_f2[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                    }
                    #endif
                    ampc_rest -= min(ampc_rest, (uint)AMPC_CHUNK);
                }
            }
            AMPC_COME(0); barrier(CLK_LOCAL_MEM_FENCE);
        }
        {
            float ampc_v[AMPC_ROWS][AMPC_COLUMNS] = {0};
#line 23 "tests/codegen/blocks.ampc"
            AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_r][ampc_c] = u_sum[ampc_r][ampc_c] - u_most[ampc_c]; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_i + AMPC_ROW(ampc_r) < ampc_extent.c[0] && ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[1]) u_out.p[ux_i_x2e221[ampc_r] * u_out.s0 + ux_j_x2e222[ampc_c]] = ampc_v[ampc_r][ampc_c];
        }
    }
#elif defined AMPC_BLOCKS
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        int ampc_one = get_global_size(1) >= (size_t)ampc_extent.c[0] && get_global_size(0) >= (size_t)ampc_extent.c[1];
        long ampc_0 = (long)get_global_id(1) * (ampc_one ? 1 : 8);
        long ampc_1 = (long)get_global_id(0) * (ampc_one ? 1 : 16);
        if (ampc_0 >= ampc_extent.c[0] || ampc_1 >= ampc_extent.c[1])
            return;
        int ampc_all = !ampc_one && ampc_extent.c[0] - ampc_0 >= 8 && ampc_extent.c[1] - ampc_1 >= 16, ux_outside_x2e3;
        ux_outside_x2e3 = !ampc_all;
        if (!ux_outside_x2e3) {
            int ux_i_x2e1 = (int)ampc_0;
            int ux_j_x2e2 = (int)ampc_1;
#ifdef AMPC_LONG_VECTORS
            {
#line 14 "tests/codegen/blocks.ampc"
        int ux_i_x2e1_x2e5 = ux_i_x2e1 + 1; int ux_i_x2e1_x2e6 = ux_i_x2e1 + 2; int ux_i_x2e1_x2e7 = ux_i_x2e1 + 3; int ux_i_x2e1_x2e8 = ux_i_x2e1 + 4; int ux_i_x2e1_x2e9 = ux_i_x2e1 + 5; int ux_i_x2e1_x2e10 = ux_i_x2e1 + 6; int ux_i_x2e1_x2e11 = ux_i_x2e1 + 7; {
            int ux_i_x2e12 = ux_i_x2e1; int ux_i_x2e13 = ux_i_x2e1_x2e5; int ux_i_x2e14 = ux_i_x2e1_x2e6; int ux_i_x2e15 = ux_i_x2e1_x2e7; int ux_i_x2e16 = ux_i_x2e1_x2e8; int ux_i_x2e17 = ux_i_x2e1_x2e9; int ux_i_x2e18 = ux_i_x2e1_x2e10; int ux_i_x2e19 = ux_i_x2e1_x2e11; int ux_j_x2e20 = ux_j_x2e2;
            float16 ux_sum_x2e21 = (float16)(0.0f); float16 ux_sum_x2e22 = (float16)(0.0f); float16 ux_sum_x2e23 = (float16)(0.0f); float16 ux_sum_x2e24 = (float16)(0.0f); float16 ux_sum_x2e25 = (float16)(0.0f); float16 ux_sum_x2e26 = (float16)(0.0f); float16 ux_sum_x2e27 = (float16)(0.0f); float16 ux_sum_x2e28 = (float16)(0.0f); float16 ux_most_x2e29 = (float16)(0.0f);
            { int ux_k_x2e30 = 0;
#line 21 "tests/codegen/blocks.ampc"
                for (; ux_k_x2e30 < u_w; ux_k_x2e30++) {
#line 17 "tests/codegen/blocks.ampc"
                    {
                        ampc_ahead(&u_right.p[(ux_k_x2e30 + 64) * u_right.s0 + ux_j_x2e20], 0), ampc_ahead(&u_right.p[(ux_k_x2e30 + 64) * u_right.s0 + ux_j_x2e20], 63); float16 ux_product_x2e31 = (float16)(u_left.p[ux_i_x2e12 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e32 = (float16)(u_left.p[ux_i_x2e13 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e33 = (float16)(u_left.p[ux_i_x2e14 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e34 = (float16)(u_left.p[ux_i_x2e15 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e35 = (float16)(u_left.p[ux_i_x2e16 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e36 = (float16)(u_left.p[ux_i_x2e17 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e37 = (float16)(u_left.p[ux_i_x2e18 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20]; float16 ux_product_x2e38 = (float16)(u_left.p[ux_i_x2e19 * u_left.s0 + ux_k_x2e30]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20];
                        ux_sum_x2e21 += ux_product_x2e31 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e22 += ux_product_x2e32 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e23 += ux_product_x2e33 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e24 += ux_product_x2e34 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e25 += ux_product_x2e35 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e26 += ux_product_x2e36 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e27 += ux_product_x2e37 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e28 += ux_product_x2e38 + convert_float16((int16)(ux_j_x2e20) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

                        if (ux_k_x2e30 > 7) { ampc_ahead(&u_right.p[(ux_k_x2e30 + 64) * u_right.s0 + ux_j_x2e20], 0), ampc_ahead(&u_right.p[(ux_k_x2e30 + 64) * u_right.s0 + ux_j_x2e20], 63); float16 ux_v_x2e40; for (int ux_lane_x2e39 = 0; ux_lane_x2e39 < 16; ux_lane_x2e39++) ((float *)&ux_v_x2e40)[ux_lane_x2e39] = u_left.p[(ux_j_x2e20 + ux_lane_x2e39) * u_left.s0 + ux_k_x2e30]; ux_most_x2e29 += *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e30 * u_right.s0 + ux_j_x2e20] * ux_v_x2e40; }
#line 17 "tests/codegen/blocks.ampc"
                    } }
#line 22 "tests/codegen/blocks.ampc"
            }
            *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e21 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e5 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e22 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e6 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e23 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e7 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e24 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e8 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e25 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e9 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e26 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e10 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e27 - ux_most_x2e29; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e11 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e28 - ux_most_x2e29;
        }
            }
#else
            for (int ampc_part = 0; ampc_part < 8; ampc_part += 4, ux_i_x2e1 += 4)
            {
#line 14 "tests/codegen/blocks.ampc"
        int ux_i_x2e1_x2e89 = ux_i_x2e1 + 1; int ux_i_x2e1_x2e90 = ux_i_x2e1 + 2; int ux_i_x2e1_x2e91 = ux_i_x2e1 + 3; {
            int ux_i_x2e92 = ux_i_x2e1; int ux_i_x2e93 = ux_i_x2e1_x2e89; int ux_i_x2e94 = ux_i_x2e1_x2e90; int ux_i_x2e95 = ux_i_x2e1_x2e91; int ux_j_x2e96 = ux_j_x2e2;
            float16 ux_sum_x2e97 = (float16)(0.0f); float16 ux_sum_x2e98 = (float16)(0.0f); float16 ux_sum_x2e99 = (float16)(0.0f); float16 ux_sum_x2e100 = (float16)(0.0f); float16 ux_most_x2e101 = (float16)(0.0f);
            { int ux_k_x2e102 = 0;
#line 21 "tests/codegen/blocks.ampc"
                for (; ux_k_x2e102 < u_w; ux_k_x2e102++) {
#line 17 "tests/codegen/blocks.ampc"
                    {
                        ampc_ahead(&u_right.p[(ux_k_x2e102 + 64) * u_right.s0 + ux_j_x2e96], 0), ampc_ahead(&u_right.p[(ux_k_x2e102 + 64) * u_right.s0 + ux_j_x2e96], 63); float16 ux_product_x2e103 = (float16)(u_left.p[ux_i_x2e92 * u_left.s0 + ux_k_x2e102]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e102 * u_right.s0 + ux_j_x2e96]; float16 ux_product_x2e104 = (float16)(u_left.p[ux_i_x2e93 * u_left.s0 + ux_k_x2e102]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e102 * u_right.s0 + ux_j_x2e96]; float16 ux_product_x2e105 = (float16)(u_left.p[ux_i_x2e94 * u_left.s0 + ux_k_x2e102]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e102 * u_right.s0 + ux_j_x2e96]; float16 ux_product_x2e106 = (float16)(u_left.p[ux_i_x2e95 * u_left.s0 + ux_k_x2e102]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e102 * u_right.s0 + ux_j_x2e96];
                        ux_sum_x2e97 += ux_product_x2e103 + convert_float16((int16)(ux_j_x2e96) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e98 += ux_product_x2e104 + convert_float16((int16)(ux_j_x2e96) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e99 += ux_product_x2e105 + convert_float16((int16)(ux_j_x2e96) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e100 += ux_product_x2e106 + convert_float16((int16)(ux_j_x2e96) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

                        if (ux_k_x2e102 > 7) { ampc_ahead(&u_right.p[(ux_k_x2e102 + 64) * u_right.s0 + ux_j_x2e96], 0), ampc_ahead(&u_right.p[(ux_k_x2e102 + 64) * u_right.s0 + ux_j_x2e96], 63); float16 ux_v_x2e108; for (int ux_lane_x2e107 = 0; ux_lane_x2e107 < 16; ux_lane_x2e107++) ((float *)&ux_v_x2e108)[ux_lane_x2e107] = u_left.p[(ux_j_x2e96 + ux_lane_x2e107) * u_left.s0 + ux_k_x2e102]; ux_most_x2e101 += *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e102 * u_right.s0 + ux_j_x2e96] * ux_v_x2e108; }
#line 17 "tests/codegen/blocks.ampc"
                    } }
#line 22 "tests/codegen/blocks.ampc"
            }
            *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e97 - ux_most_x2e101; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e89 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e98 - ux_most_x2e101; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e90 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e99 - ux_most_x2e101; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1_x2e91 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e100 - ux_most_x2e101;
        }
            }
#endif
        } else if (!ampc_one) {
            const long ampc_end = min((long)ampc_extent.c[1], ampc_1 + 16);
            for (long ampc_at = ampc_1; ampc_at < ampc_end; ampc_at += 16)
            {
            int ux_j_x2e2 = (int)ampc_at, ux_count_x2e41 = (int)min(ampc_end - ampc_at, 16L);
            int ux_i_x2e1 = (int)ampc_0, ampc_rows = (int)min(ampc_extent.c[0] - ampc_0, (long)8) + ux_i_x2e1;
            for (; ux_i_x2e1 <= ampc_rows - 4; ux_i_x2e1 += 4)
            {
#line 14 "tests/codegen/blocks.ampc"
        int ux_i_x2e1_x2e140 = ux_i_x2e1 + 1; int ux_i_x2e1_x2e141 = ux_i_x2e1 + 2; int ux_i_x2e1_x2e142 = ux_i_x2e1 + 3; int16 ux_v_x2e143 = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(ux_count_x2e41); {
            int ux_i_x2e144 = ux_i_x2e1; int ux_i_x2e145 = ux_i_x2e1_x2e140; int ux_i_x2e146 = ux_i_x2e1_x2e141; int ux_i_x2e147 = ux_i_x2e1_x2e142; int ux_j_x2e148 = ux_j_x2e2;
            float16 ux_sum_x2e149 = (float16)(0.0f); float16 ux_sum_x2e150 = (float16)(0.0f); float16 ux_sum_x2e151 = (float16)(0.0f); float16 ux_sum_x2e152 = (float16)(0.0f); float16 ux_most_x2e153 = (float16)(0.0f);
            { int ux_k_x2e154 = 0;
#line 21 "tests/codegen/blocks.ampc"
                for (; ux_k_x2e154 < u_w; ux_k_x2e154++) {
#line 17 "tests/codegen/blocks.ampc"
                    {
                        ampc_ahead(&u_right.p[(ux_k_x2e154 + 64) * u_right.s0 + ux_j_x2e148], 0), ampc_ahead(&u_right.p[(ux_k_x2e154 + 64) * u_right.s0 + ux_j_x2e148], 63); float16 ux_v_x2e155 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e154 * u_right.s0 + ux_j_x2e148], ux_count_x2e41); float16 ux_product_x2e156 = (float16)(u_left.p[ux_i_x2e144 * u_left.s0 + ux_k_x2e154]) * ux_v_x2e155; float16 ux_v_x2e157 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e154 * u_right.s0 + ux_j_x2e148], ux_count_x2e41); float16 ux_product_x2e158 = (float16)(u_left.p[ux_i_x2e145 * u_left.s0 + ux_k_x2e154]) * ux_v_x2e157; float16 ux_v_x2e159 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e154 * u_right.s0 + ux_j_x2e148], ux_count_x2e41); float16 ux_product_x2e160 = (float16)(u_left.p[ux_i_x2e146 * u_left.s0 + ux_k_x2e154]) * ux_v_x2e159; float16 ux_v_x2e161 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e154 * u_right.s0 + ux_j_x2e148], ux_count_x2e41); float16 ux_product_x2e162 = (float16)(u_left.p[ux_i_x2e147 * u_left.s0 + ux_k_x2e154]) * ux_v_x2e161;
                        ux_sum_x2e149 += ux_product_x2e156 + convert_float16((int16)(ux_j_x2e148) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e150 += ux_product_x2e158 + convert_float16((int16)(ux_j_x2e148) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e151 += ux_product_x2e160 + convert_float16((int16)(ux_j_x2e148) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e152 += ux_product_x2e162 + convert_float16((int16)(ux_j_x2e148) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

                        if (ux_k_x2e154 > 7) { ampc_ahead(&u_right.p[(ux_k_x2e154 + 64) * u_right.s0 + ux_j_x2e148], 0), ampc_ahead(&u_right.p[(ux_k_x2e154 + 64) * u_right.s0 + ux_j_x2e148], 63); float16 ux_v_x2e163 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e154 * u_right.s0 + ux_j_x2e148], ux_count_x2e41); float16 ux_v_x2e165 = (float16)(0.0f); for (int ux_lane_x2e164 = 0; ux_lane_x2e164 < 16; ux_lane_x2e164++) if (((int *)&ux_v_x2e143)[ux_lane_x2e164]) ((float *)&ux_v_x2e165)[ux_lane_x2e164] = u_left.p[(ux_j_x2e148 + ux_lane_x2e164) * u_left.s0 + ux_k_x2e154]; ux_most_x2e153 += ux_v_x2e163 * ux_v_x2e165; }
#line 17 "tests/codegen/blocks.ampc"
                    } }
#line 22 "tests/codegen/blocks.ampc"
            }
            ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e149 - ux_most_x2e153); ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1_x2e140 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e150 - ux_most_x2e153); ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1_x2e141 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e151 - ux_most_x2e153); ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1_x2e142 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e152 - ux_most_x2e153);
        }
            }
            for (; ux_i_x2e1 <= ampc_rows - 2; ux_i_x2e1 += 2)
            {
#line 14 "tests/codegen/blocks.ampc"
        int ux_i_x2e1_x2e124 = ux_i_x2e1 + 1; int16 ux_v_x2e125 = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(ux_count_x2e41); {
            int ux_i_x2e126 = ux_i_x2e1; int ux_i_x2e127 = ux_i_x2e1_x2e124; int ux_j_x2e128 = ux_j_x2e2;
            float16 ux_sum_x2e129 = (float16)(0.0f); float16 ux_sum_x2e130 = (float16)(0.0f); float16 ux_most_x2e131 = (float16)(0.0f);
            { int ux_k_x2e132 = 0;
#line 21 "tests/codegen/blocks.ampc"
                for (; ux_k_x2e132 < u_w; ux_k_x2e132++) {
#line 17 "tests/codegen/blocks.ampc"
                    {
                        ampc_ahead(&u_right.p[(ux_k_x2e132 + 64) * u_right.s0 + ux_j_x2e128], 0), ampc_ahead(&u_right.p[(ux_k_x2e132 + 64) * u_right.s0 + ux_j_x2e128], 63); float16 ux_v_x2e133 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e132 * u_right.s0 + ux_j_x2e128], ux_count_x2e41); float16 ux_product_x2e134 = (float16)(u_left.p[ux_i_x2e126 * u_left.s0 + ux_k_x2e132]) * ux_v_x2e133; float16 ux_v_x2e135 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e132 * u_right.s0 + ux_j_x2e128], ux_count_x2e41); float16 ux_product_x2e136 = (float16)(u_left.p[ux_i_x2e127 * u_left.s0 + ux_k_x2e132]) * ux_v_x2e135;
                        ux_sum_x2e129 += ux_product_x2e134 + convert_float16((int16)(ux_j_x2e128) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e130 += ux_product_x2e136 + convert_float16((int16)(ux_j_x2e128) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

                        if (ux_k_x2e132 > 7) { ampc_ahead(&u_right.p[(ux_k_x2e132 + 64) * u_right.s0 + ux_j_x2e128], 0), ampc_ahead(&u_right.p[(ux_k_x2e132 + 64) * u_right.s0 + ux_j_x2e128], 63); float16 ux_v_x2e137 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e132 * u_right.s0 + ux_j_x2e128], ux_count_x2e41); float16 ux_v_x2e139 = (float16)(0.0f); for (int ux_lane_x2e138 = 0; ux_lane_x2e138 < 16; ux_lane_x2e138++) if (((int *)&ux_v_x2e125)[ux_lane_x2e138]) ((float *)&ux_v_x2e139)[ux_lane_x2e138] = u_left.p[(ux_j_x2e128 + ux_lane_x2e138) * u_left.s0 + ux_k_x2e132]; ux_most_x2e131 += ux_v_x2e137 * ux_v_x2e139; }
#line 17 "tests/codegen/blocks.ampc"
                    } }
#line 22 "tests/codegen/blocks.ampc"
            }
            ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e129 - ux_most_x2e131); ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1_x2e124 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e130 - ux_most_x2e131);
        }
            }
            if (ampc_extent.c[0] - ampc_0 < 8 && ampc_extent.c[1] - ampc_at / 64 * 64 >= 64) {
            for (; ux_i_x2e1 < ampc_rows; ux_i_x2e1++)
            if (ampc_at % 64 == 0)
            {
#line 14 "tests/codegen/blocks.ampc"
        int ux_j_x2e2_x2e166 = ux_j_x2e2 + 16; int ux_j_x2e2_x2e167 = ux_j_x2e2 + 32; int ux_j_x2e2_x2e168 = ux_j_x2e2 + 48; {
            int ux_i_x2e169 = ux_i_x2e1; int ux_j_x2e170 = ux_j_x2e2; int ux_j_x2e171 = ux_j_x2e2_x2e166; int ux_j_x2e172 = ux_j_x2e2_x2e167; int ux_j_x2e173 = ux_j_x2e2_x2e168;
            float16 ux_sum_x2e174 = (float16)(0.0f); float16 ux_sum_x2e175 = (float16)(0.0f); float16 ux_sum_x2e176 = (float16)(0.0f); float16 ux_sum_x2e177 = (float16)(0.0f); float16 ux_most_x2e178 = (float16)(0.0f); float16 ux_most_x2e179 = (float16)(0.0f); float16 ux_most_x2e180 = (float16)(0.0f); float16 ux_most_x2e181 = (float16)(0.0f);
            { int ux_k_x2e182 = 0;
#line 21 "tests/codegen/blocks.ampc"
                for (; ux_k_x2e182 < u_w; ux_k_x2e182++) {
#line 17 "tests/codegen/blocks.ampc"
                    {
                        ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e170], 0); float16 ux_product_x2e183 = (float16)(u_left.p[ux_i_x2e169 * u_left.s0 + ux_k_x2e182]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e170]; ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e171], 0); float16 ux_product_x2e184 = (float16)(u_left.p[ux_i_x2e169 * u_left.s0 + ux_k_x2e182]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e171]; ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e172], 0); float16 ux_product_x2e185 = (float16)(u_left.p[ux_i_x2e169 * u_left.s0 + ux_k_x2e182]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e172]; ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e173], 0), ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e173], 63); float16 ux_product_x2e186 = (float16)(u_left.p[ux_i_x2e169 * u_left.s0 + ux_k_x2e182]) * *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e173];
                        ux_sum_x2e174 += ux_product_x2e183 + convert_float16((int16)(ux_j_x2e170) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e175 += ux_product_x2e184 + convert_float16((int16)(ux_j_x2e171) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e176 += ux_product_x2e185 + convert_float16((int16)(ux_j_x2e172) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)); ux_sum_x2e177 += ux_product_x2e186 + convert_float16((int16)(ux_j_x2e173) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

                        if (ux_k_x2e182 > 7) { ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e170], 0); float16 ux_v_x2e188; for (int ux_lane_x2e187 = 0; ux_lane_x2e187 < 16; ux_lane_x2e187++) ((float *)&ux_v_x2e188)[ux_lane_x2e187] = u_left.p[(ux_j_x2e170 + ux_lane_x2e187) * u_left.s0 + ux_k_x2e182]; ux_most_x2e178 += *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e170] * ux_v_x2e188; ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e171], 0); float16 ux_v_x2e190; for (int ux_lane_x2e189 = 0; ux_lane_x2e189 < 16; ux_lane_x2e189++) ((float *)&ux_v_x2e190)[ux_lane_x2e189] = u_left.p[(ux_j_x2e171 + ux_lane_x2e189) * u_left.s0 + ux_k_x2e182]; ux_most_x2e179 += *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e171] * ux_v_x2e190; ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e172], 0); float16 ux_v_x2e192; for (int ux_lane_x2e191 = 0; ux_lane_x2e191 < 16; ux_lane_x2e191++) ((float *)&ux_v_x2e192)[ux_lane_x2e191] = u_left.p[(ux_j_x2e172 + ux_lane_x2e191) * u_left.s0 + ux_k_x2e182]; ux_most_x2e180 += *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e172] * ux_v_x2e192; ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e173], 0), ampc_ahead(&u_right.p[(ux_k_x2e182 + 64) * u_right.s0 + ux_j_x2e173], 63); float16 ux_v_x2e194; for (int ux_lane_x2e193 = 0; ux_lane_x2e193 < 16; ux_lane_x2e193++) ((float *)&ux_v_x2e194)[ux_lane_x2e193] = u_left.p[(ux_j_x2e173 + ux_lane_x2e193) * u_left.s0 + ux_k_x2e182]; ux_most_x2e181 += *(__global ampc_lanes_float *)&u_right.p[ux_k_x2e182 * u_right.s0 + ux_j_x2e173] * ux_v_x2e194; }
#line 17 "tests/codegen/blocks.ampc"
                    } }
#line 22 "tests/codegen/blocks.ampc"
            }
            *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2] = ux_sum_x2e174 - ux_most_x2e178; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2_x2e166] = ux_sum_x2e175 - ux_most_x2e179; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2_x2e167] = ux_sum_x2e176 - ux_most_x2e180; *(__global ampc_lanes_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2_x2e168] = ux_sum_x2e177 - ux_most_x2e181;
        }
            }
            }
            for (; ux_i_x2e1 <= ampc_rows - 1; ux_i_x2e1 += 1)
            {
#line 14 "tests/codegen/blocks.ampc"
        int16 ux_v_x2e42 = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(ux_count_x2e41); {
            int ux_i_x2e43 = ux_i_x2e1; int ux_j_x2e44 = ux_j_x2e2;
            float16 ux_sum_x2e45 = (float16)(0.0f); float16 ux_most_x2e46 = (float16)(0.0f);
            { int ux_k_x2e47 = 0;
#line 21 "tests/codegen/blocks.ampc"
                for (; ux_k_x2e47 < u_w; ux_k_x2e47++) {
#line 17 "tests/codegen/blocks.ampc"
                    {
                        ampc_ahead(&u_right.p[(ux_k_x2e47 + 64) * u_right.s0 + ux_j_x2e44], 0), ampc_ahead(&u_right.p[(ux_k_x2e47 + 64) * u_right.s0 + ux_j_x2e44], 63); float16 ux_v_x2e48 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e47 * u_right.s0 + ux_j_x2e44], ux_count_x2e41); float16 ux_product_x2e49 = (float16)(u_left.p[ux_i_x2e43 * u_left.s0 + ux_k_x2e47]) * ux_v_x2e48;
                        ux_sum_x2e45 += ux_product_x2e49 + convert_float16((int16)(ux_j_x2e44) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

                        if (ux_k_x2e47 > 7) { ampc_ahead(&u_right.p[(ux_k_x2e47 + 64) * u_right.s0 + ux_j_x2e44], 0), ampc_ahead(&u_right.p[(ux_k_x2e47 + 64) * u_right.s0 + ux_j_x2e44], 63); float16 ux_v_x2e50 = ampc_some_float((__global ampc_some1_float *)&u_right.p[ux_k_x2e47 * u_right.s0 + ux_j_x2e44], ux_count_x2e41); float16 ux_v_x2e52 = (float16)(0.0f); for (int ux_lane_x2e51 = 0; ux_lane_x2e51 < 16; ux_lane_x2e51++) if (((int *)&ux_v_x2e42)[ux_lane_x2e51]) ((float *)&ux_v_x2e52)[ux_lane_x2e51] = u_left.p[(ux_j_x2e44 + ux_lane_x2e51) * u_left.s0 + ux_k_x2e47]; ux_most_x2e46 += ux_v_x2e50 * ux_v_x2e52; }
#line 17 "tests/codegen/blocks.ampc"
                    } }
#line 22 "tests/codegen/blocks.ampc"
            }
            ampc_put_float((__global ampc_some1_float *)&u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2], ux_count_x2e41, ux_sum_x2e45 - ux_most_x2e46);
        }
            }
            }
        } else {
            for (int ux_i_x2e1 = (int)ampc_0; ux_i_x2e1 < ampc_extent.c[0] && ux_i_x2e1 - ampc_0 < (ampc_one ? 1 : 8); ux_i_x2e1++)
            for (int ux_j_x2e2 = (int)ampc_1; ux_j_x2e2 < ampc_extent.c[1] && ux_j_x2e2 - ampc_1 < (ampc_one ? 1 : 16); ux_j_x2e2++)
            {
#line 15 "tests/codegen/blocks.ampc"
        int u_i = ux_i_x2e1; int u_j = ux_j_x2e2;
        float u_sum = 0.0f; float u_most = 0.0f;
        for (int u_k = 0; u_k < u_w; u_k++) {
            float u_product = u_left.p[u_i * u_left.s0 + u_k] * u_right.p[u_k * u_right.s0 + u_j];
            u_sum += u_product + (float)u_j;
            if (u_k > 7)
                u_most += u_right.p[u_k * u_right.s0 + u_j] * u_left.p[u_j * u_left.s0 + u_k];
        }
        u_out.p[ux_i_x2e1 * u_out.s0 + ux_j_x2e2] = u_sum - u_most;
            }
        }
    }
#else
    {
#line 15 "tests/codegen/blocks.ampc"
        int u_i = u_at.c[0]; int u_j = u_at.c[1];
        float u_sum = 0.0f; float u_most = 0.0f;
        for (int u_k = 0; u_k < u_w; u_k++) {
            float u_product = u_left.p[u_i * u_left.s0 + u_k] * u_right.p[u_k * u_right.s0 + u_j];
            u_sum += u_product + (float)u_j;
            if (u_k > 7)
                u_most += u_right.p[u_k * u_right.s0 + u_j] * u_left.p[u_j * u_left.s0 + u_k];
        }
        u_out.p[u_at.c[0] * u_out.s0 + u_at.c[1]] = u_sum - u_most;
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_run_25
#ifdef AMPC_DENSE
__kernel AMPC_GROUP void run_25(AMPC_SHAPES(4) ampc_shapes, __global char *AMPC_ALONE base_points, int u_w, __global char *base_right)
{
    struct ampc_index1 ampc_extent = {{AMPC_SHAPE(0)}};
    struct ampc_arg1 arg_points = {0, {0}, {AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_right = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
__kernel AMPC_GROUP void run_25(struct ampc_index1 ampc_extent, __global char *base_points, struct ampc_arg1 arg_points, int u_w, __global char *base_right, struct ampc_arg2 arg_right)
{
#endif
#if !defined AMPC_BLOCKS && !defined AMPC_COVER
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
#endif
    struct ampc_view1_u_point u_points = ampc_make_view1_u_point(base_points, arg_points);
    struct ampc_view2_float u_right = ampc_make_view2_float(base_right, arg_right);
#ifdef AMPC_E2_0
    u_right.e.c[0] = AMPC_E2_0;
#endif
#ifdef AMPC_E2_1
    u_right.e.c[1] = AMPC_E2_1;
    u_right.s0 = AMPC_E2_1;
#endif
#ifdef AMPC_COVER
    __local float ampc_b0[AMPC_BUFFERS][AMPC_CHUNK][1] __attribute__((aligned(16)));
    {
        const int ampc_t = (int)get_local_id(0), ampc_x = ampc_t % AMPC_ACROSS, ampc_y = ampc_t / AMPC_ACROSS;
        const int ampc_i = (int)get_group_id(1) * AMPC_HIGH, ampc_j = (int)get_group_id(0) * AMPC_WIDTH;
        const int ampc_live = ampc_y == 0 && ampc_j + AMPC_COLUMN(0) < ampc_extent.c[0];
        int ux_i_x2e226[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_i_x2e226[ampc_c] = ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[0] ? ampc_j + AMPC_COLUMN(ampc_c) : ampc_j + AMPC_COLUMN(0);
#line 26 "tests/codegen/blocks.ampc"
        struct u_point u_me[AMPC_COLUMNS] = {0}; if (ampc_live) AMPC_EACH(ampc_c, AMPC_COLUMNS) { struct u_point ampc_v = u_points.p[ux_i_x2e226[ampc_c]]; u_me[ampc_c] = ampc_v; }
        {
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            const int ampc_first = (int)0, ampc_last = u_w;
            const uint ampc_end = (uint)ampc_last;
            uint ampc_rest = ampc_first < ampc_last ? ampc_end - (uint)ampc_first : 0;
            int ampc_now = 0;
            int ampc_units = 1;
            #if AMPC_UNIT > 1
            #endif
            #ifndef AMPC_ASYNC
            float ampc_f0[AMPC_AHEAD][AMPC_UNITS(1, 1)][1];
            #endif
            AMPC_EACH_SET {
                const int ampc_to = ampc_s, ampc_left = ampc_rest > (uint)(ampc_s * AMPC_CHUNK) ? (int)min(ampc_rest - (uint)(ampc_s * AMPC_CHUNK), (uint)AMPC_CHUNK) : 0;
                const int ampc_from = (int)(ampc_end - ampc_rest + (uint)(ampc_s * AMPC_CHUNK));
                {
                    AMPC_EACH(ampc_n, AMPC_UNITS(1, 1)) AMPC_EACH(ampc_q, 1) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                        const int ampc_l = ampc_e / 1;
                        const int u_k = ampc_from + ampc_l;
#line 28 "tests/codegen/blocks.ampc"
                        if ((1 * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < 1 * AMPC_CHUNK)) { AMPC_ONE(ampc_f0[ampc_s][ampc_n][ampc_q], ampc_b0[ampc_to][ampc_l][ampc_e % 1], ampc_l < ampc_left, u_right.p[u_k * u_right.s0 + 0]) }
                    }
                }
                AMPC_SEND;
            }
            #ifndef AMPC_ASYNC
            AMPC_EACH(ampc_n, AMPC_UNITS(1, 1)) AMPC_EACH(ampc_q, 1) {
                const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                if ((1 * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < 1 * AMPC_CHUNK)) ampc_b0[ampc_now][ampc_e / 1][ampc_e % 1] = ampc_f0[0][ampc_n][ampc_q];
            }
            #endif
            for (; ampc_rest >= AMPC_STEP * AMPC_CHUNK;) AMPC_EACH_STEP {
                AMPC_COME(AMPC_ASYNC); barrier(CLK_LOCAL_MEM_FENCE);
                {
                    const int ampc_to = AMPC_LATER(AMPC_AHEAD), ampc_left = ampc_rest > (uint)(AMPC_AHEAD * AMPC_CHUNK) ? (int)min(ampc_rest - (uint)(AMPC_AHEAD * AMPC_CHUNK), (uint)AMPC_CHUNK) : 0;
                    const int ampc_from = (int)(ampc_end - ampc_rest + (uint)(AMPC_AHEAD * AMPC_CHUNK));
                    {
                        AMPC_EACH(ampc_n, AMPC_UNITS(1, 1)) AMPC_EACH(ampc_q, 1) {
                            const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                            const int ampc_l = ampc_e / 1;
                            const int u_k = ampc_from + ampc_l;
#line 28 "tests/codegen/blocks.ampc"
                            if ((1 * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < 1 * AMPC_CHUNK)) { AMPC_ONE(ampc_f0[ampc_s][ampc_n][ampc_q], ampc_b0[ampc_to][ampc_l][ampc_e % 1], ampc_l < ampc_left, u_right.p[u_k * u_right.s0 + 0]) }
                        }
                    }
                    AMPC_SEND;
                }
                if (ampc_live) AMPC_EACH_ROUND {
                    const int u_k = (int)(ampc_end - ampc_rest) + ampc_l;
                    float ampc_p0;
                    ampc_p0 = ampc_b0[ampc_now][ampc_l][0];
#line 28 "tests/codegen/blocks.ampc"
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) u_me[ampc_c].u_x += u_me[ampc_c].u_y * ampc_p0;
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) u_me[ampc_c].u_y -= u_me[ampc_c].u_x;
                }
                ampc_now = AMPC_LATER(1);
                #ifndef AMPC_ASYNC
                AMPC_EACH(ampc_n, AMPC_UNITS(1, 1)) AMPC_EACH(ampc_q, 1) {
                    const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                    if ((1 * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < 1 * AMPC_CHUNK)) ampc_b0[ampc_now][ampc_e / 1][ampc_e % 1] = ampc_f0[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                }
                #endif
                ampc_rest -= min(ampc_rest, (uint)AMPC_CHUNK);
            }
            AMPC_EACH_STEP {
                AMPC_COME(AMPC_ASYNC); barrier(CLK_LOCAL_MEM_FENCE);
                if (ampc_live) for (int ampc_l = 0; ampc_l < (int)min(ampc_rest, (uint)AMPC_CHUNK); ampc_l++) {
                    const int u_k = (int)(ampc_end - ampc_rest) + ampc_l;
                    float ampc_p0;
                    ampc_p0 = ampc_b0[ampc_now][ampc_l][0];
#line 28 "tests/codegen/blocks.ampc"
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) u_me[ampc_c].u_x += u_me[ampc_c].u_y * ampc_p0;
                    AMPC_EACH(ampc_c, AMPC_COLUMNS) u_me[ampc_c].u_y -= u_me[ampc_c].u_x;
                }
                if (ampc_s + 1 < AMPC_STEP) {
                    ampc_now = AMPC_LATER(1);
                    #ifndef AMPC_ASYNC
                    AMPC_EACH(ampc_n, AMPC_UNITS(1, 1)) AMPC_EACH(ampc_q, 1) {
                        const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * 1 + ampc_q;
                        if ((1 * AMPC_CHUNK % (AMPC_THREADS * 1) == 0 || ampc_e < 1 * AMPC_CHUNK)) ampc_b0[ampc_now][ampc_e / 1][ampc_e % 1] = ampc_f0[(ampc_s + 1) % AMPC_AHEAD][ampc_n][ampc_q];
                    }
                    #endif
                    ampc_rest -= min(ampc_rest, (uint)AMPC_CHUNK);
                }
            }
            AMPC_COME(0); barrier(CLK_LOCAL_MEM_FENCE);
        }
        {
            struct u_point ampc_v[AMPC_COLUMNS] = {0};
#line 31 "tests/codegen/blocks.ampc"
            AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_c] = u_me[ampc_c]; AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_y == 0 && ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[0]) u_points.p[ux_i_x2e226[ampc_c]] = ampc_v[ampc_c];
        }
    }
#elif defined AMPC_BLOCKS
    {
#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#endif
        int ampc_one = get_global_size(0) >= (size_t)ampc_extent.c[0];
        long ampc_0 = (long)get_global_id(0) * (ampc_one ? 1 : 32);
        if (ampc_0 >= ampc_extent.c[0])
            return;
        int ampc_all = !ampc_one && ampc_extent.c[0] - ampc_0 >= 32, ux_outside_x2e198;
        ux_outside_x2e198 = !ampc_all;
        if (!ux_outside_x2e198) {
            int ux_i_x2e197 = (int)ampc_0;
            {
#line 25 "tests/codegen/blocks.ampc"
        int ux_i_x2e197_x2e200 = ux_i_x2e197 + 16; {
            float16 ux_v_x2e201 = ampc_gather_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_x, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); float16 ux_x_x2e195_x2e202 = ux_v_x2e201; float16 ux_v_x2e203 = ampc_gather_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197_x2e200].u_x, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); float16 ux_x_x2e195_x2e204 = ux_v_x2e203; float16 ux_v_x2e205 = ampc_gather_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_y, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); float16 ux_y_x2e196_x2e206 = ux_v_x2e205; float16 ux_v_x2e207 = ampc_gather_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197_x2e200].u_y, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1)); float16 ux_y_x2e196_x2e208 = ux_v_x2e207;
            { int ux_k_x2e209 = 0;

                for (; ux_k_x2e209 < u_w; ux_k_x2e209++) {
#line 27 "tests/codegen/blocks.ampc"
                    {
                        ux_x_x2e195_x2e202 += ux_y_x2e196_x2e206 * (float16)(u_right.p[ux_k_x2e209 * u_right.s0 + 0]); ux_x_x2e195_x2e204 += ux_y_x2e196_x2e208 * (float16)(u_right.p[ux_k_x2e209 * u_right.s0 + 0]);
                        ux_y_x2e196_x2e206 -= ux_x_x2e195_x2e202; ux_y_x2e196_x2e208 -= ux_x_x2e195_x2e204;
#line 27 "tests/codegen/blocks.ampc"
                    } }


            }
            ampc_scatter_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_x, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_x_x2e195_x2e202); ampc_scatter_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197_x2e200].u_x, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_x_x2e195_x2e204); ampc_scatter_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_y, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_y_x2e196_x2e206); ampc_scatter_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197_x2e200].u_y, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), (int16)(-1), ux_y_x2e196_x2e208);
        }
            }
        } else if (!ampc_one) {
            const long ampc_end = min((long)ampc_extent.c[0], ampc_0 + 32);
            for (long ampc_at = ampc_0; ampc_at < ampc_end; ampc_at += 16)
            {
            int ux_i_x2e197 = (int)ampc_at, ux_count_x2e210 = (int)min(ampc_end - ampc_at, 16L);
            {
#line 25 "tests/codegen/blocks.ampc"
        int16 ux_v_x2e211 = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int16)(ux_count_x2e210); {
            float16 ux_v_x2e212 = ampc_gather_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_x, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), ux_v_x2e211); float16 ux_x_x2e195_x2e213 = ux_v_x2e212; float16 ux_v_x2e214 = ampc_gather_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_y, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), ux_v_x2e211); float16 ux_y_x2e196_x2e215 = ux_v_x2e214;
            { int ux_k_x2e216 = 0;

                for (; ux_k_x2e216 < u_w; ux_k_x2e216++) {
#line 27 "tests/codegen/blocks.ampc"
                    {
                        ux_x_x2e195_x2e213 += ux_y_x2e196_x2e215 * (float16)(u_right.p[ux_k_x2e216 * u_right.s0 + 0]);
                        ux_y_x2e196_x2e215 -= ux_x_x2e195_x2e213;
#line 27 "tests/codegen/blocks.ampc"
                    } }


            }
            ampc_scatter_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_x, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), ux_v_x2e211, ux_x_x2e195_x2e213); ampc_scatter_float((__global ampc_some1_float *)&u_points.p[ux_i_x2e197].u_y, (int16)(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), ux_v_x2e211, ux_y_x2e196_x2e215);
        }
            }
            }
        } else {
            for (int ux_i_x2e197 = (int)ampc_0; ux_i_x2e197 < ampc_extent.c[0] && ux_i_x2e197 - ampc_0 < (ampc_one ? 1 : 32); ux_i_x2e197++)
            {
#line 26 "tests/codegen/blocks.ampc"
        float ux_x_x2e195 = u_points.p[ux_i_x2e197].u_x; float ux_y_x2e196 = u_points.p[ux_i_x2e197].u_y;
        for (int u_k = 0; u_k < u_w; u_k++) {
            ux_x_x2e195 += ux_y_x2e196 * u_right.p[u_k * u_right.s0 + 0];
            ux_y_x2e196 -= ux_x_x2e195;
        }
        u_points.p[ux_i_x2e197].u_x = ux_x_x2e195; u_points.p[ux_i_x2e197].u_y = ux_y_x2e196;
            }
        }
    }
#else
    {
#line 26 "tests/codegen/blocks.ampc"
        struct u_point u_me = u_points.p[u_i.c[0]];
        for (int u_k = 0; u_k < u_w; u_k++) {
            u_me.u_x += u_me.u_y * u_right.p[u_k * u_right.s0 + 0];
            u_me.u_y -= u_me.u_x;
        }
        u_points.p[u_i.c[0]] = u_me;
    }
#endif
}
#endif

#if !defined AMPC_ONLY || defined AMPC_ONLY_run_33
#ifdef AMPC_DENSE
__kernel AMPC_GROUP void run_33(AMPC_SHAPES(4) ampc_shapes, __global char *AMPC_ALONE base_out)
{
    struct ampc_index2 ampc_extent = {{AMPC_SHAPE(0), AMPC_SHAPE(1)}};
    struct ampc_arg2 arg_out = {0, {0}, {AMPC_SHAPE(2), AMPC_SHAPE(3)}};
#else
__kernel AMPC_GROUP void run_33(struct ampc_index2 ampc_extent, __global char *base_out, struct ampc_arg2 arg_out)
{
#endif
#if !defined AMPC_COVER
    struct ampc_index2 u_at = {{(int)get_global_id(1), (int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(1) + 1) * get_local_size(1) > (size_t)ampc_extent.c[0] || (get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[1]) (u_at.c[0] >= ampc_extent.c[0] || u_at.c[1] >= ampc_extent.c[1]))
        return;
#endif
    struct ampc_view2_float u_out = ampc_make_view2_float(base_out, arg_out);
#ifdef AMPC_COVER
    {
        const int ampc_t = (int)get_local_id(0), ampc_x = ampc_t % AMPC_ACROSS, ampc_y = ampc_t / AMPC_ACROSS;
        const int ampc_i = (int)get_group_id(1) * AMPC_HIGH, ampc_j = (int)get_group_id(0) * AMPC_WIDTH;
        #if AMPC_UNIT > 1
        const int ampc_united = ((0 | (ulong)u_out.p | 4 * (ulong)u_out.s0) & 15) == 0;
        #else
        const int ampc_united = 1;
        #endif
        if (ampc_united && ampc_j + AMPC_WIDTH <= ampc_extent.c[1] && ampc_i + AMPC_HIGH <= ampc_extent.c[0]) {
            #if AMPC_UNIT > 1
            AMPC_ASSUME((((ulong)u_out.p) & 15) == 0); AMPC_ASSUME(((4 * (ulong)u_out.s0) & 15) == 0); 
            #endif
            int ux_i_x2e228[AMPC_ROWS];
            AMPC_EACH(ampc_r, AMPC_ROWS) ux_i_x2e228[ampc_r] = ampc_i + AMPC_ROW(ampc_r);
            int ux_j_x2e229[AMPC_COLUMNS];
            AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_j_x2e229[ampc_c] = ampc_j + AMPC_COLUMN(ampc_c);
            {
                float ampc_v[AMPC_ROWS][AMPC_COLUMNS];
#line 33 "tests/codegen/blocks.ampc"
                AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_r][ampc_c] = u_out.p[ux_i_x2e228[ampc_r] * u_out.s0 + ux_j_x2e229[ampc_c]] + 1.0f; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) u_out.p[ux_i_x2e228[ampc_r] * u_out.s0 + ux_j_x2e229[ampc_c]] = ampc_v[ampc_r][ampc_c];
            }
            return;
        }
        const int ampc_live = ampc_i + AMPC_ROW(0) < ampc_extent.c[0] && ampc_j + AMPC_COLUMN(0) < ampc_extent.c[1];
        int ux_i_x2e228[AMPC_ROWS];
        AMPC_EACH(ampc_r, AMPC_ROWS) ux_i_x2e228[ampc_r] = ampc_i + AMPC_ROW(ampc_r) < ampc_extent.c[0] ? ampc_i + AMPC_ROW(ampc_r) : ampc_i + AMPC_ROW(0);
        int ux_j_x2e229[AMPC_COLUMNS];
        AMPC_EACH(ampc_c, AMPC_COLUMNS) ux_j_x2e229[ampc_c] = ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[1] ? ampc_j + AMPC_COLUMN(ampc_c) : ampc_j + AMPC_COLUMN(0);
        if (ampc_live) {
            {
                float ampc_v[AMPC_ROWS][AMPC_COLUMNS];
#line 33 "tests/codegen/blocks.ampc"
                AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) ampc_v[ampc_r][ampc_c] = u_out.p[ux_i_x2e228[ampc_r] * u_out.s0 + ux_j_x2e229[ampc_c]] + 1.0f; AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_i + AMPC_ROW(ampc_r) < ampc_extent.c[0] && ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[1]) u_out.p[ux_i_x2e228[ampc_r] * u_out.s0 + ux_j_x2e229[ampc_c]] = ampc_v[ampc_r][ampc_c];
            }
        }
    }
#else
    {
#line 33 "tests/codegen/blocks.ampc"
        u_out.p[u_at.c[0] * u_out.s0 + u_at.c[1]] += 1.0f;
    }
#endif
}
#endif
