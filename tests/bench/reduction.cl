// reduction.cl - the sum by hand. Each kernel is launched twice.
__kernel void naive(__global const float *x, __global float *sums, int n, int parts)
{
    int i = get_global_id(0);
    if (i >= parts)
        return;
    float own = 0;
    for (int k = i; k < n; k += parts)
        own += x[k];
    sums[i] = own;
}

#define TILE 256

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void tiled(__global const float *x, __global float *sums, int n, int count)
{
    __local float own[TILE];
    int me = get_local_id(0);
    float sum = 0;
    for (int k = get_global_id(0); k < n; k += count * TILE)
        sum += x[k];
    own[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = TILE / 2; half_size > 0; half_size /= 2) {
        if (me < half_size)
            own[me] += own[me + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        sums[get_group_id(0)] = own[0];
}

#ifdef EXPERT
#ifdef GPU

// Four elements at a time, two of these under way.
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void expert(__global const float *restrict x, __global float *restrict sums,
                                                                       int n)
{
    __local float own[TILE];
    int me = get_local_id(0), step = get_global_size(0), k = get_global_id(0);
    float4 s = 0, t = 0;
    for (; k + step < n / 4; k += 2 * step) {
        s += vload4(k, x);
        t += vload4(k + step, x);
    }
    if (k < n / 4)
        s += vload4(k, x);
    s += t;
    if (get_global_id(0) == 0)
        for (int i = n / 4 * 4; i < n; i++)
            s.x += x[i];
    own[me] = s.x + s.y + s.z + s.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = TILE / 2; half_size > 0; half_size /= 2) {
        if (me < half_size)
            own[me] += own[me + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        sums[get_group_id(0)] = own[0];
}

#else

// A thread sums a contiguous part, in vectors.
__kernel void expert(__global const float *restrict x, __global float *restrict sums, int n)
{
    int parts = get_global_size(0), me = get_global_id(0);
    int from = (int)((long)n * me / parts), to = (int)((long)n * (me + 1) / parts), k = from;
    float16 s = 0, t = 0;
    for (; k + 32 <= to; k += 32) {
        s += vload16(0, x + k);
        t += vload16(0, x + k + 16);
    }
    s += t;
    float8 u = s.lo + s.hi;
    float4 v = u.lo + u.hi;
    float own = v.x + v.y + v.z + v.w;
    for (; k < to; k++)
        own += x[k];
    sums[me] = own;
}

#endif
#endif
