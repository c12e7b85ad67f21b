// distances.cl - distances of all pairs by hand.
#define D 32

__kernel void naive(__global const float *points, __global float *to, int n)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i >= n || j >= n)
        return;
    float sum = 0;
    for (int k = 0; k < D; k++) {
        float d = points[i * D + k] - points[j * D + k];
        sum += d * d;
    }
    to[i * n + j] = sqrt(sum);
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled(__global const float *points, __global float *to, int n)
{
    __local float p[TS][D], q[D][TS + 1];
    int row = get_local_id(1), col = get_local_id(0), i = get_global_id(1), j = get_global_id(0), j0 = get_group_id(0) * TS;
    for (int k = col; k < D; k += TS) {
        p[row][k] = points[i * D + k];
        q[k][row] = points[(j0 + row) * D + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < D; k++) {
        float d = p[row][k] - q[k][col];
        sum += d * d;
    }
    to[i * n + j] = sqrt(sum);
}

#ifdef EXPERT
#ifdef GPU

// A group of 16 x 16 threads makes 64 x 64 distances, a thread 4 x 4.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void expert(__global const float *restrict points, __global float *restrict to,
                                                                      int n)
{
    __local float p[D][68] __attribute__((aligned(16))), q[D][68] __attribute__((aligned(16)));
    int x = get_local_id(0), y = get_local_id(1), t = y * 16 + x, i0 = get_group_id(1) * 64, j0 = get_group_id(0) * 64;
    for (int e = t; e < 64 * D; e += 256) {
        p[e % D][e / D] = points[i0 * D + e];
        q[e % D][e / D] = points[j0 * D + e];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 s[4] = {0, 0, 0, 0};
#pragma unroll 8
    for (int k = 0; k < D; k++) {
        float4 f = *(__local const float4 *)&p[k][4 * y], g = *(__local const float4 *)&q[k][4 * x], d;
        d = f.x - g, s[0] += d * d;
        d = f.y - g, s[1] += d * d;
        d = f.z - g, s[2] += d * d;
        d = f.w - g, s[3] += d * d;
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        vstore4(sqrt(s[r]), 0, to + (i0 + 4 * y + r) * n + j0 + 4 * x);
}

#else

// A thread makes 32 rows of 16 distances: the 16 points across lie in vectors.
__kernel void expert(__global const float *restrict points, __global float *restrict to, int n)
{
    int i0 = get_global_id(1) * 32, j = get_global_id(0) * 16;
    float across[D][16];
    for (int k = 0; k < D; k++)
        for (int e = 0; e < 16; e++)
            across[k][e] = points[(j + e) * D + k];
    for (int i = i0; i < i0 + 32; i += 4) {
        float16 s[4] = {0, 0, 0, 0};
        for (int k = 0; k < D; k++) {
            float16 q = vload16(0, across[k]);
#pragma unroll
            for (int r = 0; r < 4; r++) {
                float16 d = points[(i + r) * D + k] - q;
                s[r] += d * d;
            }
        }
#pragma unroll
        for (int r = 0; r < 4; r++)
            vstore16(sqrt(s[r]), 0, to + (i + r) * n + j);
    }
}

#endif
#endif
