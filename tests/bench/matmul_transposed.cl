// matmul_transposed.cl - A B' (nt) and A' B (tn) by hand.
__kernel void naive_nt(__global const float *a, __global const float *b, __global float *c, int n)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i >= n || j >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[j * n + k];
    c[i * n + j] = sum;
}

__kernel void naive_tn(__global const float *a, __global const float *b, __global float *c, int n)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i >= n || j >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k * n + i] * b[k * n + j];
    c[i * n + j] = sum;
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled_nt(__global const float *a, __global const float *b,
                                                                        __global float *c, int n)
{
    __local float ta[TS][TS], tb[TS][TS + 1];
    int row = get_local_id(1), col = get_local_id(0), i = get_global_id(1), j = get_global_id(0), j0 = get_group_id(0) * TS;
    float sum = 0;
    for (int k = 0; k < n; k += TS) {
        ta[row][col] = a[i * n + k + col];
        tb[row][col] = b[(j0 + row) * n + k + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TS; l++)
            sum += ta[row][l] * tb[col][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[i * n + j] = sum;
}

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled_tn(__global const float *a, __global const float *b,
                                                                        __global float *c, int n)
{
    __local float ta[TS][TS], tb[TS][TS];
    int row = get_local_id(1), col = get_local_id(0), i = get_global_id(1), j = get_global_id(0), i0 = get_group_id(1) * TS;
    float sum = 0;
    for (int k = 0; k < n; k += TS) {
        ta[row][col] = a[(k + row) * n + i0 + col];
        tb[row][col] = b[(k + row) * n + j];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TS; l++)
            sum += ta[l][row] * tb[l][col];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[i * n + j] = sum;
}

#ifdef EXPERT
#ifdef GPU

// Blocks of 64 x 64 per group of 16 x 16, as in matmul.cl, with one panel; an operand whose rows run along the sum is transposed on its way in.
// What is read as float4 has to be aligned as one, which an array of float alone is not.
#define BLOCK 64
#define PANEL 16

void along(__local float (*to)[BLOCK + 4], __global const float *restrict p, int at, int k, int n, int t)
{
    float4 v = vload4(0, p + (at + t / 4) * n + k + t % 4 * 4);
    to[t % 4 * 4][t / 4] = v.x;
    to[t % 4 * 4 + 1][t / 4] = v.y;
    to[t % 4 * 4 + 2][t / 4] = v.z;
    to[t % 4 * 4 + 3][t / 4] = v.w;
}

void across(__local float (*to)[BLOCK + 4], __global const float *restrict p, int at, int k, int n, int t)
{
    *(__local float4 *)&to[t / 16][t % 16 * 4] = vload4(0, p + (k + t / 16) * n + at + t % 16 * 4);
}

#define PRODUCT(name, load_a, load_b)                                                                                            \
    __kernel __attribute__((reqd_work_group_size(16, 16, 1))) void name(                                                         \
        __global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)                   \
    {                                                                                                                            \
        __local float ta[2][PANEL][BLOCK + 4] __attribute__((aligned(16)));                                                      \
        __local float tb[2][PANEL][BLOCK + 4] __attribute__((aligned(16)));                                                      \
        int x = get_local_id(0), y = get_local_id(1), t = y * 16 + x;                                                            \
        int i0 = get_group_id(1) * BLOCK, j0 = get_group_id(0) * BLOCK;                                                          \
        float4 s[4] = {0, 0, 0, 0};                                                                                              \
        for (int k = 0, now = 0; k < n; k += PANEL, now ^= 1) {                                                                  \
            load_a(ta[now], a, i0, k, n, t);                                                                                     \
            load_b(tb[now], b, j0, k, n, t);                                                                                     \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
            _Pragma("unroll") for (int l = 0; l < PANEL; l++)                                                                    \
            {                                                                                                                    \
                float4 p = *(__local const float4 *)&ta[now][l][4 * y], q = *(__local const float4 *)&tb[now][l][4 * x];         \
                s[0] += p.x * q;                                                                                                 \
                s[1] += p.y * q;                                                                                                 \
                s[2] += p.z * q;                                                                                                 \
                s[3] += p.w * q;                                                                                                 \
            }                                                                                                                    \
        }                                                                                                                        \
        for (int r = 0; r < 4; r++)                                                                                              \
            vstore4(s[r], 0, c + (i0 + 4 * y + r) * n + j0 + 4 * x);                                                             \
    }

PRODUCT(expert_nt, along, along)
PRODUCT(expert_tn, across, across)

#else

// Rows of both operands meet: 4 x 4 sums in vectors along them.
__kernel void expert_nt(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)
{
    int i = get_global_id(1) * 4, j = get_global_id(0) * 4;
    float16 s[4][4];
#pragma unroll
    for (int r = 0; r < 16; r++)
        s[r / 4][r % 4] = 0;
    for (int k = 0; k < n; k += 16) {
        float16 q[4];
#pragma unroll
        for (int e = 0; e < 4; e++)
            q[e] = vload16(0, b + (j + e) * n + k);
#pragma unroll
        for (int r = 0; r < 4; r++) {
            float16 p = vload16(0, a + (i + r) * n + k);
#pragma unroll
            for (int e = 0; e < 4; e++)
                s[r][e] += p * q[e];
        }
    }
#pragma unroll
    for (int r = 0; r < 16; r++) {
        float8 u = s[r / 4][r % 4].lo + s[r / 4][r % 4].hi;
        float4 v = u.lo + u.hi;
        c[(i + r / 4) * n + j + r % 4] = v.x + v.y + v.z + v.w;
    }
}

__kernel void expert_tn(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)
{
    int i = get_global_id(1) * 8, j = get_global_id(0) * 32;
    float16 s[8][2];
#pragma unroll
    for (int r = 0; r < 8; r++)
        s[r][0] = s[r][1] = 0;
    for (int k = 0; k < n; k++) {
        float16 p = vload16(0, b + k * n + j), q = vload16(0, b + k * n + j + 16);
#pragma unroll
        for (int r = 0; r < 8; r++) {
            float f = a[k * n + i + r];
            s[r][0] += f * p;
            s[r][1] += f * q;
        }
    }
#pragma unroll
    for (int r = 0; r < 8; r++) {
        vstore16(s[r][0], 0, c + (i + r) * n + j);
        vstore16(s[r][1], 0, c + (i + r) * n + j + 16);
    }
}

#endif
#endif
