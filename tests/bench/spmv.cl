// spmv.cl - a sparse matrix times a vector by hand.
__kernel void naive(__global const int *starts, __global const int *columns, __global const float *values, __global const float *x,
                    __global float *y, int rows)
{
    int i = get_global_id(0);
    if (i >= rows)
        return;
    float sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[i] = sum;
}

#define LANES 32

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1))) void tiled(__global const int *starts, __global const int *columns,
                                                                       __global const float *values, __global const float *x,
                                                                       __global float *y, int rows)
{
    __local float own[LANES];
    int row = get_group_id(0), me = get_local_id(0);
    float sum = 0;
    for (int k = starts[row] + me; k < starts[row + 1]; k += LANES)
        sum += values[k] * x[columns[k]];
    own[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = LANES / 2; half_size > 0; half_size /= 2) {
        if (me < half_size)
            own[me] += own[me + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        y[row] = own[0];
}

#ifdef EXPERT
#ifdef GPU

// Eight threads per row.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void expert(__global const int *restrict starts,
                                                                      __global const int *restrict columns,
                                                                      __global const float *restrict values,
                                                                      __global const float *restrict x, __global float *restrict y,
                                                                      int rows)
{
    __local float own[256];
    int row = get_global_id(0) / 8, t = get_local_id(0), me = t % 8;
    float sum = 0;
    for (int k = starts[row] + me, end = starts[row + 1]; k < end; k += 8)
        sum += values[k] * x[columns[k]];
    own[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        y[row] = own[t] + own[t + 1] + own[t + 2] + own[t + 3] + own[t + 4] + own[t + 5] + own[t + 6] + own[t + 7];
}

#else

// 64 rows per thread, two sums each.
__kernel void expert(__global const int *restrict starts, __global const int *restrict columns, __global const float *restrict values,
                     __global const float *restrict x, __global float *restrict y, int rows)
{
    int i = get_global_id(0) * 64;
    for (int e = i; e < i + 64; e++) {
        float s = 0, t = 0;
        int k = starts[e], end = starts[e + 1];
        for (; k + 1 < end; k += 2) {
            s += values[k] * x[columns[k]];
            t += values[k + 1] * x[columns[k + 1]];
        }
        if (k < end)
            s += values[k] * x[columns[k]];
        y[e] = s + t;
    }
}

#endif
#endif
