// transpose.cl - the transpose by hand.
__kernel void naive(__global const float *from, __global float *to, int n)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i < n && j < n)
        to[j * n + i] = from[i * n + j];
}

#define TS 16

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void tiled(__global const float *from, __global float *to, int n)
{
    __local float block[TS][TS + 1];
    int row = get_local_id(1), col = get_local_id(0);
    int i = get_group_id(1) * TS, j = get_group_id(0) * TS;
    block[row][col] = from[(i + row) * n + j + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    to[(j + row) * n + i + col] = block[col][row];
}

#ifdef EXPERT
#ifdef GPU

// Groups of 32 x 8 threads move blocks of 32 x 32, four rows per thread.
__kernel __attribute__((reqd_work_group_size(32, 8, 1))) void expert(__global const float *restrict from,
                                                                     __global float *restrict to, int n)
{
    __local float block[32][33];
    int row = get_local_id(1), col = get_local_id(0);
    int i = get_group_id(1) * 32, j = get_group_id(0) * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        block[row + r][col] = from[(i + row + r) * n + j + col];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        to[(j + row + r) * n + i + col] = block[col][row + r];
}

#else

// A thread moves a block of 16 x 16.
__kernel void expert(__global const float *restrict from, __global float *restrict to, int n)
{
    int i = get_global_id(1) * 16, j = get_global_id(0) * 16;
    float block[16][16];
#pragma unroll
    for (int r = 0; r < 16; r++)
        vstore16(vload16(0, from + (i + r) * n + j), 0, block[r]);
#pragma unroll
    for (int c = 0; c < 16; c++)
        vstore16((float16)(block[0][c], block[1][c], block[2][c], block[3][c], block[4][c], block[5][c], block[6][c], block[7][c],
                           block[8][c], block[9][c], block[10][c], block[11][c], block[12][c], block[13][c], block[14][c],
                           block[15][c]),
                 0, to + (j + c) * n + i);
}

#endif
#endif
