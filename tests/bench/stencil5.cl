// stencil5.cl - the 5-point stencil by hand.
__kernel void naive(__global const float *from, __global float *to, int n)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i >= n || j >= n)
        return;
    int at = i * n + j;
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
        to[at] = 0.5f * from[at] + 0.125f * (from[at - n] + from[at + n] + from[at - 1] + from[at + 1]);
    else
        to[at] = from[at];
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled(__global const float *from, __global float *to, int n)
{
    __local float s[TS + 2][TS + 2];
    int i = get_global_id(1), j = get_global_id(0), row = get_local_id(1) + 1, col = get_local_id(0) + 1, at = i * n + j;
    s[row][col] = from[at];
    if (row == 1)
        s[0][col] = i > 0 ? from[at - n] : 0;
    if (row == TS)
        s[TS + 1][col] = i < n - 1 ? from[at + n] : 0;
    if (col == 1)
        s[row][0] = j > 0 ? from[at - 1] : 0;
    if (col == TS)
        s[row][TS + 1] = j < n - 1 ? from[at + 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
        to[at] = 0.5f * s[row][col] + 0.125f * (s[row - 1][col] + s[row + 1][col] + s[row][col - 1] + s[row][col + 1]);
    else
        to[at] = s[row][col];
}

#ifdef EXPERT
#ifdef GPU

// A thread goes down eight rows; the column above and below stays in registers.
__kernel void expert(__global const float *restrict from, __global float *restrict to, int n)
{
    int j = get_global_id(0), i = get_global_id(1) * 8, at = i * n + j;
    float up = i > 0 ? from[at - n] : 0, here = from[at];
#pragma unroll
    for (int r = 0; r < 8; r++, at += n) {
        float down = i + r < n - 1 ? from[at + n] : 0;
        int inner = i + r > 0 && i + r < n - 1 && j > 0 && j < n - 1;
        to[at] = inner ? 0.5f * here + 0.125f * (up + down + from[at - 1] + from[at + 1]) : here;
        up = here;
        here = down;
    }
}

#else

// A thread makes eight rows, in vectors.
__kernel void expert(__global const float *restrict from, __global float *restrict to, int n)
{
    for (int e = 0, i = get_global_id(0) * 8; e < 8; e++, i++) {
        __global const float *at = from + i * n;
        __global float *out = to + i * n;
        if (i == 0 || i == n - 1) {
            for (int j = 0; j < n; j += 16)
                vstore16(vload16(0, at + j), 0, out + j);
            continue;
        }
        for (int j = 1; j < n - 1; j += 16) {
            int k = min(j, n - 17);
            vstore16(0.5f * vload16(0, at + k) + 0.125f * (vload16(0, at + k - n) + vload16(0, at + k + n) + vload16(0, at + k - 1) +
                                                           vload16(0, at + k + 1)),
                     0, out + k);
        }
        out[0] = at[0];
        out[n - 1] = at[n - 1];
    }
}

#endif
#endif
