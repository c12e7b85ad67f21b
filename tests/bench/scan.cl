// scan.cl - the inclusive scan by hand.
__kernel void naive(__global const int *from, __global int *to, int n, int distance)
{
    int i = get_global_id(0);
    if (i < n)
        to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
}

#define TILE 256

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void scan_tiles(__global const int *from, __global int *to, __global int *sums,
                                                                           int n)
{
    __local int s[2][TILE];
    int i = get_global_id(0), me = get_local_id(0), now = 0;
    s[0][me] = i < n ? from[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < TILE; distance *= 2) {
        s[1 - now][me] = me >= distance ? s[now][me] + s[now][me - distance] : s[now][me];
        now = 1 - now;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        to[i] = s[now][me];
    if (me == TILE - 1)
        sums[get_group_id(0)] = s[now][me];
}

__kernel void add_sums(__global int *to, __global const int *sums, int n)
{
    int i = get_global_id(0);
    if (i >= TILE && i < n)
        to[i] += sums[i / TILE - 1];
}

#ifdef EXPERT
#ifdef GPU

// The scan of one number per thread of the group: by halves of 32 threads, then of these halves' sums. Returns the sum up to this thread.
int scan_group(__local int *s, int value)
{
    int me = get_local_id(0);
    s[me] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < TILE; distance *= 2) {
        int other = me >= distance ? s[me - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[me] = value += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return value;
}

// A group has as many blocks of 4 * TILE elements one behind the other as make its part.
int part_blocks(int n)
{
    int blocks = (n + 4 * TILE - 1) / (4 * TILE), groups = get_num_groups(0);
    return (blocks + groups - 1) / groups;
}

int4 four(__global const int *x, int at, int n)
{
    if (at + 3 < n)
        return vload4(0, x + at);
    return (int4)(at < n ? x[at] : 0, at + 1 < n ? x[at + 1] : 0, at + 2 < n ? x[at + 2] : 0, 0);
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void part_sums(__global const int *restrict x, __global int *restrict sums,
                                                                          int n)
{
    __local int s[TILE];
    int me = get_local_id(0), blocks = part_blocks(n), at = get_group_id(0) * blocks * 4 * TILE + 4 * me;
    int4 sum = 0;
    for (int k = 0; k < blocks; k++, at += 4 * TILE)
        sum += four(x, at, n);
    int all = scan_group(s, sum.x + sum.y + sum.z + sum.w);
    if (me == TILE - 1)
        sums[get_group_id(0)] = all;
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void scan_sums(__global int *sums, int parts)
{
    __local int s[TILE];
    int before = 0;
    for (int k = 0; k < parts; k += TILE) {
        int own = scan_group(s, sums[k + get_local_id(0)]);
        sums[k + get_local_id(0)] = before + own;
        before += s[TILE - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void scan_parts(__global const int *restrict x, __global int *restrict y,
                                                                           __global const int *restrict sums, int n)
{
    __local int s[TILE];
    int me = get_local_id(0), group = get_group_id(0), blocks = part_blocks(n), at = group * blocks * 4 * TILE + 4 * me;
    int before = group > 0 ? sums[group - 1] : 0;
    for (int k = 0; k < blocks; k++, at += 4 * TILE) {
        int4 v = four(x, at, n);
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        int up = scan_group(s, v.w), first = before + up - v.w;
        before += s[TILE - 1];
        if (at + 3 < n)
            vstore4(first + v, 0, y + at);
        else {
            if (at < n)
                y[at] = first + v.x;
            if (at + 1 < n)
                y[at + 1] = first + v.y;
            if (at + 2 < n)
                y[at + 2] = first + v.z;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#else

int part_start(int n, int part)
{
    return (int)((long)n * part / 64);
}

__kernel void part_sums(__global const int *restrict x, __global int *restrict sums, int n)
{
    int me = get_global_id(0), sum = 0;
    for (int i = part_start(n, me); i < part_start(n, me + 1); i++)
        sum += x[i];
    sums[me] = sum;
}

__kernel void scan_sums(__global int *sums, int parts)
{
    for (int k = 1; k < parts; k++)
        sums[k] += sums[k - 1];
}

__kernel void scan_parts(__global const int *restrict x, __global int *restrict y, __global const int *restrict sums, int n)
{
    int me = get_global_id(0), sum = me > 0 ? sums[me - 1] : 0;
    for (int i = part_start(n, me); i < part_start(n, me + 1); i++)
        y[i] = sum += x[i];
}

#endif
#endif
