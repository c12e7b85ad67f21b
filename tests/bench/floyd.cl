// floyd.cl - Floyd and Warshall by hand.
__kernel void begin(__global const int *graph, __global int *d, int count)
{
    int i = get_global_id(0);
    if (i < count)
        d[i] = graph[i];
}

__kernel void step_all(__global int *d, int n, int k)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i >= n || j >= n)
        return;
    int way = d[i * n + k] + d[k * n + j];
    if (way < d[i * n + j])
        d[i * n + j] = way;
}

#define TS 16

void block(__local int (*to)[TS], __local int (*a)[TS], __local int (*b)[TS], int row, int col)
{
    for (int k = 0; k < TS; k++) {
        int way = a[row][k] + b[k][col];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (way < to[row][col])
            to[row][col] = way;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void step_corner(__global int *d, int n, int k)
{
    __local int own[TS][TS];
    int row = get_local_id(1), col = get_local_id(0);
    own[row][col] = d[(k + row) * n + k + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    block(own, own, own, row, col);
    d[(k + row) * n + k + col] = own[row][col];
}

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void step_cross(__global int *d, int n, int k)
{
    __local int corner[TS][TS], own[TS][TS];
    int row = get_local_id(1), col = get_local_id(0), down = get_group_id(1), at = get_group_id(0) * TS;
    int i = (down ? at : k) + row, j = (down ? k : at) + col;
    corner[row][col] = d[(k + row) * n + k + col];
    own[row][col] = d[i * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at != k) {
        if (down)
            block(own, own, corner, row, col);
        else
            block(own, corner, own, row, col);
        d[i * n + j] = own[row][col];
    }
}

__kernel __attribute__((reqd_work_group_size(TS, TS, 1))) void step_rest(__global int *d, int n, int k)
{
    __local int left[TS][TS], top[TS][TS];
    int row = get_local_id(1), col = get_local_id(0), i = get_global_id(1), j = get_global_id(0);
    left[row][col] = d[i * n + k + col];
    top[row][col] = d[(k + row) * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    int best = d[i * n + j];
    for (int l = 0; l < TS; l++) {
        int way = left[row][l] + top[l][col];
        best = way < best ? way : best;
    }
    if (get_group_id(1) != k / TS && get_group_id(0) != k / TS)
        d[i * n + j] = best;
}

#ifdef EXPERT
#ifdef GPU

// All that is not in the cross: a group of 16 x 16 threads makes 64 x 64 elements, a thread 4 x 4.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void step_blocks(__global int *d, int n, int k)
{
    __local int left[TS][68] __attribute__((aligned(16))), top[TS][68] __attribute__((aligned(16)));
    int x = get_local_id(0), y = get_local_id(1), t = y * 16 + x, i0 = get_group_id(1) * 64, j0 = get_group_id(0) * 64;
    int4 v = vload4(0, d + (i0 + t / 4) * n + k + t % 4 * 4);
    left[t % 4 * 4][t / 4] = v.x;
    left[t % 4 * 4 + 1][t / 4] = v.y;
    left[t % 4 * 4 + 2][t / 4] = v.z;
    left[t % 4 * 4 + 3][t / 4] = v.w;
    *(__local int4 *)&top[t / 16][t % 16 * 4] = vload4(0, d + (k + t / 16) * n + j0 + t % 16 * 4);
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = i0 + 4 * y, j = j0 + 4 * x;
    int4 best[4];
#pragma unroll
    for (int r = 0; r < 4; r++)
        best[r] = vload4(0, d + (i + r) * n + j);
#pragma unroll
    for (int l = 0; l < TS; l++) {
        int4 p = *(__local const int4 *)&left[l][4 * y], q = *(__local const int4 *)&top[l][4 * x];
        best[0] = min(best[0], p.x + q);
        best[1] = min(best[1], p.y + q);
        best[2] = min(best[2], p.z + q);
        best[3] = min(best[3], p.w + q);
    }
    if (i / TS == k / TS || j / TS == k / TS)
        return;
#pragma unroll
    for (int r = 0; r < 4; r++)
        vstore4(best[r], 0, d + (i + r) * n + j);
}

#else

// A thread makes 16 rows, in vectors.
__kernel void step_rows(__global int *d, int n, int k)
{
    int i = get_global_id(0) * 16;
    for (int r = i; r < i + 16; r++) {
        int first = d[r * n + k];
        for (int j = 0; j < n; j += 16)
            vstore16(min(vload16(0, d + r * n + j), first + vload16(0, d + k * n + j)), 0, d + r * n + j);
    }
}

#endif
#endif
