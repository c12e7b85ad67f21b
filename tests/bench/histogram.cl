// histogram.cl - the histogram by hand.
#define BINS 256
#define TILE 256

__kernel void zero(__global int *bins)
{
    bins[get_global_id(0)] = 0;
}

__kernel void naive(__global const int *data, __global int *bins, int n)
{
    int i = get_global_id(0);
    if (i < n)
        atomic_inc(&bins[data[i]]);
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void tiled(__global const int *data, __global int *bins, int n)
{
    __local int own[BINS];
    int me = get_local_id(0);
    own[me] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&own[data[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[me], own[me]);
}

#ifdef EXPERT
#ifdef GPU

// Four histograms per group, four numbers at a time.
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void expert(__global const int *restrict data, __global int *restrict bins,
                                                                       int n)
{
    __local int own[4][BINS + 1];
    int me = get_local_id(0), which = me / 64;
    for (int k = 0; k < 4; k++)
        own[k][me] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n / 4; i += get_global_size(0)) {
        int4 v = vload4(i, data);
        atomic_inc(&own[which][v.x]);
        atomic_inc(&own[which][v.y]);
        atomic_inc(&own[which][v.z]);
        atomic_inc(&own[which][v.w]);
    }
    if (get_global_id(0) < n % 4)
        atomic_inc(&own[which][data[n / 4 * 4 + get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[me], own[0][me] + own[1][me] + own[2][me] + own[3][me]);
}

#else

// A thread has four histograms of its own, for four numbers in turn.
__kernel void expert(__global const int *restrict data, __global int *restrict bins, int n)
{
    int own[4][BINS], parts = get_global_size(0), me = get_global_id(0);
    int i = (int)((long)n * me / parts), end = (int)((long)n * (me + 1) / parts);
    for (int k = 0; k < BINS; k++)
        own[0][k] = own[1][k] = own[2][k] = own[3][k] = 0;
    for (; i + 3 < end; i += 4) {
        own[0][data[i]]++;
        own[1][data[i + 1]]++;
        own[2][data[i + 2]]++;
        own[3][data[i + 3]]++;
    }
    for (; i < end; i++)
        own[0][data[i]]++;
    for (int k = 0; k < BINS; k++)
        atomic_add(&bins[k], own[0][k] + own[1][k] + own[2][k] + own[3][k]);
}

#endif
#endif
