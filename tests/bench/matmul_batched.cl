// matmul_batched.cl - products of 32 x 32 matrices by hand.
#define N 32

__kernel void naive(__global const float *a, __global const float *b, __global float *c, int batch)
{
    int m = get_global_id(2), i = get_global_id(1), j = get_global_id(0);
    if (m >= batch || i >= N || j >= N)
        return;
    float sum = 0;
    for (int k = 0; k < N; k++)
        sum += a[m * N * N + i * N + k] * b[m * N * N + k * N + j];
    c[m * N * N + i * N + j] = sum;
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled(__global const float *a, __global const float *b,
                                                                     __global float *c)
{
    __local float ta[TS][TS], tb[TS][TS];
    int m = get_global_id(2) * N * N, i = get_global_id(1), j = get_global_id(0), row = get_local_id(1), col = get_local_id(0);
    float sum = 0;
    for (int k = 0; k < N; k += TS) {
        ta[row][col] = a[m + i * N + k + col];
        tb[row][col] = b[m + (k + row) * N + j];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TS; l++)
            sum += ta[row][l] * tb[l][col];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[m + i * N + j] = sum;
}

#ifdef EXPERT
#ifdef GPU

// A group of 8 x 8 has one product in local memory, a thread 4 x 4 elements of it.
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void expert(__global const float *restrict a, __global const float *restrict b,
                                                                    __global float *restrict c)
{
    __local float ta[N][N + 4] __attribute__((aligned(16))), tb[N][N] __attribute__((aligned(16)));
    int x = get_local_id(0), y = get_local_id(1), t = y * 8 + x, m = get_group_id(1) * N * N;
#pragma unroll
    for (int e = t; e < N * N / 4; e += 64) {
        float4 v = vload4(e, a + m);
        int row = e / 8, col = e % 8 * 4;
        ta[col][row] = v.x;
        ta[col + 1][row] = v.y;
        ta[col + 2][row] = v.z;
        ta[col + 3][row] = v.w;
        *(__local float4 *)&tb[row][col] = vload4(e, b + m);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 s[4] = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < N; k++) {
        float4 p = *(__local const float4 *)&ta[k][4 * y], q = *(__local const float4 *)&tb[k][4 * x];
        s[0] += p.x * q;
        s[1] += p.y * q;
        s[2] += p.z * q;
        s[3] += p.w * q;
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        vstore4(s[r], 0, c + m + (4 * y + r) * N + 4 * x);
}

#else

// A thread makes 8 rows.
__kernel void expert(__global const float *restrict a, __global const float *restrict b, __global float *restrict c)
{
    int m = get_global_id(1) * N * N, i = get_global_id(0) * 8;
    float16 s[8][2];
#pragma unroll
    for (int r = 0; r < 8; r++)
        s[r][0] = s[r][1] = 0;
    for (int k = 0; k < N; k++) {
        float16 p = vload16(0, b + m + k * N), q = vload16(0, b + m + k * N + 16);
#pragma unroll
        for (int r = 0; r < 8; r++) {
            float f = a[m + (i + r) * N + k];
            s[r][0] += f * p;
            s[r][1] += f * q;
        }
    }
#pragma unroll
    for (int r = 0; r < 8; r++) {
        vstore16(s[r][0], 0, c + m + (i + r) * N);
        vstore16(s[r][1], 0, c + m + (i + r) * N + 16);
    }
}

#endif
#endif
