// convolution.cl - the 7 x 7 convolution by hand.
#define W 7

__kernel void naive(__global const float *from, __global const float *weights, __global float *to, int n)
{
    int i = get_global_id(1), j = get_global_id(0), wide = n + W - 1;
    if (i >= n || j >= n)
        return;
    float sum = 0;
    for (int k = 0; k < W; k++)
        for (int l = 0; l < W; l++)
            sum += weights[k * W + l] * from[(i + k) * wide + j + l];
    to[i * n + j] = sum;
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled(__global const float *from, __global const float *weights,
                                                                     __global float *to, int n)
{
    __local float s[TS + W - 1][TS + W - 1], w[W][W];
    int row = get_local_id(1), col = get_local_id(0), wide = n + W - 1, i0 = get_group_id(1) * TS, j0 = get_group_id(0) * TS;
    for (int k = row; k < TS + W - 1; k += TS)
        for (int l = col; l < TS + W - 1; l += TS)
            s[k][l] = from[(i0 + k) * wide + j0 + l];
    if (row < W && col < W)
        w[row][col] = weights[row * W + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < W; k++)
        for (int l = 0; l < W; l++)
            sum += w[k][l] * s[row + k][col + l];
    to[(i0 + row) * n + j0 + col] = sum;
}

#ifdef EXPERT
#ifdef GPU

// A group of 16 x 8 threads makes 64 x 32 elements, a thread 4 x 4 of them from rows of ten in registers.
#define GX 16
#define GY 8

__kernel __attribute__((reqd_work_group_size(GX, GY, 1))) void expert(__global const float *restrict from,
                                                                      __constant float *restrict weights, __global float *restrict to,
                                                                      int n)
{
    __local float s[GY * 4 + W - 1][GX * 4 + W + 1];
    int x = get_local_id(0), y = get_local_id(1), t = y * GX + x, wide = n + W - 1;
    int i0 = get_group_id(1) * GY * 4, j0 = get_group_id(0) * GX * 4;
    for (int k = y; k < GY * 4 + W - 1; k += GY)
        for (int l = x; l < GX * 4 + W - 1; l += GX)
            s[k][l] = from[(i0 + k) * wide + j0 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum[4][4] = {{0}};
#pragma unroll
    for (int k = 0; k < W + 3; k++) {
        float row[W + 3];
#pragma unroll
        for (int l = 0; l < W + 3; l++)
            row[l] = s[4 * y + k][4 * x + l];
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (k - r >= 0 && k - r < W) {
#pragma unroll
                for (int l = 0; l < W; l++) {
                    float w = weights[(k - r) * W + l];
#pragma unroll
                    for (int c = 0; c < 4; c++)
                        sum[r][c] += w * row[l + c];
                }
            }
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        vstore4((float4)(sum[r][0], sum[r][1], sum[r][2], sum[r][3]), 0, to + (i0 + 4 * y + r) * n + j0 + 4 * x);
}

#else

// A thread makes four rows of 16 elements.
__kernel void expert(__global const float *restrict from, __constant float *restrict weights, __global float *restrict to, int n)
{
    int i = get_global_id(1) * 4, j = get_global_id(0) * 16, wide = n + W - 1;
    float16 sum[4] = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < W + 3; k++)
#pragma unroll
        for (int l = 0; l < W; l++) {
            float16 v = vload16(0, from + (i + k) * wide + j + l);
#pragma unroll
            for (int r = 0; r < 4; r++)
                if (k - r >= 0 && k - r < W)
                    sum[r] += weights[(k - r) * W + l] * v;
        }
#pragma unroll
    for (int r = 0; r < 4; r++)
        vstore16(sum[r], 0, to + (i + r) * n + j);
}

#endif
#endif
