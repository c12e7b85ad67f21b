// bitonic.cl - bitonic sort by hand.
__kernel void begin(__global const int *from, __global int *to, int n)
{
    int i = get_global_id(0);
    if (i < n)
        to[i] = from[i];
}

__kernel void step_pairs(__global int *x, int pairs, int size, int distance)
{
    int t = get_global_id(0), i = t / distance * 2 * distance + t % distance, j = i + distance;
    if (t >= pairs)
        return;
    int a = x[i], b = x[j];
    if ((a > b) == ((i & size) == 0)) {
        x[i] = b;
        x[j] = a;
    }
}

#define TILE 512

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void steps_tiled(__global int *x, int first, int last)
{
    __local int s[2 * TILE];
    int me = get_local_id(0), base = get_group_id(0) * 2 * TILE;
    s[me] = x[base + me];
    s[me + TILE] = x[base + me + TILE];
    for (int size = first; size <= last; size *= 2)
        for (int distance = min(size / 2, TILE); distance > 0; distance /= 2) {
            int i = me / distance * 2 * distance + me % distance, j = i + distance;
            barrier(CLK_LOCAL_MEM_FENCE);
            int a = s[i], b = s[j];
            if ((a > b) == (((base + i) & size) == 0)) {
                s[i] = b;
                s[j] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    x[base + me] = s[me];
    x[base + me + TILE] = s[me + TILE];
}

#ifdef EXPERT

// 1024 threads with 2048 elements; distances are powers of two.
__kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void steps_expert(__global int *restrict x, int first, int last)
{
    __local int s[2048];
    int me = get_local_id(0), base = get_group_id(0) * 2048;
    s[me] = x[base + me];
    s[me + 1024] = x[base + me + 1024];
    for (int size = first; size <= last; size *= 2)
        for (int distance = min(size / 2, 1024); distance > 0; distance /= 2) {
            int i = 2 * me - (me & (distance - 1)), j = i + distance;
            barrier(CLK_LOCAL_MEM_FENCE);
            int a = s[i], b = s[j], up = ((base + i) & size) == 0;
            s[i] = up ? min(a, b) : max(a, b);
            s[j] = up ? max(a, b) : min(a, b);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    x[base + me] = s[me];
    x[base + me + 1024] = s[me + 1024];
}

// The steps at 'distance' and at half of it: four elements per thread.
__kernel void step_twice(__global int *restrict x, int size, int distance)
{
    int half_way = distance / 2, t = get_global_id(0), low = t & (half_way - 1), i = 4 * (t - low) + low;
    int a = x[i], b = x[i + half_way], c = x[i + distance], d = x[i + distance + half_way], up = (i & size) == 0;
    int p = up ? min(a, c) : max(a, c), r = up ? max(a, c) : min(a, c);
    int q = up ? min(b, d) : max(b, d), s = up ? max(b, d) : min(b, d);
    x[i] = up ? min(p, q) : max(p, q);
    x[i + half_way] = up ? max(p, q) : min(p, q);
    x[i + distance] = up ? min(r, s) : max(r, s);
    x[i + distance + half_way] = up ? max(r, s) : min(r, s);
}

#endif
