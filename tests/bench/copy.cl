// copy.cl - a copy by hand.
__kernel void naive(__global const float *from, __global float *to, int n)
{
    int i = get_global_id(0);
    if (i < n)
        to[i] = from[i];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void tiled(__global const float *from, __global float *to, int n)
{
    int i = get_global_id(0);
    to[i] = from[i];
}

#ifdef EXPERT
__kernel void expert(__global const float *restrict from, __global float *restrict to)
{
    int i = get_global_id(0);
#ifdef GPU
    vstore4(vload4(i, from), i, to);
#else
    for (int k = 64 * i; k < 64 * i + 64; k++)
        vstore16(vload16(k, from), k, to);
#endif
}
#endif
