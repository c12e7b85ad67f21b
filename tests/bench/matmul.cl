// matmul.cl - the matrix product by hand.
__kernel void naive(__global const float *a, __global const float *b, __global float *c, int m, int n, int w)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i >= m || j >= n)
        return;
    float sum = 0;
    for (int k = 0; k < w; k++)
        sum += a[i * w + k] * b[k * n + j];
    c[i * n + j] = sum;
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled(__global const float *a, __global const float *b,
                                                                     __global float *c, int m, int n, int w)
{
    __local float ta[TS][TS], tb[TS][TS];
    int row = get_local_id(1), col = get_local_id(0), i = get_global_id(1), j = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < w; k += TS) {
        ta[row][col] = a[i * w + k + col];
        tb[row][col] = b[(k + row) * n + j];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TS; l++)
            sum += ta[row][l] * tb[l][col];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[i * n + j] = sum;
}

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled_odd(__global const float *a, __global const float *b,
                                                                         __global float *c, int m, int n, int w)
{
    __local float ta[TS][TS], tb[TS][TS];
    int row = get_local_id(1), col = get_local_id(0), i = get_global_id(1), j = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < w; k += TS) {
        ta[row][col] = i < m && k + col < w ? a[i * w + k + col] : 0;
        tb[row][col] = k + row < w && j < n ? b[(k + row) * n + j] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TS; l++)
            sum += ta[row][l] * tb[l][col];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

#ifdef EXPERT
#ifdef GPU

// A group of 16 x 16 threads makes 64 x 64 elements, a thread 4 x 4 of them; panels of 16 in local memory, that of a transposed so that both are
// read as float4; the next panels are on their way to registers meanwhile.
#define BLOCK 64
#define PANEL 16

float4 row4(__global const float *restrict p, int row, int col, int rows, int columns)
{
    __global const float *at = p + row * columns + col;
    if (row >= rows)
        return 0;
    if (col + 3 < columns)
        return vload4(0, at);
    return (float4)(col < columns ? at[0] : 0, col + 1 < columns ? at[1] : 0, col + 2 < columns ? at[2] : 0, 0);
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void expert(__global const float *restrict a,
                                                                      __global const float *restrict b, __global float *restrict c,
                                                                      int m, int n, int w)
{
    __local float ta[2][PANEL][BLOCK + 4] __attribute__((aligned(16)));
    __local float tb[2][PANEL][BLOCK] __attribute__((aligned(16)));
    int x = get_local_id(0), y = get_local_id(1), t = y * 16 + x;
    int i0 = get_group_id(1) * BLOCK, j0 = get_group_id(0) * BLOCK;
    int ar = t / 4, ac = t % 4 * 4, br = t / 16, bc = t % 16 * 4;
    float4 s[4] = {0, 0, 0, 0};
    float4 na = row4(a, i0 + ar, ac, m, w), nb = row4(b, br, j0 + bc, w, n);
    for (int k = 0, now = 0; k < w; k += PANEL, now ^= 1) {
        ta[now][ac][ar] = na.x;
        ta[now][ac + 1][ar] = na.y;
        ta[now][ac + 2][ar] = na.z;
        ta[now][ac + 3][ar] = na.w;
        *(__local float4 *)&tb[now][br][bc] = nb;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k + PANEL < w) {
            na = row4(a, i0 + ar, k + PANEL + ac, m, w);
            nb = row4(b, k + PANEL + br, j0 + bc, w, n);
        }
#pragma unroll
        for (int l = 0; l < PANEL; l++) {
            float4 p = *(__local const float4 *)&ta[now][l][4 * y], q = *(__local const float4 *)&tb[now][l][4 * x];
            s[0] += p.x * q;
            s[1] += p.y * q;
            s[2] += p.z * q;
            s[3] += p.w * q;
        }
    }
    for (int r = 0; r < 4; r++) {
        int i = i0 + 4 * y + r, j = j0 + 4 * x;
        if (i < m && j + 3 < n)
            vstore4(s[r], 0, c + i * n + j);
        else if (i < m) {
            float v[4] = {s[r].x, s[r].y, s[r].z, s[r].w};
            for (int e = 0; e < 4 && j + e < n; e++)
                c[i * n + j + e] = v[e];
        }
    }
}

#else

// A thread makes 8 rows of 32 elements, in vectors of 16; the last ones overlap with those before. Smaller matrices go one by one.
__kernel void expert(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int m, int n,
                     int w)
{
    int i = get_global_id(1) * 8, j = get_global_id(0) * 32;
    if (m >= 8 && n >= 32) {
        i = min(i, m - 8);
        j = min(j, n - 32);
        float16 s[8][2];
#pragma unroll
        for (int r = 0; r < 8; r++)
            s[r][0] = s[r][1] = 0;
        for (int k = 0; k < w; k++) {
            float16 p = vload16(0, b + k * n + j), q = vload16(0, b + k * n + j + 16);
#pragma unroll
            for (int r = 0; r < 8; r++) {
                float f = a[(i + r) * w + k];
                s[r][0] += f * p;
                s[r][1] += f * q;
            }
        }
#pragma unroll
        for (int r = 0; r < 8; r++) {
            vstore16(s[r][0], 0, c + (i + r) * n + j);
            vstore16(s[r][1], 0, c + (i + r) * n + j + 16);
        }
        return;
    }
    for (int r = i; r < m && r < i + 8; r++)
        for (int e = j; e < n && e < j + 32; e++) {
            float sum = 0;
            for (int k = 0; k < w; k++)
                sum += a[r * w + k] * b[k * n + e];
            c[r * n + e] = sum;
        }
}

#endif
#endif
