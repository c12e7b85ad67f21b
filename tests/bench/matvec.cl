// matvec.cl - matrix times vector by hand; the names with _t have the transposed matrix.
__kernel void naive(__global const float *a, __global const float *x, __global float *y, int rows, int columns)
{
    int i = get_global_id(0);
    if (i >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < columns; k++)
        sum += a[i * columns + k] * x[k];
    y[i] = sum;
}

__kernel void naive_t(__global const float *a, __global const float *x, __global float *y, int rows, int columns)
{
    int i = get_global_id(0);
    if (i >= columns)
        return;
    float sum = 0;
    for (int k = 0; k < rows; k++)
        sum += a[k * columns + i] * x[k];
    y[i] = sum;
}

#define TILE 256

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void tiled(__global const float *a, __global const float *x,
                                                                      __global float *y, int rows, int columns)
{
    __local float own[TILE];
    int row = get_group_id(0), me = get_local_id(0);
    float sum = 0;
    for (int k = me; k < columns; k += TILE)
        sum += a[row * columns + k] * x[k];
    own[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = TILE / 2; half_size > 0; half_size /= 2) {
        if (me < half_size)
            own[me] += own[me + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        y[row] = own[0];
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void tiled_t(__global const float *a, __global const float *x,
                                                                        __global float *y, int rows, int columns)
{
    __local float part[TILE];
    int i = get_global_id(0), me = get_local_id(0);
    float sum = 0;
    for (int k = 0; k < rows; k += TILE) {
        part[me] = x[k + me];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TILE; l++)
            sum += a[(k + l) * columns + i] * part[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[i] = sum;
}

#ifdef EXPERT
#ifdef GPU

// 64 threads for each of four rows, four elements at a time.
__kernel __attribute__((reqd_work_group_size(64, 4, 1))) void expert(__global const float *restrict a, __global const float *restrict x,
                                                                     __global float *restrict y, int rows, int columns)
{
    __local float own[4][64];
    int row = get_global_id(1), me = get_local_id(0), which = get_local_id(1);
    __global const float *at = a + row * columns;
    float4 s = 0, t = 0;
    int k = me;
    for (; k + 64 < columns / 4; k += 128) {
        s += vload4(k, at) * vload4(k, x);
        t += vload4(k + 64, at) * vload4(k + 64, x);
    }
    if (k < columns / 4)
        s += vload4(k, at) * vload4(k, x);
    s += t;
    own[which][me] = s.x + s.y + s.z + s.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = 32; half_size > 0; half_size /= 2) {
        if (me < half_size)
            own[which][me] += own[which][me + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        y[row] = own[which][0];
}

// 32 columns per group, whose rows are shared by 32 threads each.
__kernel __attribute__((reqd_work_group_size(32, 32, 1))) void expert_t(__global const float *restrict a,
                                                                        __global const float *restrict x, __global float *restrict y,
                                                                        int rows, int columns)
{
    __local float own[32][33];
    int i = get_global_id(0), me = get_local_id(0), part = get_local_id(1);
    float s[4] = {0, 0, 0, 0};
    for (int k = part; k < rows; k += 128) {
#pragma unroll
        for (int u = 0; u < 4; u++)
            if (k + 32 * u < rows)
                s[u] += a[(k + 32 * u) * columns + i] * x[k + 32 * u];
    }
    own[part][me] = s[0] + s[1] + s[2] + s[3];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = 16; half_size > 0; half_size /= 2) {
        if (part < half_size)
            own[part][me] += own[part + half_size][me];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (part == 0)
        y[i] = own[0][me];
}

#else

// Four rows per thread.
__kernel void expert(__global const float *restrict a, __global const float *restrict x, __global float *restrict y, int rows,
                     int columns)
{
    for (int row = get_global_id(0) * 4, e = 0; e < 4; e++, row++) {
        float16 s = 0, t = 0;
        for (int k = 0; k < columns; k += 32) {
            s += vload16(0, a + row * columns + k) * vload16(0, x + k);
            t += vload16(0, a + row * columns + k + 16) * vload16(0, x + k + 16);
        }
        s += t;
        float8 u = s.lo + s.hi;
        float4 v = u.lo + u.hi;
        y[row] = v.x + v.y + v.z + v.w;
    }
}

// 64 columns per thread.
__kernel void expert_t(__global const float *restrict a, __global const float *restrict x, __global float *restrict y, int rows,
                       int columns)
{
    int i = get_global_id(0) * 64;
    float16 s[4] = {0, 0, 0, 0};
    for (int k = 0; k < rows; k++) {
#pragma unroll
        for (int e = 0; e < 4; e++)
            s[e] += vload16(e, a + k * columns + i) * x[k];
    }
#pragma unroll
    for (int e = 0; e < 4; e++)
        vstore16(s[e], e, y + i);
}

#endif
#endif
