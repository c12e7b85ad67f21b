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

// A thread makes 16 rows of 16 elements.
__kernel void expert(__global const float *restrict from, __global float *restrict to, int n)
{
    int j = get_global_id(0) * 16, i = get_global_id(1) * 16;
    for (int r = i; r < i + 16; r++) {
        __global const float *at = from + r * n + j;
        float16 here = vload16(0, at);
        if (r > 0 && r < n - 1 && j > 0 && j < n - 16)
            here = 0.5f * here + 0.125f * (vload16(0, at - n) + vload16(0, at + n) + vload16(0, at - 1) + vload16(0, at + 1));
        else if (r > 0 && r < n - 1)
            for (int e = 0; e < 16; e++) {
                to[r * n + j + e] = j + e > 0 && j + e < n - 1 ? 0.5f * at[e] + 0.125f * (at[e - n] + at[e + n] + at[e - 1] + at[e + 1])
                                                               : at[e];
            }
        if (r == 0 || r == n - 1 || (j > 0 && j < n - 16))
            vstore16(here, 0, to + r * n + j);
    }
}

#endif
#endif
